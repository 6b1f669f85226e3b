use dynamap_tests::{Fixture, Spans};

use super::{Order, order};

#[tokio::test]
async fn table_operations_and_ttl_tools_are_spans() {
    let fixture = Fixture::embedded();
    let orders = fixture.table::<Order>();
    let (spans, _guard) = Spans::capture();
    orders.create_table().await.expect("a new table");
    assert!(orders.compare().await.expect("a comparison").is_empty());
    orders.update_table().await.expect("nothing to update");
    let ttl = orders.ttl();
    ttl.status().await.expect("a status");
    ttl.verify().await.expect("TTL is on");
    ttl.plan_rename()
        .await
        .expect("a plan")
        .apply()
        .await
        .expect("nothing to do");
    orders.create(order("a")).await.expect("a create");
    ttl.audit().segments(1).await.expect("an audit");
    ttl.repair().segments(1).apply().await.expect("a repair");
    orders.delete_table().await.expect("no table");
    ttl.status().await.expect_err("no table");
    assert_eq!(
        spans.take(),
        [
            "dynamap.create_table db.collection.name=orders db.operation.name=CreateTable",
            "  dynamap.ttl.ensure db.collection.name=orders db.operation.name=UpdateTimeToLive",
            "dynamap.compare db.collection.name=orders db.operation.name=DescribeTable",
            "  dynamap.ttl.status db.collection.name=orders db.operation.name=DescribeTimeToLive",
            "dynamap.update_table db.collection.name=orders db.operation.name=UpdateTable",
            "  dynamap.ttl.status db.collection.name=orders db.operation.name=DescribeTimeToLive",
            "dynamap.ttl.status db.collection.name=orders db.operation.name=DescribeTimeToLive",
            "dynamap.ttl.verify db.collection.name=orders db.operation.name=DescribeTimeToLive",
            "dynamap.ttl.plan db.collection.name=orders db.operation.name=DescribeTimeToLive",
            "dynamap.ttl.rename db.collection.name=orders db.operation.name=UpdateTimeToLive",
            "dynamap.create db.collection.name=orders db.operation.name=PutItem dynamap.attempts=1 dynamap.requests=1",
            "dynamap.ttl.audit aws.dynamodb.scanned_count=1 db.collection.name=orders db.operation.name=Scan dynamap.attempts=1 dynamap.consumed_capacity=0.5 dynamap.requests=1",
            "  dynamap.ttl.status db.collection.name=orders db.operation.name=DescribeTimeToLive",
            "dynamap.ttl.repair aws.dynamodb.scanned_count=1 db.collection.name=orders db.operation.name=Scan dynamap.attempts=1 dynamap.consumed_capacity=0.5 dynamap.requests=1 dynamap.written=0",
            "dynamap.delete_table db.collection.name=orders db.operation.name=DeleteTable",
            "dynamap.ttl.status db.collection.name=orders db.operation.name=DescribeTimeToLive error.type=TableNotFound otel.status_code=ERROR",
        ]
    );
}
