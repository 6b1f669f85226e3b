//! Updates of fields that composed keys of indexes are made of.

use dynamap::{DynamoItem, ErrorKind, unset};
use dynamap_tests::{Fixture, START};
use serde_json::json;
use time::OffsetDateTime;
use time::macros::datetime;

use crate::says;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "tasks",
    index(
        name = "by_owner",
        partition_key(attribute = "gsi1pk", prefix = "OWNER", parts = ["owner"]),
        sort_key(attribute = "gsi1sk", parts = ["due", "id"])
    ),
    index(
        name = "by_creation",
        partition_key(attribute = "gsi2pk", prefix = "PROJECT", parts = ["project"]),
        sort_key(attribute = "gsi2sk", parts = ["created_at", "id"])
    )
)]
struct Task {
    #[partition_key(prefix = "TASK")]
    #[dynamo(rename = "pk")]
    id: String,
    owner: Option<String>,
    #[ts(millis)]
    due: Option<OffsetDateTime>,
    project: String,
    #[ts(millis, auto_create)]
    created_at: OffsetDateTime,
    note: String,
}

const DUE: OffsetDateTime = datetime!(2026-12-24 18:00 UTC);

fn task() -> Task {
    Task {
        id: "t-1".into(),
        owner: Some("ann".into()),
        due: Some(DUE),
        project: "home".into(),
        created_at: unset(),
        note: String::new(),
    }
}

/// A stamp that the write fills in stands in the index's key as it is filled in.
#[tokio::test]
async fn a_write_composes_the_keys_of_what_it_fills_in() {
    let fixture = Fixture::new();
    let tasks = fixture.create::<Task>().await;
    let created = tasks.create(task()).send().await.unwrap();
    assert_eq!(created.created_at, START);
    let request = fixture.requests().only();
    let item = request.item();
    assert_eq!(item["pk"], json!({"S": "TASK#t-1"}));
    assert_eq!(item["gsi1pk"], json!({"S": "OWNER#ann"}));
    assert_eq!(item["gsi1sk"], json!({"S": "2026-12-24T18:00:00.000Z#t-1"}));
    assert_eq!(item["gsi2pk"], json!({"S": "PROJECT#home"}));
    assert_eq!(item["gsi2sk"], json!({"S": "2026-11-30T12:00:00.000Z#t-1"}));

    let found = tasks
        .query_by_creation("home")
        .since(START)
        .all()
        .await
        .unwrap();
    assert_eq!(found, [created]);
}

/// K20, FC-11: without a part the item leaves the index, by create and by update.
#[tokio::test]
async fn an_absent_part_leaves_the_keys_out() {
    let fixture = Fixture::new();
    let tasks = fixture.create::<Task>().await;
    let unowned = Task {
        owner: None,
        ..task()
    };
    tasks.create(&unowned).send().await.unwrap();
    let request = fixture.requests().only();
    assert_eq!(request.item().get("gsi1pk"), None);
    assert_eq!(request.item().get("gsi1sk"), None);
    assert_eq!(request.item()["gsi2pk"], json!({"S": "PROJECT#home"}));

    let owned = tasks
        .update("t-1")
        .set(Task::OWNER, "bob")
        .set(Task::DUE, DUE)
        .send()
        .await
        .unwrap();
    assert_eq!(owned.owner.as_deref(), Some("bob"));
    let update = fixture.requests().only().update();
    assert!(update.contains("gsi1pk = 'OWNER#bob'"), "{update}");
    assert!(
        update.contains("gsi1sk = '2026-12-24T18:00:00.000Z#t-1'"),
        "{update}"
    );
    assert!(!update.contains("gsi2"), "{update}");
    let found = tasks.query_by_owner("bob").at(DUE).all().await.unwrap();
    assert_eq!(found, std::slice::from_ref(&owned));

    fixture.requests().clear();
    let removed = tasks.update("t-1").remove(Task::DUE).send().await.unwrap();
    assert_eq!(removed.due, None);
    assert_eq!(
        fixture.requests().only().update(),
        "REMOVE due, gsi1pk, gsi1sk"
    );
    assert_eq!(tasks.query_by_owner("bob").all().await.unwrap(), []);
    // A value that is None is one that is removed.
    fixture.requests().clear();
    tasks
        .update("t-1")
        .set(Task::OWNER, None::<String>)
        .set(Task::DUE, DUE)
        .send()
        .await
        .unwrap();
    let update = fixture.requests().only().update();
    assert!(update.ends_with("REMOVE owner, gsi1pk, gsi1sk"), "{update}");
}

