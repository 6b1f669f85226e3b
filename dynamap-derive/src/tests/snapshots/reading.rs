/// The primary key of [`Reading`].
pub struct ReadingKey {
    /// The key's part `device_id`.
    pub device_id: String,
    /// The key's part `at`.
    pub at: OffsetDateTime,
    /// The key's part `id`.
    pub id: String,
}
/// The table of [`Reading`]: one query method per access path, and everything of [`Table`](dynamap::Table).
pub struct ReadingTable(::dynamap::Table<Reading>);
/// The table of [`Reading`] by its primary key.
pub struct ReadingPrimary;
/// The index `by_celsius` of [`Reading`].
pub struct ReadingByCelsius;
#[doc(hidden)]
const _: () = {
    struct __Codecs(::core::marker::PhantomData<fn() -> ()>);
    #[automatically_derived]
    impl __Codecs {
        const C0: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::key_value_codec::<
            String,
        >();
        const C1: ::dynamap::__private::AttributeCodec<OffsetDateTime> = ::dynamap::__private::AttributeCodec::time(
            ::dynamap::__private::key_codec::<
                OffsetDateTime,
                ::dynamap::time::Iso<::dynamap::time::Millis>,
            >(false),
        );
        const C2: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::value_part_codec::<
            String,
        >();
        const C3: ::dynamap::__private::AttributeCodec<i16> = ::dynamap::__private::index_key_codec::<
            i16,
        >();
        const C4: ::dynamap::__private::AttributeCodec<OffsetDateTime> = ::dynamap::__private::AttributeCodec::time(
            ::dynamap::__private::ttl_codec::<OffsetDateTime>(),
        );
        const L0: &'static ::dynamap::key::KeyLayout = &::dynamap::key::KeyLayout {
            separator: '#',
            prefix: ::core::option::Option::None,
            parts: &[
                ::dynamap::key::KeyField {
                    field: "at",
                    attribute: "sk",
                    codec: &Self::C1,
                    lenient: false,
                },
                ::dynamap::key::KeyField {
                    field: "id",
                    attribute: "id",
                    codec: &Self::C2,
                    lenient: false,
                },
            ],
            of: ::core::option::Option::None,
            eras: &[::dynamap::key::Era::PLAIN],
        };
    }
    #[doc(hidden)]
    #[allow(
        non_camel_case_types,
        missing_docs,
        reason = "a marker has its field's name, which messages print"
    )]
    mod __key {
        pub enum device_id {}
        pub enum id {}
        pub enum celsius {}
    }
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::device_id {
        type Role = ::dynamap::expression::PrimaryKey;
    }
    #[automatically_derived]
    impl<__I> ::dynamap::expression::HeldBy<__I> for __key::device_id {}
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::id {
        type Role = ::dynamap::expression::PrimaryKey;
    }
    #[automatically_derived]
    impl<__I> ::dynamap::expression::HeldBy<__I> for __key::id {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<ReadingPrimary> for __key::id {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<ReadingByCelsius> for __key::id {}
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::celsius {
        type Role = ::dynamap::expression::Plain;
    }
    #[automatically_derived]
    impl<__I> ::dynamap::expression::HeldBy<__I> for __key::celsius {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<ReadingPrimary> for __key::celsius {}
    #[automatically_derived]
    impl Reading {
        /// The attribute `pk`.
        pub const DEVICE_ID: ::dynamap::Attribute<
            Self,
            String,
            ::dynamap::expression::Key<__key::device_id>,
        > = ::dynamap::Attribute::new("pk", __Codecs::C0);
        /// The time inside the key attribute `sk`, ISO text in UTC with milliseconds.
        ///
        /// When it was measured.
        pub const AT: ::dynamap::Attribute<
            Self,
            OffsetDateTime,
            ::dynamap::expression::InKey,
        > = ::dynamap::Attribute::new("sk", __Codecs::C1);
        /// The attribute `id`.
        pub const ID: ::dynamap::Attribute<
            Self,
            String,
            ::dynamap::expression::Key<__key::id>,
        > = ::dynamap::Attribute::new("id", __Codecs::C2);
        /// The attribute `celsius`.
        pub const CELSIUS: ::dynamap::Attribute<
            Self,
            i16,
            ::dynamap::expression::Key<__key::celsius>,
        > = ::dynamap::Attribute::new("celsius", __Codecs::C3);
        /// The attribute `expires_at`, the TTL: a Number of epoch seconds.
        const EXPIRES_AT: ::dynamap::Attribute<
            Self,
            OffsetDateTime,
            ::dynamap::expression::Plain,
        > = ::dynamap::Attribute::new("expires_at", __Codecs::C4);
    }
    #[automatically_derived]
    impl ::dynamap::__private::Attributes for Reading {
        const NAMES: &'static ::dynamap::__private::AttributeNames = &::dynamap::__private::AttributeNames {
            own: &["pk", "sk", "id", "celsius", "expires_at"],
            flattened: &[],
            open: false,
            filled: &::dynamap::__private::Filled {
                stamps: &[],
                ttl: ::core::option::Option::Some(::dynamap::schema::Ttl {
                    name: "expires_at",
                    optional: __Codecs::C4.is_optional(),
                    policy: ::core::option::Option::Some(::dynamap::schema::TtlPolicy {
                        after: RETENTION,
                        from: ::core::option::Option::Some(::dynamap::schema::TimeAttribute {
                            name: "sk",
                            format: __Codecs::C1.format(),
                            key: ::core::option::Option::Some(__Codecs::L0),
                        }),
                        sliding: false,
                    }),
                }),
                version: ::core::option::Option::None,
            },
        };
        type Fills = ::dynamap::__private::Fills<
            ::dynamap::__private::No,
            ::dynamap::__private::Yes,
            ::dynamap::__private::No,
        >;
        fn encode_attributes(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["pk", "sk", "id", "celsius", "expires_at"],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[
                    &::dynamap::__private::Out(__Codecs::C0.codec, &self.device_id),
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L0,
                        parts: &[
                            &::dynamap::__private::Part(__Codecs::C1, &self.at),
                            &::dynamap::__private::Part(__Codecs::C2, &self.id),
                        ],
                        of: ::core::option::Option::None,
                        sort: ::core::option::Option::None,
                        with: &[],
                    },
                    &::dynamap::__private::Out(__Codecs::C2.codec, &self.id),
                    &::dynamap::__private::Out(__Codecs::C3.codec, &self.celsius),
                    &::dynamap::__private::Out(__Codecs::C4.codec, &self.expires_at),
                ],
            )
        }
        fn decode_attributes(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            let mut __s0 = ::dynamap::__private::Slot::new(__Codecs::C0.codec);
            let mut __s1 = ::dynamap::__private::PartSlot::new(__Codecs::C1);
            let mut __s2 = ::dynamap::__private::PartSlot::new(__Codecs::C2);
            let mut __s3 = ::dynamap::__private::Slot::new(__Codecs::C3.codec);
            let mut __s4 = ::dynamap::__private::Slot::new(__Codecs::C4.codec);
            let mut __k1 = ::dynamap::__private::KeySlot::new("sk");
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["pk", "sk", "id", "celsius", "expires_at"],
            );
            ::dynamap::__private::read_all(
                decoder,
                &__NAMES,
                &mut [&mut __s0, &mut __k1, &mut __s2, &mut __s3, &mut __s4],
            )?;
            ::dynamap::__private::recover(
                __Codecs::L0,
                &__k1,
                &mut [&mut __s1, &mut __s2],
                ::core::option::Option::None,
                ::core::option::Option::None,
            )?;
            let (
                ::core::option::Option::Some(__f0),
                ::core::option::Option::Some(__f1),
                ::core::option::Option::Some(__f2),
                ::core::option::Option::Some(__f3),
                ::core::option::Option::Some(__f4),
            ) = (__s0.take(), __s1.take(), __s2.take(), __s3.take(), __s4.take()) else {
                return ::core::result::Result::Err(::dynamap::__private::unfilled());
            };
            ::core::result::Result::Ok(Self {
                device_id: __f0,
                at: __f1,
                id: __f2,
                celsius: __f3,
                expires_at: __f4,
                cached: ::core::default::Default::default(),
            })
        }
    }
    #[automatically_derived]
    impl ::dynamap::DynamoItem for Reading {
        type Key = ReadingKey;
        type Handle = ReadingTable;
        const SCHEMA: &'static ::dynamap::schema::Schema = &::dynamap::schema::Schema {
            table: "devices",
            item: "Reading",
            entity: ::core::option::Option::None,
            partition_key: __Codecs::C0.key_attribute("pk"),
            sort_key: ::core::option::Option::Some(::dynamap::schema::KeyAttribute {
                name: "sk",
                scalar: ::dynamap::__private::ScalarType::S,
            }),
            ends_in_time: false,
            attributes: &["pk", "sk", "id", "celsius", "expires_at"],
            indexes: &[
                ::dynamap::schema::Index {
                    name: "by_celsius",
                    local: true,
                    partition_key: &[__Codecs::C0.key_attribute("pk")],
                    sort_key: &[__Codecs::C3.key_attribute("celsius")],
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
            composed: &[
                ::dynamap::schema::ComposedKey {
                    attribute: "sk",
                    index: ::core::option::Option::None,
                    layout: __Codecs::L0,
                },
            ],
        };
    }
    #[automatically_derived]
    impl ::dynamap::schema::Unversioned for Reading {}
    #[automatically_derived]
    impl ::dynamap::schema::Expiring for Reading {}
    #[automatically_derived]
    impl ::core::clone::Clone for ReadingKey {
        fn clone(&self) -> Self {
            let from = self;
            Self {
                device_id: <String as ::core::clone::Clone>::clone(&from.device_id),
                at: <OffsetDateTime as ::core::clone::Clone>::clone(&from.at),
                id: <String as ::core::clone::Clone>::clone(&from.id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ReadingKey {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "ReadingKey")
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for ReadingKey
    where
        for<'__field> String: ::core::cmp::PartialEq,
        for<'__field> OffsetDateTime: ::core::cmp::PartialEq,
        for<'__field> String: ::core::cmp::PartialEq,
    {
        fn eq(&self, other: &Self) -> bool {
            ::core::cmp::PartialEq::eq(&self.device_id, &other.device_id)
                && ::core::cmp::PartialEq::eq(&self.at, &other.at)
                && ::core::cmp::PartialEq::eq(&self.id, &other.id)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for ReadingKey
    where
        for<'__field> String: ::core::cmp::Eq,
        for<'__field> OffsetDateTime: ::core::cmp::Eq,
        for<'__field> String: ::core::cmp::Eq,
    {}
    #[automatically_derived]
    impl ::core::hash::Hash for ReadingKey
    where
        for<'__field> String: ::core::hash::Hash,
        for<'__field> OffsetDateTime: ::core::hash::Hash,
        for<'__field> String: ::core::hash::Hash,
    {
        fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
            ::core::hash::Hash::hash(&self.device_id, state);
            ::core::hash::Hash::hash(&self.at, state);
            ::core::hash::Hash::hash(&self.id, state);
        }
    }
    #[automatically_derived]
    impl ::dynamap::item::ItemKey for ReadingKey {
        fn encode_key(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["pk", "sk"],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[
                    &::dynamap::__private::Out(__Codecs::C0.codec, &self.device_id),
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L0,
                        parts: &[
                            &::dynamap::__private::Part(__Codecs::C1, &self.at),
                            &::dynamap::__private::Part(__Codecs::C2, &self.id),
                        ],
                        of: ::core::option::Option::None,
                        sort: ::core::option::Option::None,
                        with: &[],
                    },
                ],
            )
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<&Reading> for ReadingKey {
        fn from(from: &Reading) -> Self {
            Self {
                device_id: <String as ::core::clone::Clone>::clone(&from.device_id),
                at: <OffsetDateTime as ::core::clone::Clone>::clone(&from.at),
                id: <String as ::core::clone::Clone>::clone(&from.id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<&ReadingKey> for ReadingKey {
        fn from(key: &ReadingKey) -> Self {
            ::core::clone::Clone::clone(key)
        }
    }
    #[automatically_derived]
    impl<
        __P0: ::dynamap::expression::Operand<String>,
        __P1: ::dynamap::expression::Operand<OffsetDateTime>,
        __P2: ::dynamap::expression::Operand<String>,
    > ::core::convert::From<(__P0, __P1, __P2)> for ReadingKey {
        fn from((__p0, __p1, __p2): (__P0, __P1, __P2)) -> Self {
            Self {
                device_id: ::dynamap::expression::Operand::into_operand(__p0),
                at: ::dynamap::expression::Operand::into_operand(__p1),
                id: ::dynamap::expression::Operand::into_operand(__p2),
            }
        }
    }
    #[automatically_derived]
    impl Reading {
        /// A handle of the table `devices`, on the client's own clock.
        pub fn table(client: &::dynamap::aws_sdk_dynamodb::Client) -> ReadingTable {
            ReadingTable(::dynamap::Table::new(client))
        }
    }
    #[automatically_derived]
    impl ReadingTable {
        /// Query of the table: the items with this `pk`, in the order of `sk`.
        pub fn query(
            &self,
            device_id: impl ::dynamap::expression::Operand<String>,
        ) -> ::dynamap::operation::Query<Reading, ReadingPrimary> {
            self.0
                .query_path::<
                    ReadingPrimary,
                    String,
                >(
                    __Codecs::C0.codec,
                    &::dynamap::expression::Operand::into_operand(device_id),
                )
        }
        /// Query of the index `by_celsius`: the items with this `pk`, in the order of `celsius`.
        pub fn query_by_celsius(
            &self,
            device_id: impl ::dynamap::expression::Operand<String>,
        ) -> ::dynamap::operation::Query<Reading, ReadingByCelsius> {
            self.0
                .query_path::<
                    ReadingByCelsius,
                    String,
                >(
                    __Codecs::C0.codec,
                    &::dynamap::expression::Operand::into_operand(device_id),
                )
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<::dynamap::Table<Reading>> for ReadingTable {
        fn from(table: ::dynamap::Table<Reading>) -> Self {
            Self(table)
        }
    }
    #[automatically_derived]
    impl ::core::ops::Deref for ReadingTable {
        type Target = ::dynamap::Table<Reading>;
        fn deref(&self) -> &Self::Target {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for ReadingTable {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ReadingTable {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, formatter)
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ReadingPrimary {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "ReadingPrimary")
        }
    }
    #[automatically_derived]
    impl ::dynamap::key::AccessPath for ReadingPrimary {
        type Item = Reading;
        type Sort = ::dynamap::key::SortKey<
            OffsetDateTime,
            ::dynamap::key::Suffixed<::dynamap::time::Iso<::dynamap::time::Millis>>,
        >;
        type Partition = ::dynamap::key::OnePartition;
        const PATH: ::dynamap::key::PathSchema = ::dynamap::key::PathSchema {
            index: ::core::option::Option::None,
            partition_key: &[__Codecs::C0.key_attribute("pk")],
            partition: ::core::option::Option::None,
            sort_key: &[
                ::dynamap::key::SortAttribute {
                    name: "sk",
                    layout: ::dynamap::key::SortLayout::Composed(__Codecs::L0),
                },
            ],
        };
    }
    #[automatically_derived]
    impl ::dynamap::key::ConsistentPath for ReadingPrimary {}
    #[automatically_derived]
    impl ::dynamap::expression::HoldsItems for ReadingPrimary {}
    #[automatically_derived]
    impl ::core::fmt::Debug for ReadingByCelsius {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "ReadingByCelsius")
        }
    }
    #[automatically_derived]
    impl ::dynamap::key::AccessPath for ReadingByCelsius {
        type Item = Reading;
        type Sort = ::dynamap::key::SortKey<i16>;
        type Partition = ::dynamap::key::OnePartition;
        const PATH: ::dynamap::key::PathSchema = ::dynamap::key::PathSchema {
            index: ::core::option::Option::Some("by_celsius"),
            partition_key: &[__Codecs::C0.key_attribute("pk")],
            partition: ::core::option::Option::None,
            sort_key: &[__Codecs::C3.sort_attribute("celsius")],
        };
    }
    #[automatically_derived]
    impl ::dynamap::key::ConsistentPath for ReadingByCelsius {}
    #[automatically_derived]
    impl ::dynamap::expression::HoldsItems for ReadingByCelsius {}
    #[automatically_derived]
    impl ::dynamap::__private::ItemFields for Reading {
        const FIELDS: &'static [::dynamap::__private::FieldInfo] = &[
            ::dynamap::__private::FieldInfo::new("pk"),
            ::dynamap::__private::FieldInfo::new("sk")
                .in_key("sk", __Codecs::L0, 0usize, ::core::option::Option::None),
            ::dynamap::__private::FieldInfo::new("id")
                .in_key("sk", __Codecs::L0, 1usize, ::core::option::Option::None),
            ::dynamap::__private::FieldInfo::new("celsius"),
            ::dynamap::__private::FieldInfo::new("expires_at"),
        ];
    }
    #[automatically_derived]
    impl<const __N: ::core::primitive::usize> ::dynamap::__private::FieldAt<__N>
    for Reading {
        type Held = ::dynamap::__private::Everywhere;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<0usize, String> for Reading {
        const CODEC: ::dynamap::__private::AttributeCodec<String> = __Codecs::C0;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<1usize, OffsetDateTime> for Reading {
        const CODEC: ::dynamap::__private::AttributeCodec<OffsetDateTime> = __Codecs::C1;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<2usize, String> for Reading {
        const CODEC: ::dynamap::__private::AttributeCodec<String> = __Codecs::C2;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<3usize, i16> for Reading {
        const CODEC: ::dynamap::__private::AttributeCodec<i16> = __Codecs::C3;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<4usize, OffsetDateTime> for Reading {
        const CODEC: ::dynamap::__private::AttributeCodec<OffsetDateTime> = __Codecs::C4;
    }
};
