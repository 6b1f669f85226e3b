//! Audit and repair of TTL values, on tables with every fault planted.

mod audit;
mod interruption;
mod repair;
mod support;
mod times;
