/// The primary key of [`Product`].
struct ProductKey {
    /// The key's part `id`.
    id: String,
}
/// The table of [`Product`]: one query method per access path, and everything of [`Table`](dynamap::Table).
struct ProductTable(::dynamap::Table<Product>);
/// The table of [`Product`] by its primary key.
struct ProductPrimary;
/// The index `by_maker` of [`Product`].
struct ProductByMaker;
#[doc(hidden)]
const _: () = {
    struct __Codecs(::core::marker::PhantomData<fn() -> ()>);
    #[automatically_derived]
    impl __Codecs {
        const C0: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::key_value_codec::<
            String,
        >();
        const C1: ::dynamap::__private::AttributeCodec<Option<String>> = ::dynamap::__private::index_key_codec::<
            Option<String>,
        >();
        const C2: ::dynamap::__private::AttributeCodec<u64> = ::dynamap::__private::value_codec::<
            u64,
        >();
        const C3: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::value_codec::<
            String,
        >();
    }
    #[doc(hidden)]
    #[allow(
        non_camel_case_types,
        missing_docs,
        reason = "a marker has its field's name, which messages print"
    )]
    mod __key {
        pub enum id {}
        pub enum maker {}
        pub enum text {}
    }
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::id {
        type Role = ::dynamap::expression::PrimaryKey;
    }
    #[automatically_derived]
    impl<__I> ::dynamap::expression::HeldBy<__I> for __key::id {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<ProductByMaker> for __key::id {}
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::maker {
        type Role = ::dynamap::expression::Plain;
    }
    #[automatically_derived]
    impl<__I> ::dynamap::expression::HeldBy<__I> for __key::maker {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<ProductPrimary> for __key::maker {}
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::text {
        type Role = ::dynamap::expression::Plain;
    }
    #[automatically_derived]
    impl ::dynamap::expression::HeldBy<::dynamap::key::WholeTable> for __key::text {}
    #[automatically_derived]
    impl ::dynamap::expression::HeldBy<::dynamap::collection::AnyKey> for __key::text {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<::dynamap::collection::AnyKey>
    for __key::text {}
    #[automatically_derived]
    impl ::dynamap::expression::HeldBy<ProductPrimary> for __key::text {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<ProductPrimary> for __key::text {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<ProductByMaker> for __key::text {}
    #[automatically_derived]
    impl Product {
        /// The attribute `id`.
        const ID: ::dynamap::Attribute<
            Self,
            String,
            ::dynamap::expression::Key<__key::id>,
        > = ::dynamap::Attribute::new("id", __Codecs::C0);
        /// The attribute `maker`.
        const MAKER: ::dynamap::Attribute<
            Self,
            Option<String>,
            ::dynamap::expression::Key<__key::maker>,
        > = ::dynamap::Attribute::new("maker", __Codecs::C1);
        /// The attribute `price`.
        const PRICE: ::dynamap::Attribute<Self, u64, ::dynamap::expression::Plain> = ::dynamap::Attribute::new(
            "price",
            __Codecs::C2,
        );
        /// The attribute `text`.
        const TEXT: ::dynamap::Attribute<
            Self,
            String,
            ::dynamap::expression::Key<__key::text>,
        > = ::dynamap::Attribute::new("text", __Codecs::C3);
    }
    #[automatically_derived]
    impl ::dynamap::__private::Attributes for Product {
        const NAMES: &'static ::dynamap::__private::AttributeNames = &::dynamap::__private::AttributeNames {
            own: &["id", "maker", "price", "text"],
            flattened: &[],
            open: false,
            filled: ::dynamap::__private::NOTHING_FILLED,
        };
        type Fills = ::dynamap::__private::FillsNothing;
        fn encode_attributes(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["id", "maker", "price", "text"],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[
                    &::dynamap::__private::Out(__Codecs::C0.codec, &self.id),
                    &::dynamap::__private::Out(__Codecs::C1.codec, &self.maker),
                    &::dynamap::__private::Out(__Codecs::C2.codec, &self.price),
                    &::dynamap::__private::Out(__Codecs::C3.codec, &self.text),
                ],
            )
        }
        fn decode_attributes(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            let mut __s0 = ::dynamap::__private::Slot::new(__Codecs::C0.codec);
            let mut __s1 = ::dynamap::__private::Slot::new(__Codecs::C1.codec);
            let mut __s2 = ::dynamap::__private::Slot::new(__Codecs::C2.codec);
            let mut __s3 = ::dynamap::__private::Slot::new(__Codecs::C3.codec);
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["id", "maker", "price", "text"],
            );
            ::dynamap::__private::read_all(
                decoder,
                &__NAMES,
                &mut [&mut __s0, &mut __s1, &mut __s2, &mut __s3],
            )?;
            let (
                ::core::option::Option::Some(__f0),
                ::core::option::Option::Some(__f1),
                ::core::option::Option::Some(__f2),
                ::core::option::Option::Some(__f3),
            ) = (__s0.take(), __s1.take(), __s2.take(), __s3.take()) else {
                return ::core::result::Result::Err(::dynamap::__private::unfilled());
            };
            ::core::result::Result::Ok(Self {
                id: __f0,
                maker: __f1,
                price: __f2,
                text: __f3,
            })
        }
    }
    #[automatically_derived]
    impl ::dynamap::DynamoItem for Product {
        type Key = ProductKey;
        type Handle = ProductTable;
        const SCHEMA: &'static ::dynamap::schema::Schema = &::dynamap::schema::Schema {
            table: "products",
            item: "Product",
            entity: ::core::option::Option::None,
            partition_key: __Codecs::C0.key_attribute("id"),
            sort_key: ::core::option::Option::None,
            ends_in_time: false,
            attributes: &["id", "maker", "price", "text"],
            indexes: &[
                ::dynamap::schema::Index {
                    name: "by_maker",
                    local: false,
                    partition_key: &[__Codecs::C1.key_attribute("maker")],
                    sort_key: &[],
                    projection: ::dynamap::schema::Projected::Include(&["price"]),
                },
            ],
            names: <Self as ::dynamap::__private::Attributes>::NAMES,
            stamps: ::dynamap::__private::AttributeNames::stamps(
                <Self as ::dynamap::__private::Attributes>::NAMES,
            ),
            ttl: ::dynamap::__private::AttributeNames::ttl(
                <Self as ::dynamap::__private::Attributes>::NAMES,
            ),
            version: ::dynamap::__private::AttributeNames::version(
                <Self as ::dynamap::__private::Attributes>::NAMES,
            ),
            version_limit: ::dynamap::__private::AttributeNames::version_limit(
                <Self as ::dynamap::__private::Attributes>::NAMES,
            ),
            composed: &[],
        };
    }
    #[automatically_derived]
    impl ::dynamap::schema::Unversioned for Product {}
    #[automatically_derived]
    impl ::core::clone::Clone for ProductKey {
        fn clone(&self) -> Self {
            let from = self;
            Self {
                id: <String as ::core::clone::Clone>::clone(&from.id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ProductKey {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "ProductKey")
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for ProductKey
    where
        for<'__field> String: ::core::cmp::PartialEq,
    {
        fn eq(&self, other: &Self) -> bool {
            ::core::cmp::PartialEq::eq(&self.id, &other.id)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for ProductKey
    where
        for<'__field> String: ::core::cmp::Eq,
    {}
    #[automatically_derived]
    impl ::core::hash::Hash for ProductKey
    where
        for<'__field> String: ::core::hash::Hash,
    {
        fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
            ::core::hash::Hash::hash(&self.id, state);
        }
    }
    #[automatically_derived]
    impl ::dynamap::item::ItemKey for ProductKey {
        fn encode_key(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["id"],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[&::dynamap::__private::Out(__Codecs::C0.codec, &self.id)],
            )
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<&Product> for ProductKey {
        fn from(from: &Product) -> Self {
            Self {
                id: <String as ::core::clone::Clone>::clone(&from.id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<&ProductKey> for ProductKey {
        fn from(key: &ProductKey) -> Self {
            ::core::clone::Clone::clone(key)
        }
    }
    #[automatically_derived]
    impl<__P0: ::dynamap::expression::Operand<String>> ::core::convert::From<__P0>
    for ProductKey {
        fn from(__p0: __P0) -> Self {
            Self {
                id: ::dynamap::expression::Operand::into_operand(__p0),
            }
        }
    }
    #[automatically_derived]
    impl Product {
        /// A handle of the table `products`, on the client's own clock.
        fn table(client: &::dynamap::aws_sdk_dynamodb::Client) -> ProductTable {
            ProductTable(::dynamap::Table::new(client))
        }
    }
    #[automatically_derived]
    impl ProductTable {
        /// Query of the table: the items with this `id`.
        fn query(
            &self,
            id: impl ::dynamap::expression::Operand<String>,
        ) -> ::dynamap::operation::Query<Product, ProductPrimary> {
            self.0
                .query_path::<
                    ProductPrimary,
                    String,
                >(__Codecs::C0.codec, &::dynamap::expression::Operand::into_operand(id))
        }
        /// Query of the index `by_maker`: the items with this `maker`.
        ///
        /// The index holds its own keys, the table's and `price`.
        /// Nothing else can be read of it: `.project::<P>()` reads a struct of these, unless `as = …` has said so.
        fn query_by_maker(
            &self,
            maker: impl ::dynamap::expression::Operand<Option<String>>,
        ) -> ::dynamap::operation::Query<
            Product,
            ProductByMaker,
            ::dynamap::key::WholePartition,
            ::dynamap::expression::Projected<Price>,
        > {
            self.0
                .query_path::<
                    ProductByMaker,
                    Option<String>,
                >(
                    __Codecs::C1.codec,
                    &::dynamap::expression::Operand::into_operand(maker),
                )
                .project::<Price>()
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<::dynamap::Table<Product>> for ProductTable {
        fn from(table: ::dynamap::Table<Product>) -> Self {
            Self(table)
        }
    }
    #[automatically_derived]
    impl ::core::ops::Deref for ProductTable {
        type Target = ::dynamap::Table<Product>;
        fn deref(&self) -> &Self::Target {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for ProductTable {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ProductTable {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, formatter)
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ProductPrimary {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "ProductPrimary")
        }
    }
    #[automatically_derived]
    impl ::dynamap::key::AccessPath for ProductPrimary {
        type Item = Product;
        type Sort = ::dynamap::key::NoSortKey;
        type Partition = ::dynamap::key::OnePartition;
        const PATH: ::dynamap::key::PathSchema = ::dynamap::key::PathSchema {
            index: ::core::option::Option::None,
            partition_key: &[__Codecs::C0.key_attribute("id")],
            partition: ::core::option::Option::None,
            sort_key: &[],
        };
    }
    #[automatically_derived]
    impl ::dynamap::key::ConsistentPath for ProductPrimary {}
    #[automatically_derived]
    impl ::dynamap::expression::HoldsItems for ProductPrimary {}
    #[automatically_derived]
    impl ::core::fmt::Debug for ProductByMaker {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "ProductByMaker")
        }
    }
    #[automatically_derived]
    impl ::dynamap::key::AccessPath for ProductByMaker {
        type Item = Product;
        type Sort = ::dynamap::key::NoSortKey;
        type Partition = ::dynamap::key::OnePartition;
        const PATH: ::dynamap::key::PathSchema = ::dynamap::key::PathSchema {
            index: ::core::option::Option::Some("by_maker"),
            partition_key: &[__Codecs::C1.key_attribute("maker")],
            partition: ::core::option::Option::None,
            sort_key: &[],
        };
    }
    #[automatically_derived]
    impl ::dynamap::key::GlobalPath for ProductByMaker {}
    #[automatically_derived]
    impl ::dynamap::__private::ItemFields for Product {
        const FIELDS: &'static [::dynamap::__private::FieldInfo] = &[
            ::dynamap::__private::FieldInfo::new("id"),
            ::dynamap::__private::FieldInfo::new("maker"),
            ::dynamap::__private::FieldInfo::new("price"),
            ::dynamap::__private::FieldInfo::new("text"),
        ];
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldAt<0usize> for Product {
        type Held = ::dynamap::__private::Everywhere;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldAt<1usize> for Product {
        type Held = ::dynamap::__private::Everywhere;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldAt<2usize> for Product {
        type Held = ::dynamap::__private::Everywhere;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldAt<3usize> for Product {
        type Held = __key::text;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<0usize, String> for Product {
        const CODEC: ::dynamap::__private::AttributeCodec<String> = __Codecs::C0;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<1usize, Option<String>> for Product {
        const CODEC: ::dynamap::__private::AttributeCodec<Option<String>> = __Codecs::C1;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<2usize, u64> for Product {
        const CODEC: ::dynamap::__private::AttributeCodec<u64> = __Codecs::C2;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<3usize, String> for Product {
        const CODEC: ::dynamap::__private::AttributeCodec<String> = __Codecs::C3;
    }
};
