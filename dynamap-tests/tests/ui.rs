//! What the compiler says about mistakes: one rule per file of `ui/`, named after the rule.
//!
//! Messages differ between compilers, so the files are those of one. Read a new `.stderr` as a user
//! would, then keep it: `TRYBUILD=overwrite cargo test -p dynamap-tests --test ui`; some of the
//! files by `-- mistakes trybuild=<part of their names>`.

// Where other mappers assert an error, the compiler is first: a sort condition without a sort key (R18) and
// an order in `query_order_needs_a_sort_key`; a value of another type (R22) in
// `query_partition_has_the_declared_type` and `query_range_has_the_type_of_its_sort_key`, and none at all (R19)
// is a call without its argument; consistent reads of a
// global index (R21) in `query_of_a_global_index_is_not_consistent`; shards without a sort key (H02) in
// `option_shards_are_two_to_a_thousand`; what only a key without shards has (H08) in
// `query_range_needs_buckets_or_shards`; no `char` or `length` of padding exists (K23).

#[test]
#[cfg_attr(
    not(ui_toolchain),
    ignore = "the messages are those of rustc 1.95 without the component rust-src"
)]
fn mistakes() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
