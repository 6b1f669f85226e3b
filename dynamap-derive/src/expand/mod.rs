//! Model to tokens; total, and without decisions.

mod codec;
mod docs;
mod fallback;
mod item;
mod key;
mod marker;
mod path;
mod schema;
mod table;
mod value;

pub(crate) use fallback::{fallback_item, fallback_value};
pub(crate) use item::item;
pub(crate) use value::value;
