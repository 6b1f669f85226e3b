//! Errors: their kinds, their texts, and that contents never show in them.

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::fmt::Write;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::{DynamoItem, DynamoValue, Error, ErrorKind};
use dynamap_tests::{Answer, Fixture};
use proptest::prelude::*;

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Line {
    price: i64,
    label: String,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    text: String,
    lines: Vec<Line>,
    notes: BTreeMap<String, i64>,
    rate: f64,
}

fn order(marker: &str) -> Order {
    Order {
        id: marker.to_owned(),
        text: marker.to_owned(),
        lines: vec![Line {
            price: 1,
            label: marker.to_owned(),
        }],
        notes: BTreeMap::from([(marker.to_owned(), 1)]),
        rate: 1.0,
    }
}

/// All that a log could print of an error.
fn printed(error: &Error) -> String {
    let mut text = format!("{error} {error:?} {error:#?}");
    let mut source = error.source();
    while let Some(cause) = source {
        write!(text, " {cause} {cause:?} {cause:#?}").unwrap();
        source = cause.source();
    }
    text
}

fn is_error<E: StdError + Send + Sync + 'static>() {}

#[test]
fn the_error_is_small_and_can_travel() {
    is_error::<Error>();
    assert_eq!(size_of::<Error>(), size_of::<usize>());
}

// The texts of the service, as it gives them, with contents in them.
fn refusals(marker: &str) -> Vec<String> {
    vec![
        format!(
            "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than \
             or equal to lower bound; lower bound operand: AttributeValue: {{S:{marker}}}, upper bound \
             operand: AttributeValue: {{S:{marker}}}"
        ),
        format!(
            "One or more parameter values were invalid: Input collection [{marker}, {marker}] contains duplicates."
        ),
        format!("The parameter cannot be converted to a numeric value: {marker}"),
        format!(
            "Invalid UpdateExpression: Syntax error; token: \"{marker}\", near: \"= {marker}\""
        ),
        format!(
            "1 validation error detected: Value '{marker}' at 'tableName' failed to satisfy constraint"
        ),
        format!(
            "Two document paths overlap with each other; path one: [notes, {marker}], path two: [notes]"
        ),
    ]
}

async fn errors(marker: &str) -> Vec<Error> {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let mut errors = Vec::new();
    let broken = Order {
        rate: f64::NAN,
        ..order(marker)
    };
    // Refused before anything is sent.
    errors.push(orders.put(broken).send().await.unwrap_err());
    let long = Order {
        id: marker.repeat(300),
        ..order(marker)
    };
    errors.push(orders.put(long).send().await.unwrap_err());
    let overlap = orders
        .update(marker)
        .set(Order::NOTES.key(marker), 1)
        .set(Order::NOTES.key(marker), 2);
    errors.push(overlap.send().await.unwrap_err());
    let condition = Order::TEXT.between(format!("{marker}b"), format!("{marker}a"));
    let between = orders.put(order(marker)).condition(condition);
    errors.push(between.send().await.unwrap_err());
    // Refused by a condition.
    errors.push(orders.update(marker).send().await.unwrap_err());
    orders.create(order(marker)).send().await.unwrap();
    errors.push(orders.create(order(marker)).send().await.unwrap_err());
    let condition = Order::TEXT.eq(format!("{marker}!")) & Order::NOTES.key(marker).not_exists();
    let update = orders.update(marker).condition(condition);
    errors.push(update.send().await.unwrap_err());
    // Refused by the service: the entry is a number.
    let client = fixture.raw_client();
    let item = order(marker).to_item().unwrap();
    let put = client.put_item().table_name("orders").set_item(Some(item));
    put.item("notes", AttributeValue::S(marker.to_owned()))
        .send()
        .await
        .unwrap();
    let update = orders.update(marker).set(Order::NOTES.key(marker), 1);
    errors.push(update.send().await.unwrap_err());
    // Unreadable.
    errors.push(orders.get(marker).send().await.unwrap_err());
    let item = order(marker).to_item().unwrap();
    let entry =
        AttributeValue::M([(marker.to_owned(), AttributeValue::S(marker.to_owned()))].into());
    let put = client.put_item().table_name("orders").set_item(Some(item));
    put.item("notes", entry).send().await.unwrap();
    errors.push(orders.get(marker).send().await.unwrap_err());
    // Whatever the service says.
    for message in refusals(marker) {
        let answer = Answer::refuse("ValidationException", message);
        let (orders, _) = fixture.scripted_table::<Order>([answer]);
        errors.push(orders.put(order(marker)).send().await.unwrap_err());
    }
    let (scripted, script) = fixture.scripted_table::<Order>([]);
    for _ in 0..3 {
        script.push(Answer::Break);
    }
    errors.push(scripted.put(order(marker)).send().await.unwrap_err());
    errors
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// A marker in every value, key, map key and condition value never shows, neither in the error nor
    /// in its sources.
    #[test]
    fn contents_never_show(letters in "[a-z]{12}", tail in "[\\]}\"' ]{0,2}") {
        let marker = format!("{letters}{tail}{letters}");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let errors = runtime.block_on(errors(&marker));
        for error in &errors {
            let text = printed(error);
            prop_assert!(!text.contains(&letters), "{text}");
        }
        prop_assert_eq!(errors.len(), 17);
    }
}

