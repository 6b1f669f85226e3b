//! Programs that show dynamap at work; each is an example target of this package, and
//! `cargo run --example NAME` from the workspace's root runs it.
