//! The wires: what implements [`Encoder`](super::Encoder) and [`Decoder`](super::Decoder).

#[cfg(any(feature = "lambda", feature = "streams"))]
mod foreign;
pub mod json;
mod map;
mod source;
mod split;
mod template;
mod tree;

pub use json::{JsonDecoder, JsonEncoder};
pub(crate) use json::{Scanner, write_string};
pub use map::{MapEncoder, from_attribute_value, to_attribute_value};
pub use source::{Node, Source};
pub(crate) use split::SplitEncoder;
pub(crate) use template::Template;
pub use tree::TreeDecoder;
