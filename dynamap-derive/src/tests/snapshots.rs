//! Whole expansions of small types, as files to read, and what all of them have in common.
//!
//! `DYNAMAP_BLESS=1 cargo test -p dynamap-derive` writes them anew.

use std::collections::HashSet;
use std::path::Path;

use syn::DeriveInput;
use syn::visit::{self, Visit};

use crate::pipeline;

/// The item of the guide.
const ORDER: &str = r#"
    #[dynamo(table = "Application", index(name = "index", partition_key = "pk", sort_key = "updated_at"))]
    struct Order {
        #[partition_key]
        uuid: String,
        pk: String,
        #[ts(millis, auto_create)]
        created_at: OffsetDateTime,
        #[ts(millis, auto_update)]
        updated_at: OffsetDateTime,
        status: Status,
        #[version]
        version: u64,
        #[ttl(seconds, after = "7d")]
        expires_at: Option<OffsetDateTime>,
    }
"#;

/// A sort key that a suffix follows, and a local index.
const READING: &str = r#"
    #[dynamo(table = "devices", local_index(name = "by_celsius", sort_key = "celsius"))]
    pub struct Reading {
        #[partition_key]
        #[dynamo(rename = "pk")]
        pub device_id: String,
        /// When it was measured.
        #[sort_key(iso, suffix = "id")]
        #[dynamo(rename = "sk")]
        pub at: OffsetDateTime,
        pub id: String,
        pub celsius: i16,
        #[dynamo(skip)]
        cached: Option<f64>,
        #[ttl(seconds, after = RETENTION, from = "at")]
        expires_at: OffsetDateTime,
    }
"#;

/// An index that holds some attributes, and is read as a struct of them.
const PRODUCT: &str = r#"
    #[dynamo(
        table = "products",
        index(name = "by_maker", partition_key = "maker", projection = include("price"), as = Price)
    )]
    struct Product {
        #[partition_key]
        id: String,
        maker: Option<String>,
        price: u64,
        text: String,
    }
"#;

/// A struct of some of its attributes.
const PRICE: &str = r#"
    #[dynamo(of = Product)]
    struct Price {
        id: String,
        #[dynamo(field = "price")]
        cents: u64,
    }
"#;

/// Composed keys: of the table over buckets and shards, of an index on the struct.
const SAMPLE: &str = r#"
    #[dynamo(
        table = "samples",
        index(
            name = "by_kind",
            partition_key(attribute = "gsi1pk", parts = ["kind"]),
            sort_key(attribute = "gsi1sk", parts = ["at", "id"])
        )
    )]
    pub struct Sample {
        #[partition_key(prefix = "device", bucket = day, of = "at", shards = 4, before("2025-06-01", bucket = month))]
        #[dynamo(rename = "pk")]
        pub device_id: String,
        #[sort_key(iso, prefix = "time", suffix = "id")]
        #[dynamo(rename = "sk")]
        pub at: OffsetDateTime,
        pub id: String,
        pub kind: Option<Kind>,
    }
"#;

/// One of several types in a table.
const SUBSCRIPTION: &str = r#"
    #[dynamo(
        table = "store",
        entity = "SUBSCRIPTION",
        tag = "_type",
        partition_key(attribute = "pk", prefix = "CUSTOMER", parts = ["customer"]),
        sort_key(attribute = "sk", value = "SUBSCRIPTION")
    )]
    struct Subscription {
        customer: String,
        paid: bool,
    }
"#;

/// A generic item.
const ENVELOPE: &str = r#"
    #[dynamo(table = "envelopes", crate = ::renamed)]
    struct Envelope<T: Clone, const N: usize = 4> where T: Send {
        #[partition_key]
        id: String,
        body: T,
        digest: [u8; N],
    }
"#;

/// An enum of unit variants.
const STATUS: &str = r#"
    #[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
    enum Status {
        Pending,
        InTransit,
        #[dynamo(rename = "DONE")]
        Paid,
    }
"#;

/// A struct of one unnamed field.
const CUSTOMER_ID: &str = "struct CustomerId(String);";

/// A struct of named fields.
const LINE: &str = r"
    struct Line {
        sku: String,
        #[dynamo(default)]
        quantity: u32,
        #[dynamo(with = money)]
        price: Money,
    }
";

