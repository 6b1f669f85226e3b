//! Maps structs to Amazon DynamoDB items and owns time.

pub mod time;
pub mod value;
