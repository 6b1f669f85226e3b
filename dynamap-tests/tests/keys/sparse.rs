//! Sparse indexes: an item without a key attribute of an index is not in it. And local indexes, which can be read
//! consistently.

use dynamap::{DynamoItem, DynamoValue, Transaction};
use dynamap_tests::Fixture;
use serde_json::json;
use time::OffsetDateTime;
use time::macros::datetime;

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
enum Shelf {
    Top,
    Bottom,
}

/// Every key of every index may be absent.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "parcels",
    index(name = "waiting", partition_key = "depot", sort_key = "waiting_since"),
    index(name = "by_label", partition_key = "label"),
    index(name = "by_shelf", partition_key = ["depot", "shelf"], sort_key = ["weight", "label"]),
    local_index(name = "by_weight", sort_key = "weight")
)]
struct Parcel {
    #[partition_key]
    owner: String,
    #[sort_key]
    id: u32,
    depot: Option<String>,
    #[ts(millis)]
    waiting_since: Option<OffsetDateTime>,
    label: Option<Vec<u8>>,
    shelf: Option<Shelf>,
    weight: Option<u32>,
    note: Option<String>,
}

const SINCE: OffsetDateTime = datetime!(2026-11-30 10:00 UTC);

fn bare(id: u32) -> Parcel {
    Parcel {
        owner: "ann".into(),
        id,
        depot: None,
        waiting_since: None,
        label: None,
        shelf: None,
        weight: None,
        note: None,
    }
}

fn whole(id: u32) -> Parcel {
    Parcel {
        depot: Some("Brno".into()),
        waiting_since: Some(SINCE),
        label: Some(vec![0xCA, 0xFE]),
        shelf: Some(Shelf::Top),
        weight: Some(10 * id),
        ..bare(id)
    }
}

/// How many items each index has, by a scan of it.
async fn numbers(parcels: &ParcelTable) -> [u64; 4] {
    [
        parcels.scan_index(ParcelWaiting).count().await.unwrap(),
        parcels.scan_index(ParcelByLabel).count().await.unwrap(),
        parcels.scan_index(ParcelByShelf).count().await.unwrap(),
        parcels.scan_index(ParcelByWeight).count().await.unwrap(),
    ]
}

const KEYS: [&str; 5] = ["depot", "waiting_since", "label", "shelf", "weight"];

/// FC-11, K20: `None` is no attribute; NULL would be refused.
#[tokio::test]
async fn none_is_never_written_as_null() {
    let fixture = Fixture::new();
    let parcels = fixture.create::<Parcel>().await;
    let absent = |item: &serde_json::Value| KEYS.iter().all(|name| item.get(name).is_none());
    parcels.create(bare(1)).send().await.unwrap();
    assert!(absent(fixture.requests().only().item()));
    parcels.put(bare(1)).send().await.unwrap();
    assert!(absent(fixture.requests().only().item()));
    let batch = parcels.batch_write().put(bare(2)).send().await.unwrap();
    assert_eq!(batch.written, 1);
    let request = fixture.requests().only();
    let item = &request.get("RequestItems")["parcels"][0]["PutRequest"]["Item"];
    assert_eq!(item, &json!({"owner": {"S": "ann"}, "id": {"N": "2"}}));
    let transaction = Transaction::new(fixture.client()).put(&parcels, bare(3));
    transaction.send().await.unwrap();
    let request = fixture.requests().only();
    let item = &request.get("TransactItems")[0]["Put"]["Item"];
    assert_eq!(item, &json!({"owner": {"S": "ann"}, "id": {"N": "3"}}));
    parcels.upsert(bare(3)).send().await.unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "REMOVE depot, waiting_since, label, shelf, weight, note"
    );
    let update = parcels
        .update(("ann", 3_u32))
        .set(Parcel::WEIGHT, None::<u32>);
    update.send().await.unwrap();
    assert_eq!(fixture.requests().only().update(), "REMOVE weight");
    assert_eq!(numbers(&parcels).await, [0; 4]);
}

