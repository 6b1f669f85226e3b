//! Writes: what they send, what they give back, what their failures mean.

mod create;
mod delete;
mod errors;
mod exactly_once;
mod if_newer;
mod lost_answer;
mod outcome_unknown;
mod prepared;
mod put;
mod rescue;
mod set_from;
mod throttling;
mod update;
mod upsert;
