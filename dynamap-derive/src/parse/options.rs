//! The table of options: the one source for names, places, forms, samples and conflicts.

use Place::{
    Enum, Index, Item, ItemField, LocalIndex, Newtype, NewtypeField, PartitionKey, SortKey, Ts,
    Ttl, Value, ValueField, ValueTs, Variant,
};

/// Where an option may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A struct that derives `DynamoItem`.
    Item,
    /// A struct with named fields that derives `DynamoValue`.
    Value,
    /// An enum that derives `DynamoValue`.
    Enum,
    /// A one-field tuple struct that derives `DynamoValue`.
    Newtype,
    /// A field of a `DynamoItem`.
    ItemField,
    /// A named field of a `DynamoValue`.
    ValueField,
    /// The field of a one-field tuple struct.
    NewtypeField,
    /// A variant of an enum.
    Variant,
    /// `index(…)`.
    Index,
    /// `local_index(…)`.
    LocalIndex,
    /// `partition_key(…)` on a field.
    PartitionKey,
    /// `sort_key(…)` on a field.
    SortKey,
    /// `ts(…)` in an item.
    Ts,
    /// `ts(…)` in a value.
    ValueTs,
    /// `ttl(…)`.
    Ttl,
}

impl Place {
    /// As in "`table` cannot stand …" and "it belongs …".
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Item => "on a struct that derives `DynamoItem`",
            Value => "on a struct that derives `DynamoValue`",
            Enum => "on an enum",
            Newtype => "on a tuple struct",
            ItemField => "on a field of a `DynamoItem`",
            ValueField => "on a field of a `DynamoValue`",
            NewtypeField => "on the field of a tuple struct",
            Variant => "on a variant",
            Index => "in `index(…)`",
            LocalIndex => "in `local_index(…)`",
            PartitionKey => "in `partition_key(…)`",
            SortKey => "in `sort_key(…)`",
            Ts => "in `ts(…)`",
            ValueTs => "in `ts(…)` of a `DynamoValue`",
            Ttl => "in `ttl(…)`",
        }
    }
}

/// What follows an option's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Nothing.
    Flag,
    /// `= "text"`.
    Text,
    /// `= some::path`.
    Path,
    /// `= word`.
    Word,
    /// `= word` or `= word(…)`, of which the word is kept: no projection with a list exists.
    Projection,
    /// `= "text"` or `= some::path`.
    TextOrPath,
    /// Nothing or `= some::path`.
    OptionalPath,
    /// `(…)` with the options of that place.
    List(Place),
    /// Nothing or `(…)`.
    OptionalList(Place),
}

/// One option at the places where it has this form.
#[derive(Debug)]
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    pub(crate) places: &'static [Place],
    pub(crate) form: Form,
    /// A complete spelling, shown by errors.
    pub(crate) sample: &'static str,
    /// Whether it may be given more than once.
    pub(crate) repeatable: bool,
}

const fn option(
    name: &'static str,
    places: &'static [Place],
    form: Form,
    sample: &'static str,
) -> Spec {
    Spec {
        name,
        places,
        form,
        sample,
        repeatable: false,
    }
}

impl Spec {
    const fn repeatable(mut self) -> Self {
        self.repeatable = true;
        self
    }
}

const TIMES: &[Place] = &[PartitionKey, SortKey, Ts, ValueTs];

