use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn any_value_goes_through_every_wire(v in generate::attribute_value()) {
        prop_assert_eq!(&decode::<AttributeValue>(v.clone()).unwrap(), &v);
        prop_assert_eq!(&AttributeValue::decode(&mut TreeDecoder::new(&v)).unwrap(), &v);
        prop_assert_eq!(&encode(&v), &v);
        prop_assert_eq!(&from_json::<AttributeValue>(&to_json(&v)).unwrap(), &v);
    }

    #[test]
    fn skipping_moves_past_one_value(v in generate::attribute_value()) {
        let list = AttributeValue::L(vec![v, n("7")]);
        let mut decoder = TreeDecoder::new(&list);
        decoder.open_list().unwrap();
        prop_assert!(decoder.next_element().unwrap());
        decoder.skip().unwrap();
        prop_assert!(decoder.next_element().unwrap());
        prop_assert_eq!(u8::decode(&mut decoder).unwrap(), 7);
        prop_assert!(!decoder.next_element().unwrap());
    }
}

#[test]
fn null_false_is_refused_everywhere() {
    let null = AttributeValue::Null(false);
    for wrapped in [
        null.clone(),
        AttributeValue::L(vec![null.clone()]),
        m([("a", null.clone())]),
    ] {
        assert!(decode::<AttributeValue>(wrapped.clone()).is_err());
        assert!(TreeDecoder::new(&wrapped).skip().is_err());
        assert!(to_attribute_value(&value(), &wrapped).is_err());
    }
    let error = decode::<Option<u8>>(null).unwrap_err();
    assert_eq!(error.to_string(), "expected NULL true, found NULL false");
}

#[test]
fn an_item_is_entered_as_a_map() {
    let item = std::collections::HashMap::from([("pk".to_owned(), s("a"))]);
    let mut decoder = TreeDecoder::item_ref(&item);
    assert_eq!(decoder.wire_type().unwrap(), WireType::M);
    decoder.open_map().unwrap();
    assert_eq!(decoder.next_key().unwrap().as_deref(), Some("pk"));
    assert_eq!(decoder.string().unwrap(), "a");
    assert_eq!(decoder.next_key().unwrap(), None);

    let mut encoder = MapEncoder::new();
    item.encode(&mut encoder).unwrap();
    assert_eq!(encoder.finish_item().unwrap(), item);
}

#[test]
fn a_codec_that_writes_nothing_is_an_error() {
    assert!(MapEncoder::new().finish().is_err());
    let mut encoder = MapEncoder::new();
    encoder.null();
    assert!(encoder.finish_item().is_err());
}
