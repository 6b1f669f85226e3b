//! The direct reader of answers: that it is used, that the SDK's path gives the same.

mod agreement;
mod both_ways;
mod everything;
mod hook;