/// What the update does not know it does not guess.
#[tokio::test]
async fn an_update_of_one_part_needs_the_others() {
    let fixture = Fixture::new();
    let tasks = fixture.create::<Task>().await;
    tasks.create(task()).send().await.unwrap();
    fixture.requests().clear();
    let error = tasks
        .update("t-1")
        .set(Task::OWNER, "bob")
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_eq!(error.index(), Some("by_owner"));
    says(
        &error,
        "the update changes a part of the index's key, which is composed of `owner`, `due`, `pk`, and does \
         not set `due`: `.set(…)` these too, with the values that the item has, or write the whole item \
         with `put`",
    );
    // A part that is computed by the service is not known before it is.
    let error = tasks
        .update("t-1")
        .set_if_absent(Task::OWNER, "bob")
        .set(Task::DUE, DUE)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().contains("does not set `owner`"));
    // A stamp is never set by an update.
    let error = tasks
        .update("t-1")
        .set(Task::PROJECT, "work")
        .send()
        .await
        .unwrap_err();
    let text = error.to_string();
    assert!(text.contains("does not set `created_at`"), "{text}");
    assert!(
        text.ends_with("read the item, change it, and write it whole with `put`"),
        "{text}"
    );
    assert_eq!(fixture.requests().operations(), [""; 0]);
    // Other fields are free.
    let updated = tasks
        .update("t-1")
        .set(Task::NOTE, "soon")
        .send()
        .await
        .unwrap();
    assert_eq!(updated.note, "soon");
    assert_eq!(fixture.requests().only().update(), "SET note = 'soon'");
}

/// An insertion has the keys; an item that is there keeps its own.
#[tokio::test]
async fn an_update_that_inserts_has_the_keys() {
    let fixture = Fixture::new();
    let tasks = fixture.create::<Task>().await;
    let inserted = tasks
        .update("t-1")
        .set(Task::NOTE, "new")
        .or_insert(task())
        .send()
        .await
        .unwrap();
    assert_eq!(inserted.created_at, START);
    let found = tasks.query_by_owner("ann").at(DUE).all().await.unwrap();
    assert_eq!(found, std::slice::from_ref(&inserted));
    let found = tasks.query_by_creation("home").at(START).all().await;
    assert_eq!(found.unwrap(), std::slice::from_ref(&inserted));

    fixture.clock().advance(std::time::Duration::from_mins(1));
    let again = tasks
        .update("t-1")
        .set(Task::NOTE, "again")
        .or_insert(Task {
            owner: Some("bob".into()),
            ..task()
        })
        .send()
        .await
        .unwrap();
    assert_eq!(again.owner.as_deref(), Some("ann"));
    let found = tasks.query_by_creation("home").at(START).all().await;
    assert_eq!(found.unwrap(), std::slice::from_ref(&again));
    assert_eq!(tasks.query_by_owner("bob").count().await.unwrap(), 0);
    assert_eq!(tasks.query_by_owner("ann").count().await.unwrap(), 1);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "jobs",
    index(
        name = "by_state",
        partition_key(attribute = "gsi1pk", prefix = "STATE", parts = ["state"], shards = 3),
        sort_key(attribute = "gsi1sk", parts = ["id"])
    )
)]
struct Job {
    #[partition_key]
    id: String,
    state: Option<String>,
}

