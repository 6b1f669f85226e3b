use aws_sdk_dynamodb::types::AttributeValue;

/// A prefix of a text or binary sort key.
pub trait Prefix {
    /// The prefix as a value.
    #[doc(hidden)]
    fn into_value(self) -> AttributeValue;
}

impl Prefix for &str {
    fn into_value(self) -> AttributeValue {
        AttributeValue::S(self.to_owned())
    }
}

impl Prefix for String {
    fn into_value(self) -> AttributeValue {
        AttributeValue::S(self)
    }
}

impl Prefix for &String {
    fn into_value(self) -> AttributeValue {
        AttributeValue::S(self.clone())
    }
}

impl Prefix for &[u8] {
    fn into_value(self) -> AttributeValue {
        AttributeValue::B(self.to_vec().into())
    }
}

impl Prefix for Vec<u8> {
    fn into_value(self) -> AttributeValue {
        AttributeValue::B(self.into())
    }
}
