mod range;
mod shard;