/// H09: the shard of an index follows its sort key; `upsert` rewrites the keys too, and takes them off.
#[tokio::test]
async fn an_upsert_rewrites_the_keys() {
    let fixture = Fixture::new();
    let jobs = fixture.create::<Job>().await;
    let job = |state: Option<&str>| Job {
        id: "j-1".into(),
        state: state.map(Into::into),
    };
    let sort_key = aws_sdk_dynamodb::types::AttributeValue::S("j-1".into());
    let shard = dynamap::key::shard(&sort_key, 3).unwrap();
    jobs.upsert(job(Some("open"))).send().await.unwrap();
    let update = fixture.requests().only().update();
    assert!(
        update.contains(&format!("gsi1pk = 'STATE#open#{shard}'")),
        "{update}"
    );
    jobs.upsert(job(Some("done"))).send().await.unwrap();
    let update = fixture.requests().only().update();
    assert!(
        update.contains(&format!("gsi1pk = 'STATE#done#{shard}'")),
        "{update}"
    );
    let listed = async |state| {
        jobs.query_by_state(state)
            .range::<String, _>(..)
            .all()
            .await
            .unwrap()
    };
    assert_eq!(listed("done").await, [job(Some("done"))]);
    assert_eq!(listed("open").await, []);
    fixture.requests().clear();
    jobs.upsert(job(None)).send().await.unwrap();
    let update = fixture.requests().only().update();
    assert!(
        update.contains("gsi1pk") && !update.contains("SET"),
        "{update}"
    );
    assert_eq!(listed("done").await, []);

    // As a step of a transaction the update has the keys as well.
    dynamap::Transaction::new(fixture.client())
        .update(jobs.update("j-1").set(Job::STATE, "open"))
        .send()
        .await
        .unwrap();
    assert_eq!(listed("open").await, [job(Some("open"))]);
}

/// An insertion fills in what the stored item lacks; of the parts of an index's key it fills in all or none,
/// or the key would be that of another item.
#[tokio::test]
async fn an_insertion_mixes_no_parts() {
    let fixture = Fixture::new();
    let tasks = fixture.create::<Task>().await;
    let stored = |owner: Option<&str>, due| Task {
        owner: owner.map(Into::into),
        due,
        ..task()
    };
    let filled = |initial: Task| {
        let update = tasks.update("t-1").set(Task::NOTE, "x");
        update.or_insert(initial)
    };
    let text = "the stored item has some of the attributes that the index's key is composed of (`due`, `owner`) \
                and not the key, and the item to insert would mix its own with them: read the item, change it, \
                and write it whole with `put`";

    // The stored item has one part, and the item to insert has both.
    tasks.put(stored(Some("bob"), None)).send().await.unwrap();
    fixture.requests().clear();
    let error = filled(task()).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConditionFailed);
    assert_eq!(error.index(), Some("by_owner"));
    says(&error, text);
    assert_eq!(
        error.current::<Task>().unwrap().unwrap().owner.as_deref(),
        Some("bob")
    );
    let request = fixture.requests().only();
    assert_eq!(
        request.condition(),
        "(attribute_exists(gsi1pk) OR attribute_not_exists(due) AND attribute_not_exists(owner)) AND \
         (attribute_exists(gsi2pk) OR attribute_not_exists(created_at) AND attribute_not_exists(project))"
    );
    // It has the one, and the item to insert the other.
    let error = filled(stored(None, Some(DUE))).send().await.unwrap_err();
    assert_eq!(error.index(), Some("by_owner"));
    assert!(error.to_string().contains("(`due`, `owner`)"), "{error}");
    assert_eq!(tasks.query_by_owner("bob").count().await.unwrap(), 0);
    fixture.requests().clear();
    // What stays without a key may be filled in.
    let same = filled(stored(Some("ann"), None)).send().await.unwrap();
    assert_eq!((same.owner.as_deref(), same.due), (Some("bob"), None));
    assert_eq!(
        fixture.requests().only().condition(),
        "(attribute_exists(gsi1pk) OR attribute_not_exists(due)) AND \
         (attribute_exists(gsi2pk) OR attribute_not_exists(created_at) AND attribute_not_exists(project))"
    );

    // It has none of them, and gets both and the key.
    tasks.put(stored(None, None)).send().await.unwrap();
    let both = filled(task()).send().await.unwrap();
    assert_eq!(both.owner.as_deref(), Some("ann"));
    let found = tasks.query_by_owner("ann").at(DUE).all().await.unwrap();
    assert_eq!(found, std::slice::from_ref(&both));
    // It has both, and keeps them with their key.
    let kept = filled(stored(Some("bob"), Some(START)))
        .send()
        .await
        .unwrap();
    assert_eq!(kept, both);
    let found = tasks.query_by_owner("ann").at(DUE).all().await.unwrap();
    assert_eq!(found, [both]);
    // A step of a transaction is refused for the same reason.
    tasks.put(stored(Some("bob"), None)).send().await.unwrap();
    let transaction = dynamap::Transaction::new(fixture.client()).update(filled(task()));
    let error = transaction.send().await.unwrap_err();
    assert!(error.to_string().contains(text), "{error}");
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "tickets",
    index(
        name = "by_state",
        partition_key(attribute = "gsi1pk", prefix = "STATE", parts = ["state"]),
        sort_key(attribute = "gsi1sk", parts = ["opened_at", "owner"])
    )
)]
struct Ticket {
    #[partition_key]
    id: String,
    state: String,
    owner: Option<String>,
    #[ts(millis, auto_create)]
    opened_at: OffsetDateTime,
    #[version]
    version: u64,
}

