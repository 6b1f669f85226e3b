//! Values of the standard library.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use dynamap::{DynamoItem, DynamoValue};
use dynamap_tests::Fixture;
use serde_json::json;

use crate::wires::{read, stored};

#[derive(Debug, PartialEq, DynamoValue)]
struct Values {
    letter: char,
    address: IpAddr,
    v6: Ipv6Addr,
    boxed: Box<u32>,
    shared: Arc<str>,
    counted: Rc<Vec<u8>>,
    text: Cow<'static, str>,
    bytes: Box<[u8]>,
    takes: Duration,
}

#[test]
fn each_has_one_stored_form() {
    let values = Values {
        letter: 'ž',
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        v6: Ipv6Addr::LOCALHOST,
        boxed: Box::new(7),
        shared: "s".into(),
        counted: Rc::new(vec![1]),
        text: Cow::Borrowed("t"),
        bytes: Box::from([2]),
        takes: Duration::from_millis(90_250),
    };
    assert_eq!(
        stored(&values),
        json!({"M": {
            "letter": {"S": "ž"},
            "address": {"S": "127.0.0.1"},
            "v6": {"S": "::1"},
            "boxed": {"N": "7"},
            "shared": {"S": "s"},
            "counted": {"B": "AQ=="},
            "text": {"S": "t"},
            "bytes": {"B": "Ag=="},
            "takes": {"N": "90.25"},
        }})
    );
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, DynamoValue)]
#[dynamo(rename_all = "lowercase")]
enum Side {
    Left,
    Right,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, DynamoValue)]
struct Number(i64);

#[test]
fn maps_have_keys_of_many_types() {
    let sides: HashMap<Side, u8> = [(Side::Left, 1)].into();
    assert_eq!(stored(&sides), json!({"M": {"left": {"N": "1"}}}));
    let numbers: BTreeMap<Number, u8> = [(Number(-5), 1)].into();
    assert_eq!(stored(&numbers), json!({"M": {"-5": {"N": "1"}}}));
    let empty: BTreeMap<String, u8> = [(String::new(), 1)].into();
    assert_eq!(stored(&empty), json!({"M": {"": {"N": "1"}}}));
    assert_eq!(
        read::<BTreeMap<Number, u8>>(r#"{"M":{"05":{"N":"1"}}}"#),
        Err("`.*`: expected an integer in i64 as the map's key, found another text".to_owned())
    );
    assert_eq!(
        read::<BTreeMap<Side, u8>>(r#"{"M":{"up":{"N":"1"}}}"#),
        Err("`.*`: expected one of `left`, `right`, found another text".to_owned())
    );
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "jobs")]
struct Job {
    #[partition_key]
    host: Ipv4Addr,
    #[sort_key]
    offset: Duration,
    spent: Duration,
}

#[tokio::test]
async fn lengths_of_time_sort_add_up_and_compare() {
    let fixture = Fixture::new();
    let jobs = fixture.create::<Job>().await;
    let job = |millis| Job {
        host: Ipv4Addr::LOCALHOST,
        offset: Duration::from_millis(millis),
        spent: Duration::from_millis(1_500),
    };
    for millis in [10_000, 900, 2_500] {
        jobs.create(job(millis)).send().await.unwrap();
    }
    let later = jobs
        .query(Ipv4Addr::LOCALHOST)
        .ge(Duration::from_secs(1))
        .filter(Job::SPENT.lt(Duration::from_secs(2)))
        .all()
        .await
        .unwrap();
    assert_eq!(later, [job(2_500), job(10_000)]);
    fixture.requests().clear();
    let added = jobs
        .update((Ipv4Addr::LOCALHOST, Duration::from_millis(900)))
        .add(Job::SPENT, Duration::from_millis(750))
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET spent = if_not_exists(spent, 0) + 0.75"
    );
    assert_eq!(added.spent, Duration::from_millis(2_250));
}
