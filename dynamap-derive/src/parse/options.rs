//! The table of options: the one source for names, places, forms and samples.
//!
//! Beside it stand the options refused with a reason ([`refusal`](super::refusal)) and the rules
//! between options ([`conflict`](super::conflict)).

use Place::{
    Before, Collection, CollectionVariant, ComposedPartitionKey, ComposedSortKey, Enum, Index,
    Item, ItemField, LocalIndex, Newtype, NewtypeField, PartitionKey, Projection, ProjectionField,
    Rollup, RollupField, SortKey, Ts, Ttl, Value, ValueField, ValueTs, Variant,
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
    /// A struct that derives `DynamoProjection`.
    Projection,
    /// A field of a `DynamoItem`.
    ItemField,
    /// A named field of a `DynamoValue`.
    ValueField,
    /// The field of a one-field tuple struct.
    NewtypeField,
    /// A field of a `DynamoProjection`.
    ProjectionField,
    /// A variant of an enum.
    Variant,
    /// An enum that derives `DynamoCollection`.
    Collection,
    /// A variant of it.
    CollectionVariant,
    /// `index(…)`.
    Index,
    /// `local_index(…)`.
    LocalIndex,
    /// `partition_key(…)` on a field.
    PartitionKey,
    /// `sort_key(…)` on a field.
    SortKey,
    /// `partition_key(…)` of the struct or of an index.
    ComposedPartitionKey,
    /// `sort_key(…)` of the struct or of an index.
    ComposedSortKey,
    /// `before(…)`.
    Before,
    /// `ts(…)` of a named field.
    Ts,
    /// `ts(…)` of the field of a tuple struct.
    ValueTs,
    /// `ttl(…)`.
    Ttl,
    /// `rollup(…)` on a struct that derives `DynamoRollup`.
    Rollup,
    /// `rollup(…)` on a field of it.
    RollupField,
}

impl Place {
    /// Whether the options are those of a key.
    pub(crate) fn is_key(self) -> bool {
        matches!(
            self,
            PartitionKey | SortKey | ComposedPartitionKey | ComposedSortKey
        )
    }

