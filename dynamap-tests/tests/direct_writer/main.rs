//! Writes of items without the SDK's maps: the same requests, written at less cost.

mod agreement;
mod hook;
mod notes;
mod wire;
