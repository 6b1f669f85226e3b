use std::fmt;
use std::marker::PhantomData;

use super::attribute::Holds;
use super::{Attribute, FlattenedKind};

/// A handle of what is flattened into item `T`; the derive generates one constant per field.
///
/// ```
/// use dynamap::{Condition, DynamoItem, DynamoValue};
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "customers")]
/// struct Customer {
///     #[partition_key]
///     id: String,
///     #[dynamo(flatten)]
///     address: Address,
/// }
///
/// #[derive(DynamoValue)]
/// struct Address {
///     city: String,
/// }
///
/// let in_brno: Condition<Customer> = Customer::ADDRESS.field(Address::CITY).eq("Brno");
/// ```
pub struct Flattened<T, V>(PhantomData<fn() -> (T, V)>);

impl<T, V> Flattened<T, V> {
    /// The handle; for generated code.
    #[doc(hidden)]
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    /// Refuses to be one field of a projection, for generated code.
    #[doc(hidden)]
    pub const fn into_attribute_name(self) -> &'static str {
        panic!(
            "a flattened field has no attribute of its own: read the item, or its attributes by handles"
        )
    }

    /// One of the attributes, which stands in the item itself.
    pub fn field<U, W, L: FlattenedKind>(
        self,
        inner: Attribute<U, W, L>,
    ) -> Attribute<T, W, L::InItem>
    where
        V: Holds<U>,
    {
        inner.of_item()
    }
}

impl<T, V> Default for Flattened<T, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, V> Clone for Flattened<T, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, V> Copy for Flattened<T, V> {}

impl<T, V> fmt::Debug for Flattened<T, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Flattened")
    }
}
