//! Streams: records of every source, the same change.

mod order;
mod records;
mod sources;
mod views;
