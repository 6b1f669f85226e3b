//! The sentences of generated documentation.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::TimeFormat;
use crate::model::{Codec, Field, Unit};

/// The docs of a constant: what the attribute is, then the field's own docs.
pub(super) fn constant(field: &Field) -> TokenStream {
    let name = &field.attribute.value;
    let text = match &field.codec {
        Codec::Time(format) | Codec::KeyTime(format) => {
            format!("The attribute `{name}`, {}.", written(*format))
        }
        Codec::InKey { precision, .. } => format!(
            "The time at the start of the key attribute `{name}`, {}.",
            written(TimeFormat::Iso {
                precision: *precision,
                reading: crate::model::Reading::Canonical
            })
        ),
        Codec::Ttl | Codec::KeyTtl => {
            format!("The attribute `{name}`, the TTL: a Number of epoch seconds.")
        }
        Codec::Version => format!("The attribute `{name}`, the version."),
        Codec::Value | Codec::KeyValue | Codec::With(_) => format!("The attribute `{name}`."),
    };
    let docs = &field.forwarded.docs;
    if docs.is_empty() {
        quote!(#[doc = #text])
    } else {
        quote!(#[doc = #text] #[doc = ""] #(#docs)*)
    }
}

fn written(format: TimeFormat) -> String {
    match format {
        TimeFormat::Epoch(unit) => format!("a Number of epoch {}", unit.word()),
        TimeFormat::Iso { precision, .. } => format!(
            "ISO text in UTC with {}",
            match precision {
                Unit::Seconds => "whole seconds",
                Unit::Millis => "milliseconds",
                Unit::Micros => "microseconds",
                Unit::Nanos => "nanoseconds",
            }
        ),
    }
}
