//! Model to tokens; total, and without decisions.
//!
//! Generated code holds no `#[diagnostic::…]` attribute: it would mean a module `diagnostic` of the
//! user's, and nothing at all in a crate with `#![no_implicit_prelude]`.

mod attributes;
mod codec;
mod collection;
mod constant;
mod docs;
mod facts;
mod fallback;
mod fallback_path;
mod fields;
mod filled;
mod item;
mod key;
mod layout;
mod list;
mod marker;
mod names;
mod path;
mod projection;
mod rollup;
mod schema;
mod table;
mod tagged;
mod text;
mod value;

pub(crate) use collection::collection;
pub(crate) use fallback::{fallback_collection, fallback_item, fallback_value};
pub(crate) use item::item;
pub(crate) use projection::{fallback_projection, projection};
pub(crate) use rollup::{fallback_rollup, rollup};
pub(crate) use value::value;