/// Every option, in the order in which lists of names show them.
pub(crate) const OPTIONS: &[Spec] = &[
    option("table", &[Item], Form::Text, r#"table = "orders""#),
    option(
        "rename_all",
        &[Item, Value, Enum],
        Form::Text,
        r#"rename_all = "camelCase""#,
    ),
    option(
        "crate",
        &[Item, Value, Enum, Newtype],
        Form::Path,
        "crate = ::dynamap",
    ),
    option(
        "long_form",
        &[Item, Value, Enum, Newtype],
        Form::Flag,
        "long_form",
    ),
    option("handle", &[Item], Form::Text, r#"handle = "Orders""#),
    option("key", &[Item], Form::Text, r#"key = "OrderId""#),
    option(
        "index",
        &[Item],
        Form::List(Index),
        r#"index(name = "by_customer", partition_key = "customer", sort_key = "created_at")"#,
    )
    .repeatable(),
    option(
        "local_index",
        &[Item],
        Form::List(LocalIndex),
        r#"local_index(name = "by_total", sort_key = "total")"#,
    )
    .repeatable(),
    option(
        "partition_key",
        &[ItemField],
        Form::OptionalList(PartitionKey),
        "partition_key",
    ),
    option(
        "sort_key",
        &[ItemField],
        Form::OptionalList(SortKey),
        "sort_key",
    ),
    option("ts", &[ItemField], Form::OptionalList(Ts), "ts(millis)"),
    option(
        "ts",
        &[ValueField, NewtypeField],
        Form::OptionalList(ValueTs),
        "ts(millis)",
    ),
    option("ttl", &[ItemField], Form::OptionalList(Ttl), "ttl(seconds)"),
    option("version", &[ItemField], Form::Flag, "version"),
    option(
        "rename",
        &[ItemField, ValueField, Variant],
        Form::Text,
        r#"rename = "name""#,
    ),
    option(
        "default",
        &[ItemField, ValueField],
        Form::OptionalPath,
        "default",
    ),
    option("skip", &[ItemField, ValueField], Form::Flag, "skip"),
    option(
        "with",
        &[ItemField, ValueField, NewtypeField],
        Form::Path,
        "with = module",
    ),
    option(
        "name",
        &[Index, LocalIndex],
        Form::Text,
        r#"name = "by_customer""#,
    ),
    option(
        "partition_key",
        &[Index],
        Form::Text,
        r#"partition_key = "customer""#,
    ),
    option(
        "sort_key",
        &[Index, LocalIndex],
        Form::Text,
        r#"sort_key = "created_at""#,
    ),
    option(
        "projection",
        &[Index, LocalIndex],
        Form::Projection,
        "projection = all",
    ),
    option("as", &[Index, LocalIndex], Form::Word, "as = ByCustomer"),
    option(
        "method",
        &[Index, LocalIndex],
        Form::Text,
        r#"method = "query_by_customer""#,
    ),
    option(
        "seconds",
        &[PartitionKey, SortKey, Ts, ValueTs, Ttl],
        Form::Flag,
        "seconds",
    ),
    option("millis", TIMES, Form::Flag, "millis"),
    option("micros", TIMES, Form::Flag, "micros"),
    option("nanos", TIMES, Form::Flag, "nanos"),
    option("iso", TIMES, Form::Flag, "iso"),
    option("precision", TIMES, Form::Word, "precision = millis"),
    option("suffix", &[SortKey], Form::Text, r#"suffix = "id""#),
    option("lenient", &[PartitionKey, SortKey], Form::Flag, "lenient"),
    option("auto_create", &[Ts], Form::Flag, "auto_create"),
    option("auto_update", &[Ts], Form::Flag, "auto_update"),
    option("after", &[Ttl], Form::TextOrPath, r#"after = "90d""#),
    option("from", &[Ttl], Form::Text, r#"from = "created_at""#),
    option("sliding", &[Ttl], Form::Flag, "sliding"),
];

/// The options that also exist as attributes of their own.
pub(crate) const HELPERS: &[&str] = &["partition_key", "sort_key", "ts", "ttl", "version"];

/// The option of that name at that place.
pub(crate) fn find(place: Place, name: &str) -> Option<&'static Spec> {
    OPTIONS
        .iter()
        .find(|spec| spec.name == name && spec.places.contains(&place))
}

/// All names at a place.
pub(crate) fn names(place: Place) -> Vec<&'static str> {
    OPTIONS
        .iter()
        .filter(|spec| spec.places.contains(&place))
        .map(|spec| spec.name)
        .collect()
}

/// The option of that name at any other place.
pub(crate) fn find_elsewhere(name: &str) -> Option<(&'static Spec, Place)> {
    OPTIONS
        .iter()
        .find(|spec| spec.name == name)
        .and_then(|spec| spec.places.first().map(|place| (spec, *place)))
}

/// An option that a reader may expect at a place, and why it is not there.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) place: Place,
    pub(crate) names: &'static [&'static str],
    /// `{}` stands for the name.
    pub(crate) wrong: &'static str,
    pub(crate) help: &'static str,
    pub(crate) note: Option<&'static str>,
}

/// Misplaced options with a reason of their own.
pub(crate) const REFUSALS: &[Refusal] = &[
    Refusal {
        place: Ttl,
        names: &["millis", "micros", "nanos"],
        wrong: "a TTL counts epoch seconds, not `{}`",
        help: "write `ttl(seconds)`; an attribute that is not the TTL takes `ts({})`",
        note: Some("DynamoDB never deletes an item whose TTL is in another unit"),
    },
    Refusal {
        place: Ttl,
        names: &["iso"],
        wrong: "a TTL counts epoch seconds, it is no `{}` text",
        help: "write `ttl(seconds)`; an attribute that is not the TTL takes `ts({})`",
        note: Some("DynamoDB ignores a TTL attribute that is not a Number"),
    },
    Refusal {
        place: Ttl,
        names: &["precision"],
        wrong: "a TTL counts whole epoch seconds, so it has no `{}`",
        help: "write `ttl(seconds)`",
        note: None,
    },
    Refusal {
        place: ValueTs,
        names: &["auto_create", "auto_update"],
        wrong: "`{}` cannot stand in a value inside an item",
        help: "stamp a field of the item, and keep `ts` with a unit alone here",
        note: Some("a write stamps top-level attributes, and does not look into values"),
    },
    Refusal {
        place: ValueField,
        names: &["ttl"],
        wrong: "`{}` cannot stand in a value inside an item",
        help: "move the field to the item, or write `ts(seconds)` for a plain time",
        note: Some("DynamoDB reads the TTL from a top-level attribute"),
    },
    Refusal {
        place: ValueField,
        names: &["version"],
        wrong: "`{}` cannot stand in a value inside an item",
        help: "move the field to the item",
        note: Some("a version counts the writes of an item"),
    },
    Refusal {
        place: ValueField,
        names: &["partition_key", "sort_key"],
        wrong: "`{}` cannot stand in a value inside an item",
        help: "move the field to the item, or derive `DynamoItem` here",
        note: Some("DynamoDB's keys are top-level attributes"),
    },
    Refusal {
        place: NewtypeField,
        names: &["partition_key", "sort_key", "ttl", "version"],
        wrong: "`{}` cannot stand on the field of a tuple struct",
        help: "put it on the item's field of this type",
        note: None,
    },
    Refusal {
        place: NewtypeField,
        names: &["rename", "skip", "default"],
        wrong: "`{}` cannot stand on the field of a tuple struct",
        help: "put it on the field that holds this type",
        note: Some("a tuple struct of one field is written as that field, without a name"),
    },
];

/// Options that exclude each other: none of `one` beside one of `others`.
#[derive(Debug)]
pub(crate) struct Conflict {
    pub(crate) places: &'static [Place],
    pub(crate) one: &'static [&'static str],
    pub(crate) others: &'static [&'static str],
    pub(crate) help: &'static str,
    pub(crate) note: Option<&'static str>,
}

