//! Runs the example as a reader would, and checks what it prints.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::process::Command;

#[test]
fn a_partition_is_read_back_whole() {
    let test = current_exe().expect("the path of this test");
    // This test is in `target/debug/deps`, the example in `target/debug/examples`.
    let profile = test.ancestors().nth(2).expect("the profile's directory");
    let example = profile
        .join("examples")
        .join(format!("single_table{EXE_SUFFIX}"));
    let output = Command::new(&example)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", example.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let output = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<&str> = output
        .lines()
        .filter_map(|line| line.strip_prefix("   <- "))
        .collect();
    assert_eq!(
        answers,
        [
            "0 differences between the table and what the types declare together",
            "12 orders with 24 lines, 1 cart",
            "10 items in 1 request: 1 customers, 1 carts, 4 orders, 4 lines of 2100 cents",
            "in the cart: jam",
            "Ann, 4 orders",
            "order 3, Paid, 700 cents",
            "   2 bread at 350",
            "order 6, Paid, 350 cents",
            "   1 bread at 350",
            "order 9, Paid, 700 cents",
            "   2 bread at 350",
            "order 12, Open, 350 cents",
            "   1 bread at 350",
            "0 customers, 0 carts, 1 orders, 3 lines of 3130 cents",
            "as they were written",
            "Ann: 4 orders, 4 lines",
            "Bob: 4 orders, 8 lines",
            "Cal: 4 orders, 12 lines",
            "Bob's latest is order 10",
            "open: orders 4, 8, 12",
            "paid: 0 customers, 0 carts, 9 orders, 0 lines of 0 cents",
            "1 customers, 0 carts, 4 orders, 4 lines of 2100 cents",
            "left out: 9 items",
            "asked for: 10 items, 1 of them unknown",
            "refused: OtherEntity",
            "a program that knows customers and orders: 11 items, 6 of them others",
            "refused: OtherEntity",
            "refused: OtherEntity",
            "3 customers, 0 carts, 12 orders, 24 lines of 17910 cents",
        ]
    );
    assert_eq!(
        output.lines().last(),
        Some("Done: 39 items of 4 types in one table.")
    );
}
