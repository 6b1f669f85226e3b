//! Stored data that the struct does not expect.

use std::collections::HashMap;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue as Av;
use dynamap::DynamoItem;
use dynamap_tests::Fixture;

/// What must not be printed.
const SECRET: &str = "s3cr3t-contents";

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "odd")]
struct Odd {
    #[partition_key]
    id: String,
    count: i64,
    tags: Vec<String>,
    by_name: HashMap<String, i64>,
}

/// The attribute, the type that it holds, and where: as it is, in a list, in a map.
const READ: [&str; 3] = ["count N 0", "tags S 1", "by_name N 2"];

fn of_every_type() -> Vec<(&'static str, Av)> {
    let text = || SECRET.to_owned();
    vec![
        ("S", Av::S(text())),
        ("N", Av::N("1234567".to_owned())),
        ("B", Av::B(Blob::new(SECRET))),
        ("BOOL", Av::Bool(true)),
        ("NULL", Av::Null(true)),
        ("M", Av::M(HashMap::from([(text(), Av::S(text()))]))),
        ("L", Av::L(vec![Av::S(text()), Av::Null(true)])),
        ("SS", Av::Ss(vec![text()])),
        ("NS", Av::Ns(vec!["1234567".to_owned()])),
        ("BS", Av::Bs(vec![Blob::new(SECRET)])),
    ]
}

#[tokio::test]
async fn every_type_in_every_place_is_read_or_named_and_never_printed() {
    let fixture = Fixture::new();
    let odd = fixture.create::<Odd>().await;
    let mut read = Vec::new();
    for attribute in ["count", "tags", "by_name"] {
        for (name, value) in of_every_type() {
            for place in 0..3 {
                let value = match place {
                    0 => value.clone(),
                    1 => Av::L(vec![value.clone()]),
                    _ => Av::M(HashMap::from([(SECRET.to_owned(), value.clone())])),
                };
                let mut item = HashMap::from([
                    ("id".to_owned(), Av::S(SECRET.to_owned())),
                    ("count".to_owned(), Av::N("1".to_owned())),
                    ("tags".to_owned(), Av::L(Vec::new())),
                    ("by_name".to_owned(), Av::M(HashMap::new())),
                    ("a.b-c#d".to_owned(), Av::S(SECRET.to_owned())),
                ]);
                item.insert(attribute.to_owned(), value);
                fixture
                    .raw_client()
                    .put_item()
                    .table_name("odd")
                    .set_item(Some(item))
                    .send()
                    .await
                    .unwrap();
                let Err(error) = odd.get(SECRET).await else {
                    read.push(format!("{attribute} {name} {place}"));
                    continue;
                };
                assert!(error.is_decode(), "{error}");
                let mut printed = vec![format!("{error} {error:?} {error:#?}")];
                let mut source = std::error::Error::source(&error);
                while let Some(inner) = source {
                    printed.extend([inner.to_string(), format!("{inner:?}")]);
                    source = inner.source();
                }
                assert!(
                    printed
                        .iter()
                        .all(|text| !text.contains(SECRET) && !text.contains("1234567")),
                    "{printed:?}"
                );
                assert!(
                    error
                        .attribute()
                        .is_some_and(|path| path.starts_with(attribute))
                );
            }
        }
    }
    assert_eq!(read, READ);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "names")]
struct Names {
    #[partition_key]
    #[dynamo(rename = "p.k-#:")]
    id: String,
    #[dynamo(rename = "a.b[0]")]
    dotted: i64,
    #[dynamo(rename = "select")]
    reserved: String,
    #[dynamo(rename = "naïve ✓ \u{1F600}")]
    unicode: Option<String>,
}

#[tokio::test]
async fn attribute_names_of_any_characters_work_in_every_expression() {
    let fixture = Fixture::new();
    let names = fixture.create::<Names>().await;
    let given = Names {
        id: "1".to_owned(),
        dotted: 1,
        reserved: "r".to_owned(),
        unicode: Some("u".to_owned()),
    };
    names.create(&given).await.unwrap();
    let updated = names
        .update("1")
        .add(Names::DOTTED, 2)
        .set(Names::RESERVED, "s")
        .remove(Names::UNICODE)
        .condition(Names::DOTTED.eq(1) & Names::RESERVED.begins_with("r"))
        .await
        .unwrap();
    assert_eq!(
        updated,
        Names {
            id: "1".to_owned(),
            dotted: 3,
            reserved: "s".to_owned(),
            unicode: None,
        }
    );
    let got = names
        .get("1")
        .project_attributes((Names::DOTTED, Names::RESERVED, Names::UNICODE))
        .await
        .unwrap();
    assert_eq!(got, Some((3, "s".to_owned(), None)));
    assert_eq!(
        names
            .scan()
            .filter(Names::UNICODE.not_exists() & Names::ID.eq("1"))
            .count()
            .await
            .unwrap(),
        1
    );
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "blobs")]
struct Large {
    #[partition_key]
    id: String,
    text: String,
}

#[tokio::test]
async fn an_item_that_is_too_large_is_refused_without_its_contents() {
    let fixture = Fixture::embedded();
    let larges = fixture.create::<Large>().await;
    let overhead = "id".len() + 1 + "text".len();
    let mut given = Large {
        id: "1".to_owned(),
        text: "x".repeat(400 * 1024 - overhead),
    };
    let stored = larges.put(&given).await.unwrap();
    assert_eq!(stored, given);
    given.text.push('y');
    let error = larges.put(&given).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "PutItem on `blobs`: Item size has exceeded the maximum allowed size (ValidationException)"
    );
}
