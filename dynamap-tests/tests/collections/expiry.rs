//! Expired is gone, for the types that expire.

use std::time::Duration;

use dynamap::{DynamoCollection, DynamoItem};
use dynamap_tests::{Fixture, START};
use time::OffsetDateTime;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "cache", entity = "SESSION", sort_key(attribute = "sk", prefix = "S", parts = ["id"]))]
struct Session {
    #[partition_key]
    user: String,
    id: u64,
    #[ttl(seconds)]
    expires_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "cache",
    entity = "USER",
    sort_key(attribute = "sk", value = "USER")
)]
struct User {
    #[partition_key]
    user: String,
}

#[derive(Debug, PartialEq, DynamoCollection)]
enum Cache {
    User(User),
    Session(Session),
}

#[tokio::test]
async fn an_expired_item_is_not_read() {
    let fixture = Fixture::new();
    let cache = Cache::table(fixture.client()).with_clock(fixture.clock().clone());
    cache.create_table().send().await.unwrap();
    let session = |id, seconds| Session {
        user: "ann".into(),
        id,
        expires_at: START + Duration::from_secs(seconds),
    };
    let user = User { user: "ann".into() };
    cache.of::<User>().put(user.clone()).await.unwrap();
    let sessions = cache.of::<Session>();
    for item in [session(1, 10), session(2, 20)] {
        sessions.put(item).await.unwrap();
    }
    fixture.clock().advance(Duration::from_secs(10));
    fixture.requests().clear();
    let query = || cache.query::<User>("ann");
    let live = [Cache::Session(session(2, 20)), Cache::User(user)];
    assert_eq!(query().all().await.unwrap(), live);
    let filter = fixture.requests().only().filter();
    assert_eq!(filter, "NOT expires_at <= 1796040010");
    assert_eq!(query().count().await.unwrap(), 2);
    assert_eq!(cache.scan().count().await.unwrap(), 2);
    assert_eq!(query().include_expired().all().await.unwrap().len(), 3);
    fixture.requests().clear();
    // The table's TTL is the one that any of the types declares.
    assert!(cache.compare().send().await.unwrap().is_empty());
}
