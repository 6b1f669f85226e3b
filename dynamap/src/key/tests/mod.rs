mod layout;
mod range;
mod range_composed;
mod shard;
