//! What the compiler says about mistakes: one rule per file of `ui/`, named after the rule.
//!
//! Messages differ between compilers, so the files are those of one. Read a new `.stderr` as a user
//! would, then keep it: `TRYBUILD=overwrite cargo test -p dynamap-tests --test ui`; some of the
//! files by `-- mistakes trybuild=<part of their names>`.

#[test]
#[cfg_attr(
    not(ui_toolchain),
    ignore = "the messages are those of rustc 1.95 without the component rust-src"
)]
fn mistakes() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
