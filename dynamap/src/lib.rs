//! Maps structs to Amazon DynamoDB items and owns time.

pub mod time;
pub mod value;

pub use time::unset;
