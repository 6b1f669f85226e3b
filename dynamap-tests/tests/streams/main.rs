//! Streams: records of every source, the same change.

mod archive;
mod embedded;
mod lambda;
mod leases;
mod order;
mod reader;
mod records;
mod sources;
mod views;
