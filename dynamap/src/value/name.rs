use super::DecodeError;

/// An enum of unit variants, stored by name. Implemented by the derive.
pub trait TextValue: Sized {
    /// The stored names.
    const NAMES: &'static [&'static str];

    /// The stored name; of a catch-all that does not hold it, nothing.
    fn name(&self) -> &str;

    /// The variant of a stored name.
    fn of_name(name: &str) -> Option<Self>;
}

/// Reads a stored name.
pub fn read_name<V: TextValue>(name: &str) -> Result<V, DecodeError> {
    V::of_name(name).ok_or_else(|| {
        let names: Vec<String> = V::NAMES.iter().map(|name| format!("`{name}`")).collect();
        DecodeError::new(format!("one of {}", names.join(", ")), "another text")
    })
}

/// What the catch-all of an enum of names may hold.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the name of an unknown variant",
    label = "not a text",
    note = "hold a `String`, or nothing"
)]
pub trait UnknownName {
    /// Holds a name.
    fn of(name: &str) -> Self;
    /// The name.
    fn text(&self) -> &str;
}

#[diagnostic::do_not_recommend]
impl<T: From<String> + AsRef<str>> UnknownName for T {
    fn of(name: &str) -> Self {
        Self::from(name.to_owned())
    }

    fn text(&self) -> &str {
        self.as_ref()
    }
}
