//! Time: instants, the unit a field stores them in, and the clock they are read from.
//!
//! Every time type is turned into a [`Moment`] and written by one codec, [`TimeFormat`].

mod clock;
mod format;
mod iso;
mod moment;
mod number;
mod point;
mod unit;

pub use clock::{Clock, ManualClock, SystemClock};
pub use format::{Reading, TimeFormat};
pub use moment::Moment;
pub use point::PointInTime;
pub use unit::{EpochUnit, Iso, Micros, Millis, Nanos, Resolution, Seconds, Unit};