// What a handle or a condition prints has no contents either.
#[test]
fn debug_texts_have_no_values() {
    let condition = Order::NOTES.key("secret").eq(7) & Order::TEXT.eq("secret");
    assert_eq!(
        format!("{condition:?}"),
        "Condition(#n0.#n1 = :v0 AND #n2 = :v1)"
    );
    let entry = Order::NOTES.key("secret");
    assert_eq!(format!("{entry:?}"), "Attribute(notes.*)");
    assert_eq!(entry.name(), "notes.secret");
}

#[tokio::test]
async fn a_path_says_where_it_is() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let mut item = order("o").to_item().unwrap();
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let line = AttributeValue::M(
        [
            ("price".to_owned(), text("1")),
            ("label".to_owned(), text("x")),
        ]
        .into(),
    );
    let good = item["lines"].as_l().unwrap()[0].clone();
    item.insert("lines".to_owned(), AttributeValue::L(vec![good, line]));
    let client = fixture.raw_client();
    let put = client.put_item().table_name("orders").set_item(Some(item));
    put.send().await.unwrap();
    let error = orders.get("o").send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(error.attribute(), Some("lines[1].price"));
    assert_eq!(
        error.to_string(),
        "GetItem on `orders`: `lines[1].price`: expected N, found S"
    );
}

#[tokio::test]
async fn a_missing_table_has_its_own_kind() {
    let fixture = Fixture::new();
    let orders = fixture.table::<Order>().table_name("nowhere");
    let error = orders.put(order("o")).send().await.unwrap_err();
    assert!(error.is_table_not_found());
    assert_eq!(error.code(), Some("ResourceNotFoundException"));
    assert_eq!((error.operation(), error.table()), ("PutItem", "nowhere"));
    assert!(error.request_id().is_some());
}

// One kind per way to fail, the same for every write.
#[tokio::test]
async fn kinds_follow_the_services_codes() {
    let fixture = Fixture::new();
    fixture.create::<Order>().await;
    for (code, kind) in [
        ("ResourceNotFoundException", ErrorKind::TableNotFound),
        ("ResourceInUseException", ErrorKind::TableInUse),
        (
            "TransactionConflictException",
            ErrorKind::TransactionConflict,
        ),
        ("RequestLimitExceeded", ErrorKind::Throttled),
        (
            "ItemCollectionSizeLimitExceededException",
            ErrorKind::Service,
        ),
        ("ValidationException", ErrorKind::Service),
        ("AccessDeniedException", ErrorKind::Service),
    ] {
        let answers = (0..3)
            .map(|_| Answer::refuse(code, "no"))
            .collect::<Vec<_>>();
        let (orders, _) = fixture.scripted_table::<Order>(answers);
        let error = orders.delete("o").send().await.unwrap_err();
        assert_eq!(error.kind(), kind, "{code}");
        assert_eq!(error.code(), Some(code));
        assert_eq!(
            error.to_string(),
            format!("DeleteItem on `orders`: no ({code})")
        );
    }
}

#[tokio::test]
async fn no_answer_is_a_timeout_and_no_connection_a_dispatch_failure() {
    // FC-78: a server that hangs ends in an error within the client's limits.
    let fixture = Fixture::new();
    fixture.create::<Order>().await;
    let hang = || vec![Answer::Hang, Answer::Hang, Answer::Hang];
    let (orders, _) = fixture.impatient_table::<Order>(hang());
    let error = orders.put(order("o")).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.key().is_some());
    let (orders, _) =
        fixture.scripted_table::<Order>([Answer::Break, Answer::Break, Answer::Break]);
    let error = orders.put(order("o")).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Dispatch);
    assert!(error.source().is_some());
}

// Not DynamoDB's answer, and none that says the write happened.
#[tokio::test]
async fn an_answer_that_is_not_dynamodbs_is_an_error_without_its_body() {
    let fixture = Fixture::new();
    fixture.create::<Order>().await;
    let answers = [Answer::Malformed, Answer::Malformed, Answer::Malformed];
    let (orders, _) = fixture.scripted_table::<Order>(answers);
    let error = orders.put(order("o")).send().await.unwrap_err();
    assert!(!printed(&error).contains("html"), "{}", printed(&error));
}

#[tokio::test]
async fn given_is_handed_out_once_and_by_type() {
    let fixture = Fixture::new();
    let orders = fixture.create::<Order>().await;
    let mut error = orders.replace(order("o")).send().await.unwrap_err();
    assert_eq!(error.given::<String>(), None);
    assert_eq!(error.given::<Order>(), Some(order("o")));
    assert_eq!(error.given::<Order>(), None);
}
