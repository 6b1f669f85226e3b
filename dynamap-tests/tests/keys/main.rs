//! Composed keys: how they are written, read, addressed and queried.

mod declared;
mod points;
