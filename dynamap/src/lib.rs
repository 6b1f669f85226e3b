//! Maps structs to Amazon DynamoDB items and owns time.

pub mod value;
