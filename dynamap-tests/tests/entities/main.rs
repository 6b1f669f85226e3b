//! Types that share a table: the tag that tells them apart.

mod reads;
mod store;
mod writes;