    /// As in "`table` cannot stand …" and "it belongs …".
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Item => "on a struct that derives `DynamoItem`",
            Value => "on a struct that derives `DynamoValue`",
            Enum => "on an enum",
            Newtype => "on a tuple struct",
            Projection => "on a struct that derives `DynamoProjection`",
            ItemField => "on a field of a `DynamoItem`",
            ValueField => "on a field of a `DynamoValue`",
            NewtypeField => "on the field of a tuple struct",
            ProjectionField => "on a field of a `DynamoProjection`",
            Variant => "on a variant",
            Collection => "on an enum that derives `DynamoCollection`",
            CollectionVariant => "on a variant of a collection",
            Index => "in `index(…)`",
            LocalIndex => "in `local_index(…)`",
            PartitionKey => "in `partition_key(…)` of a field",
            SortKey => "in `sort_key(…)` of a field",
            ComposedPartitionKey => "in `partition_key(…)` of the struct or an index",
            ComposedSortKey => "in `sort_key(…)` of the struct or an index",
            Before => "in `before(…)`",
            Ts => "in `ts(…)`",
            ValueTs => "in `ts(…)` of a tuple struct",
            Ttl => "in `ttl(…)`",
            Rollup => "in `rollup(…)` on a struct that derives `DynamoRollup`",
            RollupField => "in `rollup(…)` on a field of a `DynamoRollup`",
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
    /// `= word` or `= word("text", "text")`.
    WordOrTexts,
    /// `= ["text", "text"]`.
    Texts,
    /// `= 4`.
    Integer,
    /// `= "text"` or `= some::path`.
    TextOrPath,
    /// Nothing or `= some::path`.
    OptionalPath,
    /// Nothing or `= "text"`.
    OptionalText,
    /// `= "text" by "text"`.
    TextBy,
    /// `(…)` with the options of that place.
    List(Place),
    /// Nothing or `(…)`.
    OptionalList(Place),
    /// `= "text"` or `= ["text", "text"]`.
    TextOrTexts,
    /// `= "text"`, `= ["text", "text"]` or `(…)`.
    TextsOrList(Place),
    /// `("text", …)`: a text, then options.
    TextAndList(Place),
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

pub(super) const TIMES: &[Place] = &[PartitionKey, SortKey, Ts, ValueTs];
pub(super) const COMPOSED: &[Place] = &[ComposedPartitionKey, ComposedSortKey];
pub(super) const PARTITIONS: &[Place] = &[PartitionKey, ComposedPartitionKey];

/// Every option, in the order in which lists of names show them.
pub(crate) const OPTIONS: &[Spec] = &[
    option("table", &[Item], Form::Text, r#"table = "orders""#),
    option(
        "rename_all",
        &[Item, Value, Enum, Variant],
        Form::Text,
        r#"rename_all = "camelCase""#,
    ),
    option(
        "rename_all_fields",
        &[Enum],
        Form::Text,
        r#"rename_all_fields = "camelCase""#,
    ),
    option("of", &[Projection], Form::Path, "of = Order"),
    option("entity", &[Item], Form::Text, r#"entity = "ORDER""#),
    option("tag", &[Enum, Item], Form::Text, r#"tag = "type""#),
    option(
        "crate",
        &[Item, Value, Enum, Newtype, Projection, Collection],
        Form::Path,
        "crate = ::dynamap",
    ),
    option(
        "long_form",
        &[Item, Value, Enum, Newtype, Collection],
        Form::Flag,
        "long_form",
    ),
    option("separator", &[Item], Form::Text, r##"separator = "#""##),
    option(
        "partition_key",
        &[Item],
        Form::List(ComposedPartitionKey),
        r#"partition_key(attribute = "pk", parts = ["customer", "total"])"#,
    ),
    option(
        "sort_key",
        &[Item],
        Form::List(ComposedSortKey),
        r#"sort_key(attribute = "sk", parts = ["created_at", "total"])"#,
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
    option(
        "ts",
        &[ItemField, ValueField],
        Form::OptionalList(Ts),
        "ts(millis)",
    ),
    option(
        "ts",
        &[NewtypeField],
        Form::OptionalList(ValueTs),
        "ts(millis)",
    ),
    option(
        "ttl",
        &[ItemField, ValueField],
        Form::OptionalList(Ttl),
        "ttl(seconds)",
    ),
    option("version", &[ItemField, ValueField], Form::Flag, "version"),
    option(
        "rename",
        &[ItemField, ValueField, Variant],
        Form::Text,
        r#"rename = "name""#,
    ),
    option(
        "alias",
        &[ItemField, ValueField, Variant],
        Form::Text,
        r#"alias = "old_name""#,
    )
    .repeatable(),
    option("null", &[ItemField, ValueField], Form::Flag, "null"),
    option("set", &[ItemField, ValueField], Form::Flag, "set"),
    option(
        "serde",
        &[ItemField, ValueField, NewtypeField],
        Form::Flag,
        "serde",
    ),
    option("flatten", &[ItemField, ValueField], Form::Flag, "flatten"),
    option("other", &[Variant, CollectionVariant], Form::Flag, "other"),
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
        "field",
        &[ProjectionField],
        Form::Text,
        r#"field = "total""#,
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
        Form::TextsOrList(ComposedPartitionKey),
        r#"partition_key = "customer""#,
    ),
    option(
        "sort_key",
        &[Index],
        Form::TextsOrList(ComposedSortKey),
        r#"sort_key = "created_at""#,
    ),
    option(
        "sort_key",
        &[LocalIndex],
        Form::TextOrTexts,
        r#"sort_key = "created_at""#,
    ),
    option(
        "projection",
        &[Index, LocalIndex],
        Form::WordOrTexts,
        "projection = keys_only",
    ),
    option("as", &[Index, LocalIndex], Form::Path, "as = Summary"),
    option(
        "path",
        &[Index, LocalIndex],
        Form::Text,
        r#"path = "ByCustomer""#,
    ),
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
    option("attribute", COMPOSED, Form::Text, r#"attribute = "pk""#),
    option(
        "prefix",
        &[PartitionKey, SortKey, ComposedPartitionKey, ComposedSortKey],
        Form::Text,
        r#"prefix = "order""#,
    ),
    option("parts", COMPOSED, Form::Texts, r#"parts = ["customer"]"#),
    option("value", COMPOSED, Form::Text, r#"value = "PROFILE""#),
    option("suffix", &[SortKey], Form::Text, r#"suffix = "id""#),
    option(
        "bucket",
        &[PartitionKey, ComposedPartitionKey, Before],
        Form::Word,
        "bucket = day",
    ),
    option("of", PARTITIONS, Form::Text, r#"of = "created_at""#),
    option(
        "shards",
        &[PartitionKey, ComposedPartitionKey, Before],
        Form::Integer,
        "shards = 4",
    ),
    option(
        "before",
        PARTITIONS,
        Form::TextAndList(Before),
        r#"before("2025-06-01", bucket = month)"#,
    )
    .repeatable(),
    option("store", &[PartitionKey, SortKey], Form::Flag, "store"),
    option("lenient", &[PartitionKey, SortKey], Form::Flag, "lenient"),
    option("auto_create", &[Ts], Form::Flag, "auto_create"),
    option("auto_update", &[Ts], Form::Flag, "auto_update"),
    option("after", &[Ttl], Form::TextOrPath, r#"after = "90d""#),
    option("from", &[Ttl], Form::Text, r#"from = "created_at""#),
    option("sliding", &[Ttl], Form::Flag, "sliding"),
    option("of", &[Rollup], Form::Path, "of = Reading"),
    option("every", &[Rollup], Form::Word, "every = hour"),
    option("at", &[Rollup], Form::Text, r#"at = "measured_at""#),
    option(
        "group",
        &[RollupField],
        Form::Text,
        r#"group = "device_id""#,
    ),
    option("window", &[RollupField], Form::Flag, "window"),
    option("count", &[RollupField], Form::OptionalText, "count"),
    option("sum", &[RollupField], Form::Text, r#"sum = "celsius""#),
    option("min", &[RollupField], Form::Text, r#"min = "celsius""#),
    option("max", &[RollupField], Form::Text, r#"max = "celsius""#),
    option(
        "last",
        &[RollupField],
        Form::TextBy,
        r#"last = "celsius" by "measured_at""#,
    ),
    option("stale", &[RollupField], Form::Flag, "stale"),
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
