/// What an attribute of type `V` can be compared with or set to: a `V`, a `&V`, the inner value of
/// an `Option`, and `&str` for `String`.
///
/// There is no `Option<&str>`: it would leave the type of a bare `None` open.
#[diagnostic::on_unimplemented(
    message = "mismatched attribute type: expected `{V}`, found `{Self}`",
    label = "the attribute holds `{V}`",
    note = "give `{V}` or `&{V}`; for an `Option` the inner value works too"
)]
pub trait Operand<V> {
    /// The value.
    fn into_operand(self) -> V;
}

#[diagnostic::do_not_recommend]
impl<V> Operand<V> for V {
    fn into_operand(self) -> V {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<V> Operand<Option<V>> for V {
    fn into_operand(self) -> Option<V> {
        Some(self)
    }
}

#[diagnostic::do_not_recommend]
impl<V: Clone> Operand<V> for &V {
    fn into_operand(self) -> V {
        self.clone()
    }
}

#[diagnostic::do_not_recommend]
impl<V: Clone> Operand<Option<V>> for &V {
    fn into_operand(self) -> Option<V> {
        Some(self.clone())
    }
}

#[diagnostic::do_not_recommend]
impl Operand<String> for &str {
    fn into_operand(self) -> String {
        self.to_owned()
    }
}

#[diagnostic::do_not_recommend]
impl Operand<Option<String>> for &str {
    fn into_operand(self) -> Option<String> {
        Some(self.to_owned())
    }
}
