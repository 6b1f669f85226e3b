//! What types look like in DynamoDB: every test goes through the SDK's values and through DynamoDB JSON.

mod aliases;
#[cfg(feature = "serde_dynamo")]
mod by_serde;
mod data_enums;
mod flatten;
mod flattened_times;
mod names;
mod null_and_set;
mod tuple_structs;
mod values;
mod wires;