/// An enum of variants with data.
const PAYMENT: &str = r#"
    #[dynamo(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
    enum Payment {
        Card {
            card_number: String,
            #[ts(millis)]
            charged_at: OffsetDateTime,
            #[dynamo(skip)]
            cached: u8,
        },
        #[dynamo(alias = "wire")]
        Transfer(Transfer),
        Cash,
        #[dynamo(other)]
        Unknown(Item),
    }
"#;

/// A struct with aliases, into which others are flattened.
const PROFILE: &str = r#"
    pub struct Profile {
        #[dynamo(alias = "nick", alias = "handle")]
        name: String,
        age: Option<u8>,
        /// Where they live.
        #[dynamo(flatten)]
        pub address: Address,
        #[dynamo(flatten)]
        others: Item,
    }
"#;

/// A tuple struct of several fields.
const POINT: &str = "struct Point(f64, #[ts(seconds)] OffsetDateTime);";

/// A rollup of readings.
const HOURLY: &str = r#"
    #[dynamo(table = "hourly")]
    #[rollup(of = crate::Reading, every = hour, at = "at")]
    pub struct Hourly {
        #[partition_key]
        device_id: String,
        #[sort_key(iso)]
        #[rollup(window)]
        hour: OffsetDateTime,
        #[rollup(count)]
        count: u64,
        #[rollup(sum = "celsius")]
        sum: Number,
        #[rollup(min = "celsius")]
        coldest: Option<f64>,
        #[rollup(last = "celsius" by "at")]
        latest: Option<f64>,
        #[rollup(stale)]
        stale: Option<u64>,
        #[ttl(seconds, after = "90d", from = "hour")]
        expires_at: OffsetDateTime,
    }
"#;

#[test]
fn hourly() {
    check("hourly.rs", HOURLY, pipeline::rollup);
}

/// Several types of items, and what is none of them.
const STORE_ITEM: &str = r"
    enum StoreItem {
        Order(Order),
        Line(OrderLine),
        #[dynamo(other)]
        Other(Item),
    }
";

#[test]
fn store_item() {
    check("store_item.rs", STORE_ITEM, pipeline::collection);
}

#[test]
fn payment() {
    check("payment.rs", PAYMENT, pipeline::value);
}

#[test]
fn profile() {
    check("profile.rs", PROFILE, pipeline::value);
}

#[test]
fn point() {
    check("point.rs", POINT, pipeline::value);
}

#[test]
fn order() {
    check("order.rs", ORDER, pipeline::item);
}

#[test]
fn reading() {
    check("reading.rs", READING, pipeline::item);
}

#[test]
fn sample() {
    check("sample.rs", SAMPLE, pipeline::item);
}

#[test]
fn subscription() {
    check("subscription.rs", SUBSCRIPTION, pipeline::item);
}

#[test]
fn envelope() {
    check("envelope.rs", ENVELOPE, pipeline::item);
}

#[test]
fn product() {
    check("product.rs", PRODUCT, pipeline::item);
}

#[test]
fn price() {
    check("price.rs", PRICE, pipeline::projection);
}

#[test]
fn status() {
    check("status.rs", STATUS, pipeline::value);
}

#[test]
fn customer_id() {
    check("customer_id.rs", CUSTOMER_ID, pipeline::value);
}

#[test]
fn line() {
    check("line.rs", LINE, pipeline::value);
}

#[track_caller]
fn check(file: &str, source: &str, derive: fn(&DeriveInput) -> proc_macro2::TokenStream) {
    let input: DeriveInput = syn::parse_str(source).expect("the test's source is Rust");
    let expansion: syn::File = syn::parse2(derive(&input)).expect("the expansion is Rust");
    let foreign = Hygiene::of(source, &expansion);
    assert!(
        foreign.is_empty(),
        "{file} depends on the names in scope: {foreign:#?}"
    );

    let text = prettyplease::unparse(&expansion);
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/tests/snapshots")
        .join(file);
    if std::env::var_os("DYNAMAP_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the snapshot can be written");
        if file == "order.rs" {
            // The guide of dynamap shows it; a package holds only its own files.
            let guide =
                Path::new(env!("CARGO_MANIFEST_DIR")).join("../dynamap/docs/generated_order.rs");
            std::fs::write(guide, &text).expect("the guide can be written");
        }
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "{} is another expansion than this one; `DYNAMAP_BLESS=1` keeps it:\n{text}",
        path.display()
    );
}

