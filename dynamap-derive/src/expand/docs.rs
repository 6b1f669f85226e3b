//! The sentences of generated documentation.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{Codec, Field, Reading, TimeFormat, Unit};

/// One line of docs, indented as in a doc comment, so that the field's own docs can follow it.
pub(super) fn line(text: &str) -> TokenStream {
    let text = format!(" {text}");
    quote!(#[doc = #text])
}

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
                reading: Reading::Canonical
            })
        ),
        Codec::Ttl | Codec::KeyTtl => {
            format!("The attribute `{name}`, the TTL: a Number of epoch seconds.")
        }
        Codec::Version => format!("The attribute `{name}`, the version."),
        Codec::Value | Codec::KeyValue | Codec::With(_) => format!("The attribute `{name}`."),
    };
    let line = line(&text);
    let docs = &field.forwarded.docs;
    if docs.is_empty() {
        line
    } else {
        quote!(#line #[doc = ""] #(#docs)*)
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