const FIELDS: &[Place] = &[ItemField, ValueField, NewtypeField];
const KEYS: &[&str] = &["partition_key", "sort_key"];
const EPOCH_UNITS: &[&str] = &["seconds", "millis", "micros", "nanos"];
const UNITS: &[&str] = &["seconds", "millis", "micros", "nanos", "iso"];

/// Every pair of options that excludes each other.
pub(crate) const CONFLICTS: &[Conflict] = &[
    Conflict {
        places: FIELDS,
        one: &["skip"],
        others: &[
            "rename",
            "with",
            "partition_key",
            "sort_key",
            "ts",
            "ttl",
            "version",
        ],
        help: "keep one of the two",
        note: Some("a skipped field is not stored"),
    },
    Conflict {
        places: FIELDS,
        one: &["with"],
        others: &["ts", "ttl", "version"],
        help: "keep one of the two",
        note: Some("each of them says how the field is written"),
    },
    Conflict {
        places: FIELDS,
        one: &["with"],
        others: KEYS,
        help: "wrap the type in a one-field struct that implements `DynamoValue`",
        note: Some("the table's schema states the type of a key, which a module does not tell"),
    },
    Conflict {
        places: FIELDS,
        one: &["ts"],
        others: &["ttl"],
        help: "use two fields, one with `ts(millis)` and one with `ttl(seconds)`",
        note: Some("one attribute has one unit, and DynamoDB reads the TTL in epoch seconds"),
    },
    Conflict {
        places: FIELDS,
        one: &["version"],
        others: &["ts", "ttl"],
        help: "use two fields",
        note: Some("a version counts writes, it holds no time"),
    },
    Conflict {
        places: FIELDS,
        one: &["version"],
        others: KEYS,
        help: "use two fields",
        note: Some("a version changes with every write, and DynamoDB's keys cannot be updated"),
    },
    Conflict {
        places: FIELDS,
        one: &["partition_key"],
        others: &["sort_key"],
        help: "use two fields",
        note: Some("DynamoDB's partition key and sort key are two attributes"),
    },
    Conflict {
        places: FIELDS,
        one: &["default"],
        others: KEYS,
        help: "remove `default`",
        note: Some("every item in DynamoDB has its key attributes"),
    },
    Conflict {
        places: FIELDS,
        one: &["default"],
        others: &["ttl"],
        help: "remove `default`",
        note: Some("an item without a TTL never expires"),
    },
    Conflict {
        places: FIELDS,
        one: &["default"],
        others: &["version"],
        help: "remove `default`",
        note: Some("a missing version reads as not stored yet"),
    },
    Conflict {
        places: TIMES,
        one: UNITS,
        others: UNITS,
        help: "keep one unit",
        note: None,
    },
    Conflict {
        places: TIMES,
        one: &["precision"],
        others: EPOCH_UNITS,
        help: "remove `precision`, or write `iso, precision = millis`",
        note: Some("an epoch unit is its own precision"),
    },
    Conflict {
        places: TIMES,
        one: &["lenient"],
        others: EPOCH_UNITS,
        help: "remove `lenient`",
        note: Some("`lenient` reads ISO texts that are not in canonical form"),
    },
    Conflict {
        places: &[SortKey],
        one: &["suffix"],
        others: EPOCH_UNITS,
        help: "a suffix needs text: use `iso`, or a separate key attribute",
        note: None,
    },
    Conflict {
        places: &[Ts],
        one: &["auto_create"],
        others: &["auto_update"],
        help: "use two fields, one for each",
        note: None,
    },
    Conflict {
        places: &[Ttl],
        one: &["sliding"],
        others: &["from"],
        help: "keep `sliding` to count from the last write, or `from` to count from a field",
        note: None,
    },
];

