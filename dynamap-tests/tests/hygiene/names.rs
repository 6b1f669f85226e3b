//! Types, variants, functions and modules that have the names of the standard library's.

use super::round_trip;

mod shadowed {
    #[derive(Debug, Clone, PartialEq, dynamap::DynamoValue)]
    pub struct Option(pub u32);
    #[derive(Debug, Clone, PartialEq, dynamap::DynamoValue)]
    pub struct Result(pub u32);
    #[derive(Debug, Clone, PartialEq, dynamap::DynamoValue)]
    pub struct String(pub u32);
    #[derive(Debug, Clone, PartialEq, dynamap::DynamoValue)]
    pub struct Vec(pub u32);
    #[derive(Debug, Clone, PartialEq, dynamap::DynamoValue)]
    pub struct Box(pub u32);
    #[derive(Debug, Clone, PartialEq, dynamap::DynamoValue)]
    pub enum Choice {
        Some,
        None,
        Ok,
        Err,
    }

    pub trait Default {}
    pub trait Clone {}
    pub trait From {}
    pub trait Debug {}
    pub trait Deref {}
    pub trait DynamoItem {}
    pub trait DynamoValue {}
    pub struct Table;
    pub struct Attribute;
    pub struct Query;
}

mod std {}
mod core {}
mod key {}
mod dynamap {}
mod time {}

mod items {
    use super::shadowed::*;
    #[allow(unused_imports, reason = "what generated code must not mean")]
    use super::{core, dynamap, key, std, time};

    #[allow(non_snake_case, reason = "what generated code must not mean")]
    pub fn Some() {}
    #[allow(non_snake_case, reason = "what generated code must not mean")]
    pub fn Ok() {}

    #[derive(::std::fmt::Debug, ::std::clone::Clone, PartialEq, ::dynamap::DynamoItem)]
    #[dynamo(
        table = "shadowed",
        index(name = "by_choice", partition_key = "choice", sort_key = "string")
    )]
    pub struct Shadowed {
        #[partition_key]
        pub id: ::std::string::String,
        #[sort_key]
        pub string: String,
        pub option: Option,
        pub result: Result,
        pub list: Vec,
        pub pointer: Box,
        pub choice: Choice,
        #[ts(millis, auto_create)]
        pub created_at: i64,
        #[ttl(seconds, after = "1d", from = "created_at")]
        pub expires_at: ::std::option::Option<u64>,
        #[version]
        pub version: u64,
        #[dynamo(default)]
        pub defaulted: u32,
        #[dynamo(skip)]
        pub skipped: u32,
    }
}

#[test]
fn names_of_the_standard_library_do_not_matter() {
    let item = items::Shadowed {
        id: "a".into(),
        string: shadowed::String(1),
        option: shadowed::Option(2),
        result: shadowed::Result(3),
        list: shadowed::Vec(4),
        pointer: shadowed::Box(5),
        choice: shadowed::Choice::None,
        created_at: 6,
        expires_at: None,
        version: 7,
        defaulted: 8,
        skipped: 0,
    };
    let stored = round_trip(&item);
    assert_eq!(stored["string"], super::number("1"));
    assert_eq!(stored["choice"], super::text("None"));
    assert!(!stored.contains_key("skipped"));
}

#[derive(Debug, Clone, PartialEq, ::dynamap::DynamoItem)]
#[dynamo(table = "renamed", crate = ::renamed)]
struct Renamed {
    #[partition_key]
    id: String,
    part: Part,
}

#[derive(Debug, Clone, PartialEq, ::dynamap::DynamoValue)]
#[dynamo(crate = crate::names::again)]
struct Part {
    #[ts(iso)]
    at: ::time::OffsetDateTime,
}

mod again {
    pub(crate) use ::dynamap::*;
}

#[test]
fn the_crate_may_have_another_name() {
    round_trip(&Renamed {
        id: "a".into(),
        part: Part {
            at: ::time::OffsetDateTime::UNIX_EPOCH,
        },
    });
}
