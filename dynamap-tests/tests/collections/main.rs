//! The items of several types in one table, read as one enum.

mod dispatch;
mod expiry;
mod reads;
mod store;
mod tables;
mod unknown;