/// Finds the names in an expansion that mean what the module around it happens to hold.
///
/// A path is absolute, or starts with a name that the user wrote, that the expansion itself
/// introduces, or that no module can take away. A method is one of a type that the expansion
/// knows, not of a trait that has to be in scope.
struct Hygiene {
    own: HashSet<String>,
    foreign: Vec<String>,
}

/// Names that need no import, and their methods.
const LANGUAGE: &[&str] = &["Self", "self", "crate", "str", "u64", "usize", "bool", "u8"];
const INHERENT: &[&str] = &[
    // `Attribute`, `ProjectedField`, `FieldInfo`, `Query`.
    "into_attribute_name",
    "in_key",
    "or_named",
    "attribute",
    "project",
    // `Slot`, `AttributeCodec`, `Table`.
    "take",
    "or",
    "part",
    "index_part",
    "key_attribute",
    "sort_attribute",
    "format",
    "is_optional",
    "version_limit",
    "version_of",
    "query_composed",
    "query_path",
    "partitions",
    "range",
    "buckets",
    // `dyn Encoder`, `dyn Decoder`, `String`.
    "string",
    "push_str",
    "open_map",
    "skip",
    // `AttributeNames`.
    "contains",
    "clashes",
    "is_open_twice",
];

impl Hygiene {
    fn of(source: &str, expansion: &syn::File) -> Vec<String> {
        let mut own = Introduced::default();
        own.visit_file(expansion);
        let mut own = own.0;
        let written: proc_macro2::TokenStream = source.parse().expect("the test's source is Rust");
        collect(written, &mut own);
        let mut hygiene = Self {
            own,
            foreign: Vec::new(),
        };
        hygiene.visit_file(expansion);
        hygiene.foreign
    }
}

fn collect(tokens: proc_macro2::TokenStream, names: &mut HashSet<String>) {
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Group(group) => collect(group.stream(), names),
            proc_macro2::TokenTree::Ident(ident) => {
                names.insert(ident.to_string());
            }
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Hygiene {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let absolute = path.leading_colon.is_some();
        let first = path
            .segments
            .first()
            .map(|segment| segment.ident.to_string())
            .unwrap_or_default();
        if !absolute && !LANGUAGE.contains(&first.as_str()) && !self.own.contains(&first) {
            self.foreign.push(quote::quote!(#path).to_string());
        }
        visit::visit_path(self, path);
    }

    // `<T as Trait>::item` parses as the path of the trait behind the type.
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let method = call.method.to_string();
        if !INHERENT.contains(&method.as_str()) && !self.own.contains(&method) {
            self.foreign.push(format!(".{method}()"));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        // Built in, all but derives, whose macros have to be in scope, and those of tools.
        let is_foreign =
            attribute.path().is_ident("derive") || attribute.path().get_ident().is_none();
        if is_foreign {
            self.foreign.push(quote::quote!(#attribute).to_string());
        }
    }
}

/// The names that an expansion introduces: types, modules, parameters and bindings.
#[derive(Default)]
struct Introduced(HashSet<String>);

impl<'ast> Visit<'ast> for Introduced {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_static(self, item);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_const(self, item);
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.0.insert(module.ident.to_string());
        visit::visit_item_mod(self, module);
    }

    fn visit_type_param(&mut self, parameter: &'ast syn::TypeParam) {
        self.0.insert(parameter.ident.to_string());
        visit::visit_type_param(self, parameter);
    }

    fn visit_const_param(&mut self, parameter: &'ast syn::ConstParam) {
        self.0.insert(parameter.ident.to_string());
        visit::visit_const_param(self, parameter);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.0.insert(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }
}

#[test]
fn the_hygiene_check_finds_what_depends_on_the_scope() {
    let expansion: syn::File = syn::parse_str(
        "#[derive(Debug)] #[diagnostic::x] struct Own; \
         impl Own { fn f(given: &str) -> Option<u64> { Some(given.parse().unwrap_or(Own)) } }",
    )
    .expect("Rust");
    assert_eq!(
        Hygiene::of("", &expansion),
        [
            "# [derive (Debug)]",
            "# [diagnostic :: x]",
            "Option < u64 >",
            "Some",
            ".unwrap_or()",
            ".parse()"
        ]
    );
}
