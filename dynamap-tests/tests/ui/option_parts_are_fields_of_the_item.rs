//! A key on the struct names its fields, each once; one without fields is a constant.

use dynamap::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "pk", parts = []))]
struct Empty {
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "pk"))]
struct Nothing {
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "pk", parts = ["devize", "device", "device"]))]
struct Unknown {
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "pk", parts = "device"))]
struct Text {
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(parts = ["device"]))]
struct Unnamed {
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "pk", value = "ALL", parts = ["device"]))]
struct Constant {
    device: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "readings", partition_key(attribute = "pk", value = ""))]
struct EmptyConstant {
    device: String,
}

fn main() {}
