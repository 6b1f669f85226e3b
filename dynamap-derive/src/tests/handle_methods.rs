//! The methods that a query method would hide are those of the runtime's handle.

use crate::model::HANDLE_METHODS;

const TABLE: &str = include_str!("../../../dynamap/src/table.rs");

#[test]
fn every_method_of_the_handle_is_known() {
    let methods: Vec<&str> = TABLE
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub fn "))
        .filter_map(|rest| rest.split(['(', '<']).next())
        // A constructor is no method.
        .filter(|name| *name != "new")
        .collect();
    assert!(methods.contains(&"create"), "{methods:?}");
    for method in methods {
        assert!(
            HANDLE_METHODS.contains(&method),
            "`{method}` is not in the list"
        );
    }
}
