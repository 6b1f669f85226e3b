//! What types look like in DynamoDB: every test goes through the SDK's values and through DynamoDB JSON.

mod aliases;
mod data_enums;
mod flatten;
mod names;
mod tuple_structs;
mod values;
mod wires;
