use proptest::prelude::*;

use super::*;

fn text<K: KeyText>(part: &K) -> Result<String, EncodeError> {
    let mut text = String::from(">");
    part.write_key_text(&mut text)?;
    Ok(text.split_off(1))
}

#[test]
fn c91_integers_in_a_text_key_have_20_digits() {
    assert_eq!(text(&900).unwrap(), "00000000000000000900");
    assert!(text(&900).unwrap() < text(&2800_u32).unwrap());
    assert_eq!(text(&u64::MAX).unwrap(), "18446744073709551615");
    assert_eq!(
        text(&-5).unwrap_err().to_string(),
        "a negative integer cannot be a part of a composed key: its text would not sort"
    );
    assert_eq!(u32::read_key_text("00000000000000002800").unwrap(), 2800);
    for other in [
        "2800",
        "00000000004294967296",
        "+0000000000000002800",
        "-0000000000000000005",
        "0000000000000000280x",
        "000000000000000002800",
    ] {
        assert_eq!(
            u32::read_key_text(other).unwrap_err().to_string(),
            "expected 20 digits of an integer in u32, found another text"
        );
    }
    assert!(u64::read_key_text("99999999999999999999").is_err());
    assert_eq!(u8::WIDTH, Some(20));
}

#[test]
fn parts_of_other_types() {
    assert_eq!(text(&"a#b".to_owned()).unwrap(), "a#b");
    assert_eq!(text(&'x').unwrap(), "x");
    assert_eq!(
        text(&time::macros::date!(2025 - 03 - 01)).unwrap(),
        "2025-03-01"
    );
    assert_eq!(time::Date::WIDTH, Some(10));
    assert_eq!(String::WIDTH, None);
    assert_eq!(Box::<str>::read_key_text("a").unwrap().as_ref(), "a");
    #[cfg(feature = "uuid")]
    {
        let id = "67e55044-10b1-426f-9247-bb680e5fe0c8";
        let uuid: uuid::Uuid = id.parse().unwrap();
        assert_eq!(text(&uuid).unwrap(), id);
        assert_eq!(uuid::Uuid::read_key_text(id).unwrap(), uuid);
        assert!(uuid::Uuid::read_key_text(&id.to_uppercase()).is_err());
    }
}

#[test]
fn key_types() {
    assert_eq!(<String as KeyValue>::TYPE, ScalarType::S);
    assert_eq!(<u64 as KeyValue>::TYPE, ScalarType::N);
    assert_eq!(<Number as KeyValue>::TYPE, ScalarType::N);
    assert_eq!(<Vec<u8> as KeyValue>::TYPE, ScalarType::B);
    assert_eq!(<[u8; 16] as KeyValue>::TYPE, ScalarType::B);
    assert_eq!(<Box<u8> as KeyValue>::TYPE, ScalarType::N);
    assert_eq!(<Customer as KeyValue>::TYPE, ScalarType::S);
}

/// What the derive writes for a struct of one unnamed field.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Customer(String);

impl Transparent for Customer {
    type Inner = String;

    fn inner(&self) -> &String {
        &self.0
    }

    fn from_inner(inner: String) -> Self {
        Self(inner)
    }
}

impl DynamoValue for Customer {
    type Kind = kind::Text;

    fn encode(&self, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        self.0.encode(encoder)
    }

    fn decode(decoder: &mut dyn Decoder) -> Result<Self, DecodeError> {
        String::decode(decoder).map(Self)
    }
}

#[test]
fn a_transparent_type_is_what_its_inner_type_is() {
    let customer = || Customer("c".to_owned());
    assert_eq!(text(&customer()).unwrap(), "c");
    assert_eq!(
        round_trip(&std::collections::HashSet::from([customer()])),
        ss(&["c"])
    );
    assert_eq!(
        round_trip(&std::collections::HashMap::from([(customer(), 1_u8)])),
        m([("c", n("1"))])
    );
}

proptest! {
    #[test]
    fn texts_of_integers_sort_as_the_integers(a: u64, b: u64) {
        prop_assert_eq!(text(&a).unwrap().cmp(&text(&b).unwrap()), a.cmp(&b));
        prop_assert_eq!(u64::read_key_text(&text(&a).unwrap()).unwrap(), a);
    }
}
