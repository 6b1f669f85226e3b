//! Tuple structs of several fields: an L.

use dynamap::DynamoValue;
use serde_json::json;
use time::OffsetDateTime;
use time::macros::datetime;

use crate::wires::{read, refused, stored};

mod celsius {
    use dynamap::value::{DecodeError, Decoder, EncodeError, Encoder};

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature of a codec's encode"
    )]
    pub(crate) fn encode(value: &i16, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        if *value < -273 {
            return Err(EncodeError::new("nothing is colder than -273"));
        }
        encoder.string(&format!("{value} C"));
        Ok(())
    }

    pub(crate) fn decode(decoder: &mut dyn Decoder) -> Result<i16, DecodeError> {
        let text = decoder.string()?;
        let degrees = text
            .strip_suffix(" C")
            .and_then(|degrees| degrees.parse().ok());
        degrees.ok_or_else(|| DecodeError::new("degrees", "another text"))
    }
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Reading(
    #[ts(seconds)] OffsetDateTime,
    Option<f64>,
    #[dynamo(with = celsius)] i16,
);

#[test]
fn each_field_is_an_element_by_its_own_codec() {
    let reading = Reading(datetime!(2026-11-30 12:00 UTC), Some(0.5), -3);
    assert_eq!(
        stored(&reading),
        json!({"L": [{"N": "1796040000"}, {"N": "0.5"}, {"S": "-3 C"}]})
    );
    let without = Reading(datetime!(2026-11-30 12:00 UTC), None, 4);
    assert_eq!(
        stored(&without),
        json!({"L": [{"N": "1796040000"}, {"NULL": true}, {"S": "4 C"}]})
    );
}

#[test]
fn the_length_is_exact_and_errors_name_the_element() {
    let error = |json| read::<Reading>(json).unwrap_err();
    assert_eq!(
        error(r#"{"L":[{"N":"1"},{"N":"1"}]}"#),
        "expected an L of 3 elements, found a shorter one"
    );
    assert_eq!(
        error(r#"{"L":[{"N":"1"},{"N":"1"},{"S":"1 C"},{"N":"1"}]}"#),
        "expected an L of 3 elements, found a longer one"
    );
    assert_eq!(
        error(r#"{"L":[{"N":"1"},{"N":"1"},{"S":"1 F"}]}"#),
        "`[2]`: expected degrees, found another text"
    );
    assert_eq!(error(r#"{"M":{}}"#), "expected L, found M");
    let reading = Reading(OffsetDateTime::UNIX_EPOCH, None, -274);
    assert_eq!(refused(&reading), "`[2]`: nothing is colder than -273");
    let reading = Reading(OffsetDateTime::UNIX_EPOCH, Some(f64::NAN), 0);
    assert_eq!(
        refused(&reading),
        "`[1]`: NaN cannot be stored: DynamoDB has no such number"
    );
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Pair<A, B>(A, B);

#[test]
fn a_tuple_struct_may_be_generic_and_nested() {
    let pairs = vec![Pair(1_u16, Pair("a".to_owned(), vec![true]))];
    assert_eq!(
        stored(&pairs),
        json!({"L": [{"L": [{"N": "1"}, {"L": [{"S": "a"}, {"L": [{"BOOL": true}]}]}]}]})
    );
}