/// The version guards the item that was read, so that an update may take the other parts from it, a stamp too.
#[tokio::test]
async fn an_update_takes_parts_from_the_item_that_it_expects() {
    let fixture = Fixture::new();
    let tickets = fixture.create::<Ticket>().await;
    let ticket = |owner: Option<&str>| Ticket {
        id: "t".to_owned(),
        state: "open".to_owned(),
        owner: owner.map(str::to_owned),
        opened_at: unset(),
        version: 0,
    };
    let stored = tickets.create(ticket(Some("ada"))).send().await.unwrap();
    fixture.clock().advance(std::time::Duration::from_mins(1));
    fixture.requests().clear();
    let error = tickets.update("t").set(Ticket::STATE, "done").send().await;
    says(
        &error.unwrap_err(),
        "the update changes a part of the index's key, which is composed of `state`, `opened_at`, `owner`, and \
         does not set `opened_at`, `owner`: say `.if_unchanged(&item)` with the item that was read, or write \
         the whole item with `put`",
    );
    assert!(fixture.requests().take().is_empty());
    let done = tickets
        .update("t")
        .set(Ticket::STATE, "done")
        .if_unchanged(&stored)
        .send()
        .await
        .unwrap();
    let request = fixture.requests().only();
    assert_eq!(
        request.update(),
        "SET state = 'done', version = 2, gsi1pk = 'STATE#done', \
         gsi1sk = '2026-11-30T12:00:00.000Z#ada'"
    );
    assert_eq!(request.condition(), "version = 1");
    assert_eq!(done.opened_at, stored.opened_at);
    let found = tickets.query_by_state("done").all().await.unwrap();
    assert_eq!(found, std::slice::from_ref(&done));
    // What is set from another attribute, or only where it is absent, is known too.
    fixture.requests().clear();
    let taken = tickets
        .update("t")
        .set_from(Ticket::STATE, Ticket::OWNER.or_value("free"))
        .set_if_absent(Ticket::OWNER, "bob")
        .if_unchanged(&done)
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET state = if_not_exists(owner, 'free'), owner = if_not_exists(owner, 'bob'), version = 3, \
         gsi1pk = 'STATE#ada', gsi1sk = '2026-11-30T12:00:00.000Z#ada'"
    );
    let found = tickets.query_by_state("ada").all().await.unwrap();
    assert_eq!(found, std::slice::from_ref(&taken));
    let done = tickets
        .update("t")
        .set(Ticket::STATE, "done")
        .if_unchanged(&taken)
        .send()
        .await
        .unwrap();
    // A part that the item does not have keeps it out of the index, whatever else is set.
    let nobody = tickets
        .update("t")
        .remove(Ticket::OWNER)
        .if_unchanged(&done)
        .send()
        .await
        .unwrap();
    assert_eq!(tickets.query_by_state("done").all().await.unwrap(), []);
    fixture.requests().clear();
    let closed = tickets
        .update("t")
        .set(Ticket::STATE, "closed")
        .if_unchanged(&nobody)
        .send()
        .await
        .unwrap();
    assert_eq!(
        fixture.requests().only().update(),
        "SET state = 'closed', version = 6 REMOVE gsi1pk, gsi1sk"
    );
    // A stale copy is a conflict, and moves nothing.
    let stale = tickets
        .update("t")
        .set(Ticket::OWNER, "bob")
        .if_unchanged(&nobody)
        .send()
        .await
        .unwrap_err();
    assert_eq!(stale.kind(), ErrorKind::VersionConflict);
    let stored = tickets.get("t").send().await.unwrap().unwrap();
    assert_eq!(stored, closed);
}
