/// The primary key of [`Order`].
struct OrderKey {
    /// The key's part `uuid`.
    uuid: String,
}
/// The table of [`Order`]: one query method per access path, and everything of [`Table`](dynamap::Table).
struct OrderTable(::dynamap::Table<Order>);
/// The table of [`Order`] by its primary key.
struct OrderPrimary;
/// The index `index` of [`Order`].
struct OrderIndex;
#[doc(hidden)]
const _: () = {
    struct __Codecs(::core::marker::PhantomData<fn() -> ()>);
    #[automatically_derived]
    impl __Codecs {
        const C0: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::key_value_codec::<
            String,
        >();
        const C1: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::index_key_codec::<
            String,
        >();
        const C2: ::dynamap::__private::AttributeCodec<OffsetDateTime> = ::dynamap::__private::AttributeCodec::time(
            ::dynamap::__private::codec::<OffsetDateTime, ::dynamap::time::Millis>(),
        );
        const C3: ::dynamap::__private::AttributeCodec<OffsetDateTime> = ::dynamap::__private::AttributeCodec::time(
            ::dynamap::__private::codec::<OffsetDateTime, ::dynamap::time::Millis>(),
        );
        const C4: ::dynamap::__private::AttributeCodec<Status> = ::dynamap::__private::value_codec::<
            Status,
        >();
        const C5: ::dynamap::__private::AttributeCodec<u64> = ::dynamap::__private::version_codec::<
            u64,
        >();
        const C6: ::dynamap::__private::AttributeCodec<Option<OffsetDateTime>> = ::dynamap::__private::AttributeCodec::time(
            ::dynamap::__private::ttl_codec::<Option<OffsetDateTime>>(),
        );
    }
    #[doc(hidden)]
    #[allow(
        non_camel_case_types,
        missing_docs,
        reason = "a marker has its field's name, which messages print"
    )]
    mod __key {
        pub enum uuid {}
        pub enum pk {}
        pub enum updated_at {}
    }
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::uuid {
        type Role = ::dynamap::expression::PrimaryKey;
    }
    #[automatically_derived]
    impl<__I> ::dynamap::expression::HeldBy<__I> for __key::uuid {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<OrderIndex> for __key::uuid {}
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::pk {
        type Role = ::dynamap::expression::Plain;
    }
    #[automatically_derived]
    impl<__I> ::dynamap::expression::HeldBy<__I> for __key::pk {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<OrderPrimary> for __key::pk {}
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::updated_at {
        type Role = ::dynamap::expression::Stamp;
    }
    #[automatically_derived]
    impl<__I> ::dynamap::expression::HeldBy<__I> for __key::updated_at {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<OrderPrimary> for __key::updated_at {}
    #[automatically_derived]
    impl Order {
        /// The attribute `uuid`.
        const UUID: ::dynamap::Attribute<
            Self,
            String,
            ::dynamap::expression::Key<__key::uuid>,
        > = ::dynamap::Attribute::new("uuid", __Codecs::C0);
        /// The attribute `pk`.
        const PK: ::dynamap::Attribute<
            Self,
            String,
            ::dynamap::expression::Key<__key::pk>,
        > = ::dynamap::Attribute::new("pk", __Codecs::C1);
        /// The attribute `created_at`, a Number of epoch millis.
        const CREATED_AT: ::dynamap::Attribute<
            Self,
            OffsetDateTime,
            ::dynamap::expression::Stamp,
        > = ::dynamap::Attribute::new("created_at", __Codecs::C2);
        /// The attribute `updated_at`, a Number of epoch millis.
        const UPDATED_AT: ::dynamap::Attribute<
            Self,
            OffsetDateTime,
            ::dynamap::expression::Key<__key::updated_at>,
        > = ::dynamap::Attribute::new("updated_at", __Codecs::C3);
        /// The attribute `status`.
        const STATUS: ::dynamap::Attribute<Self, Status, ::dynamap::expression::Plain> = ::dynamap::Attribute::new(
            "status",
            __Codecs::C4,
        );
        /// The attribute `version`, the version.
        const VERSION: ::dynamap::Attribute<Self, u64, ::dynamap::expression::Version> = ::dynamap::Attribute::new(
            "version",
            __Codecs::C5,
        );
        /// The attribute `expires_at`, the TTL: a Number of epoch seconds.
        const EXPIRES_AT: ::dynamap::Attribute<
            Self,
            Option<OffsetDateTime>,
            ::dynamap::expression::Plain,
        > = ::dynamap::Attribute::new("expires_at", __Codecs::C6);
    }
    #[automatically_derived]
    impl ::dynamap::__private::Attributes for Order {
        const NAMES: &'static ::dynamap::__private::AttributeNames = &::dynamap::__private::AttributeNames {
            own: &[
                "uuid",
                "pk",
                "created_at",
                "updated_at",
                "status",
                "version",
                "expires_at",
            ],
            flattened: &[],
            open: false,
            filled: &::dynamap::__private::Filled {
                stamps: &[
                    ::dynamap::schema::Stamp {
                        name: "created_at",
                        format: __Codecs::C2.format(),
                        on: ::dynamap::schema::StampOn::Create,
                        optional: __Codecs::C2.is_optional(),
                    },
                    ::dynamap::schema::Stamp {
                        name: "updated_at",
                        format: __Codecs::C3.format(),
                        on: ::dynamap::schema::StampOn::Update,
                        optional: __Codecs::C3.is_optional(),
                    },
                ],
                ttl: ::core::option::Option::Some(::dynamap::schema::Ttl {
                    name: "expires_at",
                    optional: __Codecs::C6.is_optional(),
                    policy: ::core::option::Option::Some(::dynamap::schema::TtlPolicy {
                        after: ::core::time::Duration::from_secs(604800u64),
                        from: ::core::option::Option::None,
                        sliding: false,
                    }),
                }),
                version: ::core::option::Option::Some(::dynamap::__private::VersionAttribute {
                    name: "version",
                    limit: __Codecs::C5.version_limit(),
                }),
            },
        };
        type Fills = ::dynamap::__private::Fills<
            ::dynamap::__private::Yes,
            ::dynamap::__private::Yes,
            ::dynamap::__private::Yes,
        >;
        fn carried_version(&self) -> ::core::option::Option<::core::primitive::u64> {
            __Codecs::C5.version_of(&self.version)
        }
        fn encode_attributes(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &[
                    "uuid",
                    "pk",
                    "created_at",
                    "updated_at",
                    "status",
                    "version",
                    "expires_at",
                ],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[
                    &::dynamap::__private::Out(__Codecs::C0.codec, &self.uuid),
                    &::dynamap::__private::Out(__Codecs::C1.codec, &self.pk),
                    &::dynamap::__private::Out(__Codecs::C2.codec, &self.created_at),
                    &::dynamap::__private::Out(__Codecs::C3.codec, &self.updated_at),
                    &::dynamap::__private::Out(__Codecs::C4.codec, &self.status),
                    &::dynamap::__private::Out(__Codecs::C5.codec, &self.version),
                    &::dynamap::__private::Out(__Codecs::C6.codec, &self.expires_at),
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
            let mut __s4 = ::dynamap::__private::Slot::new(__Codecs::C4.codec);
            let mut __s5 = ::dynamap::__private::Slot::new(__Codecs::C5.codec);
            let mut __s6 = ::dynamap::__private::Slot::new(__Codecs::C6.codec);
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &[
                    "uuid",
                    "pk",
                    "created_at",
                    "updated_at",
                    "status",
                    "version",
                    "expires_at",
                ],
            );
            ::dynamap::__private::read_all(
                decoder,
                &__NAMES,
                &mut [
                    &mut __s0,
                    &mut __s1,
                    &mut __s2,
                    &mut __s3,
                    &mut __s4,
                    &mut __s5,
                    &mut __s6,
                ],
            )?;
            let (
                ::core::option::Option::Some(__f0),
                ::core::option::Option::Some(__f1),
                ::core::option::Option::Some(__f2),
                ::core::option::Option::Some(__f3),
                ::core::option::Option::Some(__f4),
                ::core::option::Option::Some(__f5),
                ::core::option::Option::Some(__f6),
            ) = (
                __s0.take(),
                __s1.take(),
                __s2.take(),
                __s3.take(),
                __s4.take(),
                __s5.take(),
                __s6.take(),
            ) else {
                return ::core::result::Result::Err(::dynamap::__private::unfilled());
            };
            ::core::result::Result::Ok(Self {
                uuid: __f0,
                pk: __f1,
                created_at: __f2,
                updated_at: __f3,
                status: __f4,
                version: __f5,
                expires_at: __f6,
            })
        }
    }
    #[automatically_derived]
    impl ::dynamap::DynamoItem for Order {
        type Key = OrderKey;
        type Handle = OrderTable;
        const SCHEMA: &'static ::dynamap::schema::Schema = &::dynamap::schema::Schema {
            table: "Application",
            item: "Order",
            entity: ::core::option::Option::None,
            partition_key: __Codecs::C0.key_attribute("uuid"),
            sort_key: ::core::option::Option::None,
            ends_in_time: false,
            attributes: &[
                "uuid",
                "pk",
                "created_at",
                "updated_at",
                "status",
                "version",
                "expires_at",
            ],
            indexes: &[
                ::dynamap::schema::Index {
                    name: "index",
                    local: false,
                    partition_key: &[__Codecs::C1.key_attribute("pk")],
                    sort_key: &[__Codecs::C3.key_attribute("updated_at")],
                    projection: ::dynamap::schema::Projected::All,
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
    impl ::dynamap::schema::Versioned for Order {
        fn version(&self) -> ::core::option::Option<u64> {
            ::dynamap::__private::Attributes::carried_version(self)
        }
    }
    #[automatically_derived]
    impl ::dynamap::schema::Expiring for Order {}
    #[automatically_derived]
    impl ::dynamap::schema::Stamped for Order {}
    #[automatically_derived]
    impl ::core::clone::Clone for OrderKey {
        fn clone(&self) -> Self {
            let from = self;
            Self {
                uuid: <String as ::core::clone::Clone>::clone(&from.uuid),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for OrderKey {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "OrderKey")
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for OrderKey
    where
        for<'__field> String: ::core::cmp::PartialEq,
    {
        fn eq(&self, other: &Self) -> bool {
            ::core::cmp::PartialEq::eq(&self.uuid, &other.uuid)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for OrderKey
    where
        for<'__field> String: ::core::cmp::Eq,
    {}
    #[automatically_derived]
    impl ::core::hash::Hash for OrderKey
    where
        for<'__field> String: ::core::hash::Hash,
    {
        fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
            ::core::hash::Hash::hash(&self.uuid, state);
        }
    }
    #[automatically_derived]
    impl ::dynamap::item::ItemKey for OrderKey {
        fn encode_key(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["uuid"],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[&::dynamap::__private::Out(__Codecs::C0.codec, &self.uuid)],
            )
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<&Order> for OrderKey {
        fn from(from: &Order) -> Self {
            Self {
                uuid: <String as ::core::clone::Clone>::clone(&from.uuid),
            }
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<&OrderKey> for OrderKey {
        fn from(key: &OrderKey) -> Self {
            ::core::clone::Clone::clone(key)
        }
    }
    #[automatically_derived]
    impl<__P0: ::dynamap::expression::Operand<String>> ::core::convert::From<__P0>
    for OrderKey {
        fn from(__p0: __P0) -> Self {
            Self {
                uuid: ::dynamap::expression::Operand::into_operand(__p0),
            }
        }
    }
    #[automatically_derived]
    impl Order {
        /// A handle of the table `Application`, on the client's own clock.
        fn table(client: &::dynamap::aws_sdk_dynamodb::Client) -> OrderTable {
            OrderTable(::dynamap::Table::new(client))
        }
    }
    #[automatically_derived]
    impl OrderTable {
        /// Query of the table: the items with this `uuid`.
        fn query(
            &self,
            uuid: impl ::dynamap::expression::Operand<String>,
        ) -> ::dynamap::operation::Query<Order, OrderPrimary> {
            self.0
                .query_path::<
                    OrderPrimary,
                    String,
                >(
                    __Codecs::C0.codec,
                    &::dynamap::expression::Operand::into_operand(uuid),
                )
        }
        /// Query of the index `index`: the items with this `pk`, in the order of `updated_at`.
        fn query_index(
            &self,
            pk: impl ::dynamap::expression::Operand<String>,
        ) -> ::dynamap::operation::Query<Order, OrderIndex> {
            self.0
                .query_path::<
                    OrderIndex,
                    String,
                >(__Codecs::C1.codec, &::dynamap::expression::Operand::into_operand(pk))
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<::dynamap::Table<Order>> for OrderTable {
        fn from(table: ::dynamap::Table<Order>) -> Self {
            Self(table)
        }
    }
    #[automatically_derived]
    impl ::core::ops::Deref for OrderTable {
        type Target = ::dynamap::Table<Order>;
        fn deref(&self) -> &Self::Target {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for OrderTable {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for OrderTable {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, formatter)
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for OrderPrimary {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "OrderPrimary")
        }
    }
    #[automatically_derived]
    impl ::dynamap::key::AccessPath for OrderPrimary {
        type Item = Order;
        type Sort = ::dynamap::key::NoSortKey;
        type Partition = ::dynamap::key::OnePartition;
        const PATH: ::dynamap::key::PathSchema = ::dynamap::key::PathSchema {
            index: ::core::option::Option::None,
            partition_key: &[__Codecs::C0.key_attribute("uuid")],
            partition: ::core::option::Option::None,
            sort_key: &[],
        };
    }
    #[automatically_derived]
    impl ::dynamap::key::ConsistentPath for OrderPrimary {}
    #[automatically_derived]
    impl ::dynamap::expression::HoldsItems for OrderPrimary {}
    #[automatically_derived]
    impl ::core::fmt::Debug for OrderIndex {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "OrderIndex")
        }
    }
    #[automatically_derived]
    impl ::dynamap::key::AccessPath for OrderIndex {
        type Item = Order;
        type Sort = ::dynamap::key::SortKey<OffsetDateTime, ::dynamap::time::Millis>;
        type Partition = ::dynamap::key::OnePartition;
        const PATH: ::dynamap::key::PathSchema = ::dynamap::key::PathSchema {
            index: ::core::option::Option::Some("index"),
            partition_key: &[__Codecs::C1.key_attribute("pk")],
            partition: ::core::option::Option::None,
            sort_key: &[__Codecs::C3.sort_attribute("updated_at")],
        };
    }
    #[automatically_derived]
    impl ::dynamap::key::GlobalPath for OrderIndex {}
    #[automatically_derived]
    impl ::dynamap::expression::HoldsItems for OrderIndex {}
    #[automatically_derived]
    impl ::dynamap::__private::ItemFields for Order {
        const FIELDS: &'static [::dynamap::__private::FieldInfo] = &[
            ::dynamap::__private::FieldInfo::new("uuid"),
            ::dynamap::__private::FieldInfo::new("pk"),
            ::dynamap::__private::FieldInfo::new("created_at"),
            ::dynamap::__private::FieldInfo::new("updated_at"),
            ::dynamap::__private::FieldInfo::new("status"),
            ::dynamap::__private::FieldInfo::new("version"),
            ::dynamap::__private::FieldInfo::new("expires_at"),
        ];
    }
    #[automatically_derived]
    impl<const __N: ::core::primitive::usize> ::dynamap::__private::FieldAt<__N>
    for Order {
        type Held = ::dynamap::__private::Everywhere;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<0usize, String> for Order {
        const CODEC: ::dynamap::__private::AttributeCodec<String> = __Codecs::C0;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<1usize, String> for Order {
        const CODEC: ::dynamap::__private::AttributeCodec<String> = __Codecs::C1;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<2usize, OffsetDateTime> for Order {
        const CODEC: ::dynamap::__private::AttributeCodec<OffsetDateTime> = __Codecs::C2;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<3usize, OffsetDateTime> for Order {
        const CODEC: ::dynamap::__private::AttributeCodec<OffsetDateTime> = __Codecs::C3;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<4usize, Status> for Order {
        const CODEC: ::dynamap::__private::AttributeCodec<Status> = __Codecs::C4;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<5usize, u64> for Order {
        const CODEC: ::dynamap::__private::AttributeCodec<u64> = __Codecs::C5;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<6usize, Option<OffsetDateTime>> for Order {
        const CODEC: ::dynamap::__private::AttributeCodec<Option<OffsetDateTime>> = __Codecs::C6;
    }
};
