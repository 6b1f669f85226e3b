//! Projections: structs read of a part of an item's attributes, and indexes that hold a part.

mod indexes;
mod keys;
mod shapes;
mod tables;
