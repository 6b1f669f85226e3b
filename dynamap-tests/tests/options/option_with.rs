//! `with = module`: a codec of the caller's own.

use dynamap::{DynamoItem, ErrorKind};
use dynamap_tests::Fixture;
use serde_json::json;

mod hex {
    use dynamap::value::{DecodeError, Decoder, EncodeError, Encoder};

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature of a codec's encode"
    )]
    pub(crate) fn encode(value: &u32, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        if *value > 0xffff {
            return Err(EncodeError::new("a colour has four digits"));
        }
        encoder.string(&format!("{value:04x}"));
        Ok(())
    }

    pub(crate) fn decode(decoder: &mut dyn Decoder) -> Result<u32, DecodeError> {
        let text = decoder.string()?;
        u32::from_str_radix(&text, 16)
            .map_err(|_| DecodeError::new("hexadecimal digits", "another text"))
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "paints")]
struct Paint {
    #[partition_key]
    id: String,
    #[dynamo(with = hex)]
    colour: u32,
}

fn paint(colour: u32) -> Paint {
    Paint {
        id: "p".to_owned(),
        colour,
    }
}

// C32: the item, the condition and the update all go through the module.
#[tokio::test]
async fn one_codec_serves_everything() {
    let fixture = Fixture::new();
    let paints = fixture.create::<Paint>().await;
    paints.create(paint(0xab)).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().item(),
        &json!({"id": {"S": "p"}, "colour": {"S": "00ab"}})
    );
    let changed = paints
        .update("p")
        .set(Paint::COLOUR, 0xcd_u32)
        .condition(Paint::COLOUR.eq(0xab_u32))
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.update(), "SET colour = '00cd'");
    assert_eq!(
        request.condition(),
        "attribute_exists(id) AND colour = '00ab'"
    );
    assert_eq!(changed, paint(0xcd));
}

#[tokio::test]
async fn its_errors_are_those_of_the_attribute() {
    let fixture = Fixture::new();
    let paints = fixture.create::<Paint>().await;
    let error = paints.put(paint(0x1_0000)).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Encode);
    assert_eq!(
        error.to_string(),
        "PutItem on `paints`: `colour`: a colour has four digits"
    );
    let update = paints.update("p").set(Paint::COLOUR, 0x1_0000_u32);
    let error = update.send().await.unwrap_err();
    assert_eq!(error.attribute(), Some("colour"));
    assert!(fixture.requests().take().is_empty());
}
