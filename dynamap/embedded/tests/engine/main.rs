//! The engine behind the real SDK clients.

mod concurrency;
mod items;
mod known_differences;
mod persistence;
mod refusals;
mod streams;
mod support;
mod tables;
mod time_to_live;
mod wrapping;
