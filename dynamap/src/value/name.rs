use super::DecodeError;

/// An enum of unit variants, stored by name. Implemented by the derive.
pub trait TextValue: Sized {
    /// The stored names.
    const NAMES: &'static [&'static str];

    /// The stored name.
    fn name(&self) -> &'static str;

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
