//! Where a derive may stand, and how visible what it derives for may be.

use dynamap::{DynamoItem, DynamoValue};

use super::round_trip;

#[test]
fn in_a_function() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(
        table = "inside",
        index(name = "by_status", partition_key = "status", sort_key = "id")
    )]
    struct Inside {
        #[partition_key]
        id: String,
        status: Status,
    }

    #[derive(Debug, Clone, PartialEq, DynamoValue)]
    enum Status {
        Open,
    }

    round_trip(&Inside {
        id: "a".into(),
        status: Status::Open,
    });
}

macro_rules! items {
    ($($name:ident { $key:ident: $type:ty } of $table:literal,)*) => {$(
        #[derive(Debug, Clone, PartialEq, DynamoItem)]
        #[dynamo(table = $table, crate = ::dynamap)]
        struct $name {
            #[partition_key]
            $key: $type,
            #[version]
            version: u64,
            #[dynamo(default)]
            note: Option<String>,
        }
    )*};
}

items! {
    First { id: String } of "first",
    Second { number: u32 } of "second",
}

#[test]
fn in_a_macro() {
    round_trip(&First {
        id: "a".into(),
        version: 1,
        note: None,
    });
    round_trip(&Second {
        number: 5,
        version: 1,
        note: Some("b".into()),
    });
}

mod visible {
    use dynamap::{DynamoItem, DynamoValue};

    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "crates")]
    pub(crate) struct OfTheCrate {
        #[partition_key]
        pub(super) id: Hidden,
        pub(crate) note: String,
        private: Hidden,
    }

    #[derive(Debug, Clone, PartialEq, DynamoValue)]
    pub(super) struct Hidden(String);

    impl OfTheCrate {
        pub(super) fn new() -> Self {
            Self {
                id: Hidden("a".into()),
                note: String::new(),
                private: Hidden("b".into()),
            }
        }
    }
}

#[test]
fn in_a_module_of_restricted_names() {
    round_trip(&visible::OfTheCrate::new());
    assert_eq!(visible::OfTheCrate::NOTE.name(), "note");
    let _: Option<visible::OfTheCrateTable> = None;
}
