//! DynamoDB JSON: `{"pk":{"S":"a"}}`, as the service, exports to S3 and event payloads spell items.

mod decode;
mod encode;
mod escape;
mod scan;
mod skim;
mod skip;

pub use decode::JsonDecoder;
pub use encode::JsonEncoder;
pub(crate) use escape::write_string;
pub(crate) use scan::Scanner;
