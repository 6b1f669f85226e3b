use aws_sdk_dynamodb::types::AttributeValue;

/// A prefix of a text or binary sort key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the prefix of a sort key",
    label = "neither text nor bytes",
    note = "give `&str` or `String`, or `&[u8]` or `Vec<u8>`"
)]
pub trait Prefix {
    /// The prefix as a value.
    #[doc(hidden)]
    fn into_value(self) -> AttributeValue;
}

#[diagnostic::do_not_recommend]
impl Prefix for &str {
    fn into_value(self) -> AttributeValue {
        AttributeValue::S(self.to_owned())
    }
}

#[diagnostic::do_not_recommend]
impl Prefix for String {
    fn into_value(self) -> AttributeValue {
        AttributeValue::S(self)
    }
}

#[diagnostic::do_not_recommend]
impl Prefix for &String {
    fn into_value(self) -> AttributeValue {
        AttributeValue::S(self.clone())
    }
}

#[diagnostic::do_not_recommend]
impl Prefix for &[u8] {
    fn into_value(self) -> AttributeValue {
        AttributeValue::B(self.to_vec().into())
    }
}

#[diagnostic::do_not_recommend]
impl Prefix for Vec<u8> {
    fn into_value(self) -> AttributeValue {
        AttributeValue::B(self.into())
    }
}
