//! Time: instants, the unit a field stores them in, and the clock they are read from.
//!
//! Every time type is turned into a [`Moment`] and written by one codec, [`TimeFormat`]. A field's
//! option names the unit (`#[ts(millis)]`, `#[ttl(seconds)]`, `#[ts(iso)]`), and the type of the
//! field must hold a time: [`TimeField`] says which do, and why others do not.

mod bucket;
mod clock;
mod epoch;
mod field;
mod format;
mod holds;
pub(crate) mod iso;
mod moment;
pub(crate) mod number;
mod point;
pub mod refused;
#[cfg(test)]
mod tests;
mod unit;
mod unset;
#[cfg(feature = "jiff")]
mod zone;

pub use bucket::{Bucket, BucketWidth, Buckets};
pub use clock::{Clock, ManualClock, SystemClock};
pub use epoch::{EpochMicros, EpochMillis, EpochNanos, EpochSeconds, OutOfRange};
pub use field::{
    Always, CounterType, InstantType, SameUnit, TimeCodec, TimeField, Written, codec, is,
    key_codec, part_codec, ttl_codec,
};
pub use format::{Reading, TimeFormat};
pub use moment::Moment;
pub use point::PointInTime;
pub use unit::{EpochUnit, Iso, Micros, Millis, Nanos, Resolution, Seconds, Unit};
pub use unset::{Unset, unset};
#[cfg(feature = "jiff")]
#[cfg_attr(docsrs, doc(cfg(feature = "jiff")))]
pub use zone::{day_in, month_in};
