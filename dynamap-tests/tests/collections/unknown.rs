//! What is of none of the types.

use dynamap::collection::Found;
use dynamap::{DynamoCollection as _, DynamoItem as _, ErrorKind};

use super::store::{Customer, Everything, StoreItem, all, customer, store};

#[tokio::test]
async fn it_is_left_out_where_no_variant_holds_it() {
    let store = store().await;
    let unknown = store.put_unknown().await;
    let query = || store.items.query::<Customer>("ann");
    assert_eq!(query().all().await.unwrap(), all());
    assert_eq!(query().take(2).all().await.unwrap(), all()[..2]);
    assert_eq!(query().descending().take(5).all().await.unwrap().len(), 5);
    assert_eq!(query().count().await.unwrap(), 6);
    assert_eq!(store.items.scan().count().await.unwrap(), 7);
    let page = query().page_size(2).send().await.unwrap();
    assert_eq!(page.items, all()[..1]);
    assert_eq!(page.scanned_count, 2);
    assert_eq!(StoreItem::decode(unknown).unwrap(), None);
}

#[tokio::test]
async fn a_variant_holds_it() {
    let store = store().await;
    let unknown = store.put_unknown().await;
    let items = Everything::table(store.fixture.client());
    let query = || items.query::<Customer>("ann");
    let found = query().all().await.unwrap();
    assert_eq!(found.len(), 7);
    assert_eq!(found[0], Everything::Customer(customer()));
    assert_eq!(found[1], Everything::Other(unknown.clone()));
    assert_eq!(query().count().await.unwrap(), 7);
    assert_eq!(query().skip_unknown().all().await.unwrap().len(), 6);
    assert_eq!(query().skip_unknown().count().await.unwrap(), 6);
    assert_eq!(
        Everything::decode(unknown.clone()).unwrap(),
        Some(Everything::Other(unknown))
    );
}

#[tokio::test]
async fn a_query_gives_it_as_it_is_stored() {
    let store = store().await;
    let unknown = store.put_unknown().await;
    let found = store.items.query::<Customer>("ann").with_unknown();
    let found = found.all().await.unwrap();
    assert_eq!(found.len(), 7);
    assert_eq!(found[0], Found::Known(StoreItem::Customer(customer())));
    assert_eq!(found[1], Found::Unknown(unknown));
    assert_eq!(format!("{:?}", found[1]), "Unknown(..)");
    let known = found.into_iter().filter_map(Found::known);
    assert_eq!(known.collect::<Vec<_>>(), all());
    let scanned = store.items.scan().with_unknown().all().await.unwrap();
    assert_eq!(scanned.len(), 8);
    assert_eq!(store.items.scan().with_unknown().count().await.unwrap(), 8);
}

#[tokio::test]
async fn a_query_refuses_it() {
    let store = store().await;
    store.put_unknown().await;
    let query = || store.items.query::<Customer>("ann").refuse_unknown();
    let error = query().all().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OtherEntity);
    assert_eq!(
        error.to_string(),
        "Query on `store`: the item is none of `StoreItem`, which knows `Customer`, `Order`, `Line`: \
         `skip_unknown` leaves it out, a variant with `#[dynamo(other)]` holds it"
    );
    assert_eq!(error.key().unwrap()["sk"].as_s().unwrap(), "NOTE#1");
    // A stream goes on behind it.
    let mut stream = query().stream();
    let (mut items, mut errors) = (0, 0);
    while let Some(item) = stream.next().await {
        match item {
            Ok(_) => items += 1,
            Err(_) => errors += 1,
        }
    }
    assert_eq!((items, errors), (6, 1));
    let page = query().skip_failures().send().await.unwrap();
    assert_eq!((page.items.len(), page.failures.len()), (6, 1));
}

/// A row of a known type that does not decode is an error, and no unknown one.
#[tokio::test]
async fn a_known_item_with_a_fault_is_a_failure() {
    let store = store().await;
    let mut broken = super::store::order(9).to_item().unwrap();
    broken.remove("paid");
    store.put(broken).await;
    for error in [
        store
            .items
            .query::<Customer>("ann")
            .all()
            .await
            .unwrap_err(),
        store.items.scan().with_unknown().all().await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert_eq!(error.attribute(), Some("paid"));
    }
    let page = store.items.query::<Customer>("ann").skip_failures();
    let page = page.send().await.unwrap();
    assert_eq!((page.items.len(), page.failures.len()), (6, 1));
}
