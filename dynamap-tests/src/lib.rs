//! What the tests of dynamap share: an engine per test, the requests that were sent, faults on order.
//!
//! [`Fixture::new`] gives a test an engine of its own in this process, on a clock that stands still
//! at [`START`]. With `DYNAMODB_ENDPOINT` in the environment the same tests run against that
//! endpoint instead.

mod canned;
mod expression;
mod fault;
mod fixture;
mod request;
mod scripted;
mod spans;
mod stream;

pub use canned::Canned;
pub use fault::EngineFault;
pub use fixture::{Fixture, START};
pub use request::{Request, Requests};
pub use scripted::{Answer, Script};
pub use spans::{Span, Spans, Told};
pub use stream::Stream;
