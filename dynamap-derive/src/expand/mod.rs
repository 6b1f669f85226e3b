//! Model to tokens; total, and without decisions.

mod fallback;

pub(crate) use fallback::fallback;

use proc_macro2::TokenStream;

use crate::model::{Item, Value};

/// What `DynamoItem` generates.
pub(crate) fn item(_item: &Item) -> TokenStream {
    TokenStream::new()
}

/// What `DynamoValue` generates.
pub(crate) fn value(_value: &Value) -> TokenStream {
    TokenStream::new()
}