/// Setting a key attribute puts the item into the index, removing it takes it out.
#[tokio::test]
async fn an_item_is_in_an_index_while_it_has_the_key() {
    let fixture = Fixture::new();
    let parcels = fixture.create::<Parcel>().await;
    parcels.create(whole(1)).send().await.unwrap();
    parcels.create(bare(2)).send().await.unwrap();
    assert_eq!(numbers(&parcels).await, [1; 4]);
    assert_eq!(
        parcels.query_waiting("Brno").all().await.unwrap(),
        [whole(1)]
    );
    let found = parcels.query_by_label(vec![0xCA_u8, 0xFE]).all().await;
    assert_eq!(found.unwrap(), [whole(1)]);
    let by_shelf = || parcels.query_by_shelf(("Brno", Shelf::Top));
    assert_eq!(by_shelf().eq(10_u32).all().await.unwrap(), [whole(1)]);

    let key = || ("ann", 1_u32);
    // One attribute of several takes it out of each index that has it.
    parcels
        .update(key())
        .remove(Parcel::LABEL)
        .send()
        .await
        .unwrap();
    assert_eq!(numbers(&parcels).await, [1, 0, 0, 1]);
    parcels
        .update(key())
        .set(Parcel::LABEL, [1_u8].to_vec())
        .send()
        .await
        .unwrap();
    assert_eq!(numbers(&parcels).await, [1; 4]);
    parcels
        .update(key())
        .remove(Parcel::DEPOT)
        .send()
        .await
        .unwrap();
    assert_eq!(numbers(&parcels).await, [0, 1, 0, 1]);
    parcels
        .update(key())
        .remove(Parcel::WEIGHT)
        .send()
        .await
        .unwrap();
    assert_eq!(numbers(&parcels).await, [0, 1, 0, 0]);
    parcels.put(bare(1)).send().await.unwrap();
    assert_eq!(numbers(&parcels).await, [0; 4]);
    parcels.put(whole(2)).send().await.unwrap();
    assert_eq!(numbers(&parcels).await, [1; 4]);
    parcels.delete(("ann", 2_u32)).send().await.unwrap();
    assert_eq!(numbers(&parcels).await, [0; 4]);
}

/// A partition that no item can be in is refused, not asked for.
#[tokio::test]
async fn a_query_for_absent_keys_is_refused() {
    let fixture = Fixture::new();
    let parcels = fixture.create::<Parcel>().await;
    fixture.requests().clear();
    let text = "the key attribute is `None`, and an index does not have the items without it: give it a value";
    let error = parcels
        .query_waiting(None::<String>)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.attribute(), Some("depot"));
    crate::says(&error, text);
    let query = parcels.query_by_shelf(("Brno", None::<Shelf>));
    let error = query.send().await.unwrap_err();
    assert_eq!(error.attribute(), Some("shelf"));
    assert_eq!(error.index(), Some("by_shelf"));
    crate::says(&error, text);
    assert_eq!(fixture.requests().operations(), [""; 0]);
}

/// A local index is read consistently, in its own order, without the items that lack its key.
#[tokio::test]
async fn a_local_index_is_read_consistently() {
    let fixture = Fixture::new();
    let parcels = fixture.create::<Parcel>().await;
    for (id, weight) in [(1, Some(100)), (2, Some(9)), (3, None), (4, Some(20))] {
        let parcel = Parcel { weight, ..bare(id) };
        parcels.create(parcel).send().await.unwrap();
    }
    let stranger = Parcel {
        owner: "bob".into(),
        weight: Some(50),
        ..bare(1)
    };
    parcels.create(stranger).send().await.unwrap();
    fixture.requests().clear();
    let query = || parcels.query_by_weight("ann").consistent_read(true);
    let ids = |found: Vec<Parcel>| found.iter().map(|parcel| parcel.id).collect::<Vec<_>>();
    assert_eq!(ids(query().all().await.unwrap()), [2, 4, 1]);
    let request = fixture.requests().only();
    assert_eq!(request.get("IndexName"), "by_weight");
    assert_eq!(request.get("ConsistentRead"), true);
    assert_eq!(request.key_condition(), "owner = 'ann'");
    let some = query().within(9..100).descending().all().await.unwrap();
    assert_eq!(ids(some), [4, 2]);
    assert_eq!(
        fixture.requests().only().key_condition(),
        "owner = 'ann' AND weight BETWEEN 9 AND 99"
    );
    let heaviest = query().latest().await.unwrap().unwrap();
    assert_eq!(heaviest.id, 1);
    fixture.requests().clear();

    // What was written is there at once; the position has the table's key and the index's.
    parcels
        .update(("ann", 3_u32))
        .set(Parcel::WEIGHT, 15)
        .send()
        .await
        .unwrap();
    let page = query().take(2).send().await.unwrap();
    assert_eq!(ids(page.items), [2, 3]);
    fixture.requests().clear();
    let rest = query().start_at(page.cursor.unwrap()).all().await.unwrap();
    assert_eq!(ids(rest), [4, 1]);
    assert_eq!(
        fixture.requests().only().get("ExclusiveStartKey"),
        &json!({"owner": {"S": "ann"}, "id": {"N": "3"}, "weight": {"N": "15"}})
    );
    // Unless it is asked for, a read is not consistent.
    parcels.query_by_weight("ann").send().await.unwrap();
    assert!(fixture.requests().only().get("ConsistentRead").is_null());
}
