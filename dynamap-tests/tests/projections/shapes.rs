//! The codec of the item's field is the projection's: units, aliases, defaults, sets, modules.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::value::{DecodeError, Decoder, EncodeError, Encoder};
use dynamap::{DynamoItem, DynamoProjection, DynamoValue, Item};
use dynamap_tests::Fixture;
use time::OffsetDateTime;
use time::macros::datetime;

mod cents {
    use super::{DecodeError, Decoder, EncodeError, Encoder};

    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Cents(pub(crate) i64);

    #[expect(
        clippy::unnecessary_wraps,
        reason = "the signature that `with` asks for"
    )]
    pub(crate) fn encode(cents: &Cents, encoder: &mut dyn Encoder) -> Result<(), EncodeError> {
        encoder.string(&format!("{} cents", cents.0));
        Ok(())
    }

    pub(crate) fn decode(decoder: &mut dyn Decoder) -> Result<Cents, DecodeError> {
        let text = decoder.string()?;
        let number = text
            .strip_suffix(" cents")
            .and_then(|text| text.parse().ok());
        number
            .map(Cents)
            .ok_or_else(|| DecodeError::new("cents", "another text"))
    }
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Address {
    city: String,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "customers", rename_all = "camelCase")]
struct Customer<T> {
    #[partition_key]
    r#type: String,
    #[ts(iso, precision = seconds)]
    born_at: OffsetDateTime,
    #[dynamo(alias = "mail", alias = "e-mail")]
    mail_address: String,
    #[dynamo(default = seven)]
    credit: u32,
    #[dynamo(set)]
    tags: Vec<String>,
    #[dynamo(with = cents)]
    balance: cents::Cents,
    #[dynamo(null)]
    nick: Option<String>,
    address: T,
    numbers: BTreeSet<u32>,
}

fn seven() -> u32 {
    7
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Customer<Address>)]
struct Plain {
    born_at: OffsetDateTime,
    credit: u32,
    tags: Vec<String>,
    balance: cents::Cents,
    nick: Option<String>,
    address: Address,
    #[dynamo(field = "type")]
    kind: String,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(of = Customer<Address>)]
struct Aliased {
    mail_address: String,
    r#type: String,
    numbers: BTreeSet<u32>,
}

fn customer() -> Customer<Address> {
    Customer {
        r#type: "private".into(),
        born_at: datetime!(1990-01-01 0:00 UTC),
        mail_address: "a@b".into(),
        credit: 1,
        tags: vec!["x".into(), "y".into()],
        balance: cents::Cents(250),
        nick: None,
        address: Address {
            city: "Bonn".into(),
        },
        numbers: [1, 2].into(),
    }
}

#[tokio::test]
async fn a_projection_reads_a_field_as_the_item_does() {
    let fixture = Fixture::new();
    let table = fixture.create::<Customer<Address>>().await;
    table.put(customer()).send().await.unwrap();
    fixture.requests().clear();
    let read = table.get("private").project::<Plain>().await.unwrap();
    let expected = Plain {
        born_at: datetime!(1990-01-01 0:00 UTC),
        credit: 1,
        tags: vec!["x".into(), "y".into()],
        balance: cents::Cents(250),
        nick: None,
        address: Address {
            city: "Bonn".into(),
        },
        kind: "private".into(),
    };
    assert_eq!(read, Some(expected));
    assert_eq!(
        fixture.requests().only().projection(),
        "bornAt, credit, tags, balance, nick, address, type"
    );
    // From the text of an answer too.
    let mut all = table.scan().project::<Plain>().all().await.unwrap();
    let only = all.pop().unwrap();
    assert_eq!(
        (only.balance, only.kind),
        (cents::Cents(250), "private".into())
    );
}

#[test]
fn what_is_absent_reads_as_in_the_item() {
    let mut item = customer().to_item().unwrap();
    for name in ["credit", "tags", "nick"] {
        item.remove(name);
    }
    let read = Plain::from_item(&item).unwrap();
    assert_eq!((read.credit, read.tags, read.nick), (7, Vec::new(), None));
}

/// An attribute's own name goes before its aliases, whatever order they come in.
#[tokio::test]
async fn aliases_are_asked_for_too() {
    let fixture = Fixture::new();
    let table = fixture.create::<Customer<Address>>().await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let put = async |item: Item| {
        let put = fixture.raw_client().put_item().table_name("customers");
        put.set_item(Some(item)).send().await.unwrap();
    };
    let mut item = customer().to_item().unwrap();
    item.insert("e-mail".into(), text("old"));
    item.insert("mail".into(), text("newer"));
    put(item.clone()).await;
    fixture.requests().clear();
    let read = async || {
        let query = table.query("private").project::<Aliased>();
        query.first().await.unwrap().unwrap().mail_address
    };
    assert_eq!(read().await, "a@b");
    assert_eq!(
        fixture.requests().take()[0].projection(),
        "mailAddress, mail, e-mail, type, numbers"
    );
    item.remove("mailAddress");
    put(item.clone()).await;
    assert_eq!(read().await, "newer");
    item.remove("mail");
    put(item.clone()).await;
    assert_eq!(read().await, "old");
    item.remove("e-mail");
    let missing = Aliased::from_item(&item).unwrap_err();
    assert_eq!(missing.attribute(), Some("mailAddress"));
}

/// A public item may have a private field of a private type, and so may its projection.
#[allow(
    unreachable_pub,
    reason = "a public type is one that may not show a private one"
)]
mod public {
    use dynamap::{DynamoItem, DynamoProjection, DynamoValue};

    #[derive(Debug, PartialEq, DynamoValue)]
    struct Secret(u64);

    #[derive(Debug, PartialEq, DynamoItem)]
    #[dynamo(
        table = "vault",
        index(name = "by_name", partition_key = "name", projection = include("secret"), as = Named)
    )]
    pub struct Vault {
        #[partition_key]
        pub id: String,
        pub name: String,
        secret: Secret,
        other: Secret,
    }

    #[derive(Debug, PartialEq, DynamoProjection)]
    #[dynamo(of = Vault)]
    pub struct Named {
        pub id: String,
        secret: Secret,
    }

    impl Vault {
        pub fn new() -> Self {
            Self {
                id: "v".into(),
                name: "n".into(),
                secret: Secret(1),
                other: Secret(2),
            }
        }
    }

    impl Named {
        pub fn secret(&self) -> u64 {
            self.secret.0
        }
    }
}

#[tokio::test]
async fn private_types_of_private_fields() {
    let fixture = Fixture::new();
    let table = fixture.create::<public::Vault>().await;
    table.put(public::Vault::new()).send().await.unwrap();
    let named = table.query_by_name("n").all().await.unwrap();
    let named: Vec<_> = named
        .iter()
        .map(|named| (&*named.id, named.secret()))
        .collect();
    assert_eq!(named, [("v", 1)]);
}
