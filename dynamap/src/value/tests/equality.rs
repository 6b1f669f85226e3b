use super::*;

#[test]
fn numbers_are_equal_by_value_and_sets_without_order() {
    assert!(value_eq(&n("1"), &n("1.0")));
    assert!(value_eq(&n("1.5E2"), &n("150")));
    assert!(!value_eq(&n("1"), &n("2")));
    assert!(!value_eq(&n("1"), &s("1")));
    assert!(value_eq(&ns(&["1", "2"]), &ns(&["2.0", "1e0"])));
    assert!(!value_eq(&ns(&["1", "2"]), &ns(&["1", "3"])));
    assert!(value_eq(&ss(&["a", "b"]), &ss(&["b", "a"])));
    assert!(!value_eq(&ss(&["a"]), &ss(&["a", "b"])));
    assert!(!value_eq(&ss(&["1"]), &ns(&["1"])));
    assert!(!value_eq(&s("1.0"), &s("1")));
}

#[test]
fn lists_and_maps_are_equal_in_depth() {
    let list = |elements: &[AttributeValue]| AttributeValue::L(elements.to_vec());
    assert!(value_eq(
        &list(&[n("1"), n("2")]),
        &list(&[n("1.0"), n("2")])
    ));
    assert!(!value_eq(
        &list(&[n("1"), n("2")]),
        &list(&[n("2"), n("1")])
    ));
    assert!(!value_eq(&list(&[n("1")]), &list(&[n("1"), n("1")])));
    let left = m([("a", m([("b", list(&[ss(&["x", "y"])]))])), ("c", NULL)]);
    let right = m([("c", NULL), ("a", m([("b", list(&[ss(&["y", "x"])]))]))]);
    assert!(value_eq(&left, &right));
    assert!(!value_eq(&m([("a", NULL)]), &m([("b", NULL)])));
    assert!(!value_eq(&m([("a", NULL)]), &m([("a", NULL), ("b", NULL)])));
    assert!(!value_eq(
        &AttributeValue::Bool(true),
        &AttributeValue::Bool(false)
    ));
    assert!(value_eq(&b(&[1]), &b(&[1])));
}
