use dynamap::{DynamoItem, Table};

#[derive(DynamoItem)]
#[dynamo(table = "people")]
struct Person {
    #[partition_key]
    id: String,
    name: Option<String>,
    shown: String,
    age: u32,
}

fn updates(people: &Table<Person>) {
    let _ = people.update("a").set_from(Person::SHOWN, Person::AGE);
    let _ = people.update("a").set_from(Person::SHOWN, "Ada");
    let _ = people.update("a").set_from(Person::ID, Person::SHOWN);
    let _ = people.update("a").set_from(Person::SHOWN, Person::NAME.or_attribute(Person::AGE));
    let _ = people.update("a").set_from(Person::SHOWN, Person::NAME.or_value("nobody"));
}

fn main() {}
