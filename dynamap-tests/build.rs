//! Tells the ui tests whether this is the compiler whose messages they hold.

use std::path::PathBuf;
use std::process::Command;

/// The compiler that the `.stderr` files were made with.
const RELEASE: &str = "rustc 1.95.";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(ui_toolchain)");
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = |argument: &[&str]| {
        let output = Command::new(&rustc).args(argument).output().ok()?;
        String::from_utf8(output.stdout).ok()
    };
    let Some(sysroot) = output(&["--print", "sysroot"]) else {
        return;
    };
    // With the component rust-src, messages quote the standard library.
    let library = PathBuf::from(sysroot.trim()).join("lib/rustlib");
    println!(
        "cargo::rerun-if-changed={}",
        library.join("components").display()
    );
    let quotes_std = library.join("src/rust/library").exists();
    if output(&["--version"]).is_some_and(|version| version.starts_with(RELEASE)) && !quotes_std {
        println!("cargo::rustc-cfg=ui_toolchain");
    }
}