/// Whether two options at a place exclude each other.
pub(crate) fn conflict(place: Place, left: &str, right: &str) -> Option<&'static Conflict> {
    CONFLICTS.iter().find(|conflict| {
        let pair = |one: &str, other: &str| {
            conflict.one.contains(&one) && conflict.others.contains(&other)
        };
        conflict.places.contains(&place) && (pair(left, right) || pair(right, left))
    })
}

/// An option that means nothing without another.
#[derive(Debug)]
pub(crate) struct Requirement {
    pub(crate) places: &'static [Place],
    pub(crate) option: &'static str,
    pub(crate) needs: &'static str,
    pub(crate) help: &'static str,
}

/// Every option that needs another one beside it.
pub(crate) const REQUIREMENTS: &[Requirement] = &[
    Requirement {
        places: TIMES,
        option: "precision",
        needs: "iso",
        help: "write `iso, precision = millis`",
    },
    Requirement {
        places: &[PartitionKey, SortKey],
        option: "lenient",
        needs: "iso",
        help: "remove `lenient`, or write `iso, lenient` on a time",
    },
    Requirement {
        places: &[SortKey],
        option: "suffix",
        needs: "iso",
        help: "a suffix needs text: use `iso`, or a separate key attribute",
    },
    Requirement {
        places: &[Ttl],
        option: "from",
        needs: "after",
        help: r#"add `after = "90d"`"#,
    },
    Requirement {
        places: &[Ttl],
        option: "sliding",
        needs: "after",
        help: r#"add `after = "90d"`"#,
    },
];
