mod buckets;
mod fields;
mod properties;
mod texts;
mod wire;
#[cfg(feature = "jiff")]
mod zones;
