use dynamap_tests::{Answer, Fixture, Spans};
use futures_util::future::join_all;
use tracing::Instrument as _;

use super::{Line, Order, line, order};

/// The names of the spans around one, from the outside in.
fn path(spans: &Spans, name: &str) -> Vec<Vec<&'static str>> {
    let all = spans.all();
    let matching = all.iter().filter(|span| span.told.name == name);
    matching
        .map(|span| {
            let mut names = vec![span.told.name];
            let mut around = span.parent.and_then(|parent| all.get(parent));
            while let Some(span) = around {
                names.insert(0, span.told.name);
                around = span.parent.and_then(|parent| all.get(parent));
            }
            names
        })
        .collect()
}

#[tokio::test]
async fn the_spans_of_the_sdk_lie_within() {
    let fixture = Fixture::embedded();
    fixture.create::<Order>().await;
    fixture.create::<Line>().await;
    let (client, _script) = fixture.scripted([Answer::FailBefore(500)]);
    let (orders, lines) = (Order::table(&client), Line::table(&client));
    let (spans, _guard) = Spans::capture();
    let caller = tracing::info_span!(target: "test", "caller");
    async {
        orders.create(order("a")).await.expect("a create");
        lines.put(line(1)).await.expect("a put");
        let mut stream = lines.query("a").stream();
        while let Some(line) = stream.next().await {
            line.expect("a line");
        }
    }
    .instrument(caller.clone())
    .await;
    drop(caller);
    assert_eq!(
        path(&spans, "DynamoDB.PutItem"),
        [
            ["caller", "dynamap.create", "DynamoDB.PutItem"],
            ["caller", "dynamap.put", "DynamoDB.PutItem"],
        ]
    );
    assert_eq!(
        path(&spans, "DynamoDB.Query"),
        [["caller", "dynamap.query", "DynamoDB.Query"]]
    );
    let attempts = path(&spans, "try_attempt");
    let of_create = attempts
        .iter()
        .filter(|path| path.contains(&"dynamap.create"));
    assert_eq!(of_create.count(), 2, "{attempts:?}");
}

#[tokio::test]
async fn operations_at_one_time_do_not_mix() {
    let fixture = Fixture::embedded();
    fixture.create::<Line>().await;
    let lines = fixture.table::<Line>();
    let (spans, _guard) = Spans::capture();
    let writes = (0..8).map(|number| {
        let lines = lines.clone();
        async move {
            tokio::task::yield_now().await;
            lines.put(line(number)).await.expect("a put");
            let got = lines.get(("a", number)).await.expect("a get");
            assert_eq!(got, Some(line(number)));
        }
    });
    join_all(writes).await;
    let mut paths = path(&spans, "DynamoDB.PutItem");
    paths.extend(path(&spans, "DynamoDB.GetItem"));
    assert_eq!(paths.len(), 16);
    assert!(
        paths[..8]
            .iter()
            .all(|path| *path == ["dynamap.put", "DynamoDB.PutItem"])
    );
    assert!(
        paths[8..]
            .iter()
            .all(|path| *path == ["dynamap.get", "DynamoDB.GetItem"])
    );
    let told = spans.take();
    assert_eq!(told.len(), 16);
    assert!(
        told.iter()
            .all(|line| line.ends_with("dynamap.attempts=1 dynamap.requests=1"))
    );
}
