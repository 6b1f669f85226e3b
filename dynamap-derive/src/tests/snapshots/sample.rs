/// The primary key of [`Sample`].
pub struct SampleKey {
    /// The key's part `device_id`.
    pub device_id: String,
    /// The key's part `at`.
    pub at: OffsetDateTime,
    /// The key's part `id`.
    pub id: String,
}
/// The table of [`Sample`]: one query method per access path, and everything of [`Table`](dynamap::Table).
pub struct SampleTable(::dynamap::Table<Sample>);
/// The table of [`Sample`] by its primary key.
pub struct SamplePrimary;
/// The index `by_kind` of [`Sample`].
pub struct SampleByKind;
#[doc(hidden)]
const _: () = {
    struct __Codecs(::core::marker::PhantomData<fn() -> ()>);
    #[automatically_derived]
    impl __Codecs {
        const C0: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::value_part_codec::<
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
        const C3: ::dynamap::__private::AttributeCodec<Option<Kind>> = ::dynamap::__private::index_part_codec::<
            Option<Kind>,
        >();
        const L0: &'static ::dynamap::key::KeyLayout = &::dynamap::key::KeyLayout {
            separator: '#',
            prefix: ::core::option::Option::Some("device"),
            parts: &[
                ::dynamap::key::KeyField {
                    field: "device_id",
                    attribute: "pk",
                    codec: &Self::C0,
                    lenient: false,
                },
            ],
            of: ::core::option::Option::Some(::dynamap::key::KeyField {
                field: "at",
                attribute: "sk",
                codec: &Self::C1,
                lenient: false,
            }),
            eras: &[
                ::dynamap::key::Era {
                    before: ::core::option::Option::Some(
                        ::dynamap::time::Moment::from_parts(1748736000i64, 0),
                    ),
                    bucket: ::core::option::Option::Some(
                        ::dynamap::time::BucketWidth::Month,
                    ),
                    shards: ::core::option::Option::None,
                },
                ::dynamap::key::Era {
                    before: ::core::option::Option::None,
                    bucket: ::core::option::Option::Some(
                        ::dynamap::time::BucketWidth::Day,
                    ),
                    shards: ::core::option::Option::Some(4u16),
                },
            ],
        };
        const L1: &'static ::dynamap::key::KeyLayout = &::dynamap::key::KeyLayout {
            separator: '#',
            prefix: ::core::option::Option::Some("time"),
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
        const L2: &'static ::dynamap::key::KeyLayout = &::dynamap::key::KeyLayout {
            separator: '#',
            prefix: ::core::option::Option::None,
            parts: &[
                ::dynamap::key::KeyField {
                    field: "kind",
                    attribute: "kind",
                    codec: &Self::C3,
                    lenient: false,
                },
            ],
            of: ::core::option::Option::None,
            eras: &[::dynamap::key::Era::PLAIN],
        };
        const L3: &'static ::dynamap::key::KeyLayout = &::dynamap::key::KeyLayout {
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
        pub enum id {}
    }
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::id {
        type Role = ::dynamap::expression::PrimaryKey;
    }
    #[automatically_derived]
    impl<__I> ::dynamap::expression::HeldBy<__I> for __key::id {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<SamplePrimary> for __key::id {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<SampleByKind> for __key::id {}
    #[automatically_derived]
    impl Sample {
        /// The part of the key attribute `pk` that no other one holds.
        pub const DEVICE_ID: ::dynamap::Attribute<
            Self,
            String,
            ::dynamap::expression::InKey,
        > = ::dynamap::Attribute::new("pk", __Codecs::C0);
        /// The time inside the key attribute `sk`, ISO text in UTC with milliseconds.
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
        /// The attribute `kind`.
        pub const KIND: ::dynamap::Attribute<
            Self,
            Option<Kind>,
            ::dynamap::expression::Plain,
        > = ::dynamap::Attribute::new("kind", __Codecs::C3);
    }
    #[automatically_derived]
    impl ::dynamap::__private::Attributes for Sample {
        const NAMES: &'static ::dynamap::__private::AttributeNames = &::dynamap::__private::AttributeNames {
            own: &["pk", "sk", "id", "kind", "gsi1pk", "gsi1sk"],
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
                &["pk", "sk", "id", "kind", "gsi1pk", "gsi1sk"],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L0,
                        parts: &[
                            &::dynamap::__private::Part(__Codecs::C0, &self.device_id),
                        ],
                        of: ::core::option::Option::Some(
                            &::dynamap::__private::Part(__Codecs::C1, &self.at),
                        ),
                        sort: ::core::option::Option::Some(
                            &::dynamap::__private::Composed {
                                layout: __Codecs::L1,
                                parts: &[
                                    &::dynamap::__private::Part(__Codecs::C1, &self.at),
                                    &::dynamap::__private::Part(__Codecs::C2, &self.id),
                                ],
                                of: ::core::option::Option::None,
                                sort: ::core::option::Option::None,
                                with: &[],
                            },
                        ),
                        with: &[],
                    },
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L1,
                        parts: &[
                            &::dynamap::__private::Part(__Codecs::C1, &self.at),
                            &::dynamap::__private::Part(__Codecs::C2, &self.id),
                        ],
                        of: ::core::option::Option::None,
                        sort: ::core::option::Option::None,
                        with: &[],
                    },
                    &::dynamap::__private::Out(__Codecs::C2.codec, &self.id),
                    &::dynamap::__private::Out(__Codecs::C3.codec, &self.kind),
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L2,
                        parts: &[&::dynamap::__private::Part(__Codecs::C3, &self.kind)],
                        of: ::core::option::Option::None,
                        sort: ::core::option::Option::None,
                        with: &[
                            &::dynamap::__private::Part(__Codecs::C1, &self.at),
                            &::dynamap::__private::Part(__Codecs::C2, &self.id),
                        ],
                    },
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L3,
                        parts: &[
                            &::dynamap::__private::Part(__Codecs::C1, &self.at),
                            &::dynamap::__private::Part(__Codecs::C2, &self.id),
                        ],
                        of: ::core::option::Option::None,
                        sort: ::core::option::Option::None,
                        with: &[&::dynamap::__private::Part(__Codecs::C3, &self.kind)],
                    },
                ],
            )
        }
        fn decode_attributes(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            let mut __s0 = ::dynamap::__private::PartSlot::new(__Codecs::C0);
            let mut __s1 = ::dynamap::__private::PartSlot::new(__Codecs::C1);
            let mut __s2 = ::dynamap::__private::PartSlot::new(__Codecs::C2);
            let mut __s3 = ::dynamap::__private::Slot::new(__Codecs::C3.codec);
            let mut __k0 = ::dynamap::__private::KeySlot::new("pk");
            let mut __k1 = ::dynamap::__private::KeySlot::new("sk");
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["pk", "sk", "id", "kind"],
            );
            ::dynamap::__private::read_all(
                decoder,
                &__NAMES,
                &mut [&mut __k0, &mut __k1, &mut __s2, &mut __s3],
            )?;
            ::dynamap::__private::recover(
                __Codecs::L1,
                &__k1,
                &mut [&mut __s1, &mut __s2],
                ::core::option::Option::None,
                ::core::option::Option::None,
            )?;
            ::dynamap::__private::recover(
                __Codecs::L0,
                &__k0,
                &mut [&mut __s0],
                ::core::option::Option::Some(&__s1),
                ::core::option::Option::Some(&__k1),
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
                device_id: __f0,
                at: __f1,
                id: __f2,
                kind: __f3,
            })
        }
    }
    #[automatically_derived]
    impl ::dynamap::DynamoItem for Sample {
        type Key = SampleKey;
        type Handle = SampleTable;
        const SCHEMA: &'static ::dynamap::schema::Schema = &::dynamap::schema::Schema {
            table: "samples",
            item: "Sample",
            entity: ::core::option::Option::None,
            partition_key: ::dynamap::schema::KeyAttribute {
                name: "pk",
                scalar: ::dynamap::__private::ScalarType::S,
            },
            sort_key: ::core::option::Option::Some(::dynamap::schema::KeyAttribute {
                name: "sk",
                scalar: ::dynamap::__private::ScalarType::S,
            }),
            ends_in_time: false,
            attributes: &["pk", "sk", "id", "kind", "gsi1pk", "gsi1sk"],
            indexes: &[
                ::dynamap::schema::Index {
                    name: "by_kind",
                    local: false,
                    partition_key: &[
                        ::dynamap::schema::KeyAttribute {
                            name: "gsi1pk",
                            scalar: ::dynamap::__private::ScalarType::S,
                        },
                    ],
                    sort_key: &[
                        ::dynamap::schema::KeyAttribute {
                            name: "gsi1sk",
                            scalar: ::dynamap::__private::ScalarType::S,
                        },
                    ],
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
                    attribute: "pk",
                    index: ::core::option::Option::None,
                    layout: __Codecs::L0,
                },
                ::dynamap::schema::ComposedKey {
                    attribute: "sk",
                    index: ::core::option::Option::None,
                    layout: __Codecs::L1,
                },
                ::dynamap::schema::ComposedKey {
                    attribute: "gsi1pk",
                    index: ::core::option::Option::Some("by_kind"),
                    layout: __Codecs::L2,
                },
                ::dynamap::schema::ComposedKey {
                    attribute: "gsi1sk",
                    index: ::core::option::Option::Some("by_kind"),
                    layout: __Codecs::L3,
                },
            ],
        };
    }
    #[automatically_derived]
    impl ::dynamap::schema::Unversioned for Sample {}
    #[automatically_derived]
    impl ::core::clone::Clone for SampleKey {
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
    impl ::core::fmt::Debug for SampleKey {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "SampleKey")
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for SampleKey
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
    impl ::core::cmp::Eq for SampleKey
    where
        for<'__field> String: ::core::cmp::Eq,
        for<'__field> OffsetDateTime: ::core::cmp::Eq,
        for<'__field> String: ::core::cmp::Eq,
    {}
    #[automatically_derived]
    impl ::core::hash::Hash for SampleKey
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
    impl ::dynamap::item::ItemKey for SampleKey {
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
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L0,
                        parts: &[
                            &::dynamap::__private::Part(__Codecs::C0, &self.device_id),
                        ],
                        of: ::core::option::Option::Some(
                            &::dynamap::__private::Part(__Codecs::C1, &self.at),
                        ),
                        sort: ::core::option::Option::Some(
                            &::dynamap::__private::Composed {
                                layout: __Codecs::L1,
                                parts: &[
                                    &::dynamap::__private::Part(__Codecs::C1, &self.at),
                                    &::dynamap::__private::Part(__Codecs::C2, &self.id),
                                ],
                                of: ::core::option::Option::None,
                                sort: ::core::option::Option::None,
                                with: &[],
                            },
                        ),
                        with: &[],
                    },
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L1,
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
        fn encode_parts(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["device_id", "at", "id"],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[
                    &::dynamap::__private::Out(__Codecs::C0.codec, &self.device_id),
                    &::dynamap::__private::Out(__Codecs::C1.codec, &self.at),
                    &::dynamap::__private::Out(__Codecs::C2.codec, &self.id),
                ],
            )
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<&Sample> for SampleKey {
        fn from(from: &Sample) -> Self {
            Self {
                device_id: <String as ::core::clone::Clone>::clone(&from.device_id),
                at: <OffsetDateTime as ::core::clone::Clone>::clone(&from.at),
                id: <String as ::core::clone::Clone>::clone(&from.id),
            }
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<&SampleKey> for SampleKey {
        fn from(key: &SampleKey) -> Self {
            ::core::clone::Clone::clone(key)
        }
    }
    #[automatically_derived]
    impl<
        __P0: ::dynamap::expression::Operand<String>,
        __P1: ::dynamap::expression::Operand<OffsetDateTime>,
        __P2: ::dynamap::expression::Operand<String>,
    > ::core::convert::From<(__P0, __P1, __P2)> for SampleKey {
        fn from((__p0, __p1, __p2): (__P0, __P1, __P2)) -> Self {
            Self {
                device_id: ::dynamap::expression::Operand::into_operand(__p0),
                at: ::dynamap::expression::Operand::into_operand(__p1),
                id: ::dynamap::expression::Operand::into_operand(__p2),
            }
        }
    }
    #[automatically_derived]
    impl Sample {
        /// A handle of the table `samples`, on the client's own clock.
        pub fn table(client: &::dynamap::aws_sdk_dynamodb::Client) -> SampleTable {
            SampleTable(::dynamap::Table::new(client))
        }
    }
    #[automatically_derived]
    impl SampleTable {
        /// Query of the table: the items with this `device_id` in `pk`, in the order of `sk`.
        ///
        /// They are spread over buckets of time: `.range(start..end)` says which are read.
        pub fn query(
            &self,
            device_id: impl ::dynamap::expression::Operand<String>,
        ) -> ::dynamap::operation::Partitions<Sample, SamplePrimary> {
            self.0
                .partitions::<
                    SamplePrimary,
                >(
                    &[
                        &::dynamap::__private::Part(
                            __Codecs::C0,
                            &::dynamap::expression::Operand::into_operand(device_id),
                        ),
                    ],
                )
        }
        /// Queries of the table: the items with this `device_id` in `pk` in a range of the sort key, in its order.
        ///
        /// Only the buckets and shards that the range touches are read; they are merged.
        pub fn range<__B, __R>(
            &self,
            device_id: impl ::dynamap::expression::Operand<String>,
            range: __R,
        ) -> ::dynamap::operation::RangeQuery<
            Sample,
            SamplePrimary,
            ::dynamap::key::Narrowed,
        >
        where
            __R: ::core::ops::RangeBounds<__B>,
            <SamplePrimary as ::dynamap::key::AccessPath>::Sort: ::dynamap::key::SortBound<
                __B,
            >,
            <SamplePrimary as ::dynamap::key::AccessPath>::Partition: ::dynamap::operation::RangeOver<
                __R,
            >,
        {
            self.0
                .partitions::<
                    SamplePrimary,
                >(
                    &[
                        &::dynamap::__private::Part(
                            __Codecs::C0,
                            &::dynamap::expression::Operand::into_operand(device_id),
                        ),
                    ],
                )
                .range(range)
        }
        /// Query of the index `by_kind`: the items with this `kind` in `gsi1pk`, in the order of `gsi1sk`.
        pub fn query_by_kind(
            &self,
            kind: impl ::dynamap::expression::Operand<Option<Kind>>,
        ) -> ::dynamap::operation::Query<Sample, SampleByKind> {
            self.0
                .query_composed::<
                    SampleByKind,
                >(
                    &[
                        &::dynamap::__private::Part(
                            __Codecs::C3,
                            &::dynamap::expression::Operand::into_operand(kind),
                        ),
                    ],
                )
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<::dynamap::Table<Sample>> for SampleTable {
        fn from(table: ::dynamap::Table<Sample>) -> Self {
            Self(table)
        }
    }
    #[automatically_derived]
    impl ::core::ops::Deref for SampleTable {
        type Target = ::dynamap::Table<Sample>;
        fn deref(&self) -> &Self::Target {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for SampleTable {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for SampleTable {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, formatter)
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for SamplePrimary {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "SamplePrimary")
        }
    }
    #[automatically_derived]
    impl ::dynamap::key::AccessPath for SamplePrimary {
        type Item = Sample;
        type Sort = ::dynamap::key::SortKey<
            OffsetDateTime,
            ::dynamap::key::Suffixed<::dynamap::time::Iso<::dynamap::time::Millis>>,
        >;
        type Partition = ::dynamap::key::SortBuckets;
        const PATH: ::dynamap::key::PathSchema = ::dynamap::key::PathSchema {
            index: ::core::option::Option::None,
            partition_key: &[
                ::dynamap::schema::KeyAttribute {
                    name: "pk",
                    scalar: ::dynamap::__private::ScalarType::S,
                },
            ],
            partition: ::core::option::Option::Some(__Codecs::L0),
            sort_key: &[
                ::dynamap::key::SortAttribute {
                    name: "sk",
                    layout: ::dynamap::key::SortLayout::Composed(__Codecs::L1),
                },
            ],
        };
    }
    #[automatically_derived]
    impl ::dynamap::key::ConsistentPath for SamplePrimary {}
    #[automatically_derived]
    impl ::dynamap::expression::HoldsItems for SamplePrimary {}
    #[automatically_derived]
    impl ::core::fmt::Debug for SampleByKind {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "SampleByKind")
        }
    }
    #[automatically_derived]
    impl ::dynamap::key::AccessPath for SampleByKind {
        type Item = Sample;
        type Sort = ::dynamap::key::SortKey<
            OffsetDateTime,
            ::dynamap::key::Suffixed<::dynamap::time::Iso<::dynamap::time::Millis>>,
        >;
        type Partition = ::dynamap::key::OnePartition;
        const PATH: ::dynamap::key::PathSchema = ::dynamap::key::PathSchema {
            index: ::core::option::Option::Some("by_kind"),
            partition_key: &[
                ::dynamap::schema::KeyAttribute {
                    name: "gsi1pk",
                    scalar: ::dynamap::__private::ScalarType::S,
                },
            ],
            partition: ::core::option::Option::Some(__Codecs::L2),
            sort_key: &[
                ::dynamap::key::SortAttribute {
                    name: "gsi1sk",
                    layout: ::dynamap::key::SortLayout::Composed(__Codecs::L3),
                },
            ],
        };
    }
    #[automatically_derived]
    impl ::dynamap::key::GlobalPath for SampleByKind {}
    #[automatically_derived]
    impl ::dynamap::expression::HoldsItems for SampleByKind {}
    #[automatically_derived]
    impl ::dynamap::__private::ItemFields for Sample {
        const FIELDS: &'static [::dynamap::__private::FieldInfo] = &[
            ::dynamap::__private::FieldInfo::new("pk")
                .in_key(
                    "pk",
                    __Codecs::L0,
                    0usize,
                    ::core::option::Option::Some(::dynamap::schema::TimeAttribute {
                        name: "sk",
                        format: __Codecs::C1.format(),
                        key: ::core::option::Option::Some(__Codecs::L1),
                    }),
                ),
            ::dynamap::__private::FieldInfo::new("sk")
                .in_key("sk", __Codecs::L1, 0usize, ::core::option::Option::None),
            ::dynamap::__private::FieldInfo::new("id")
                .in_key("sk", __Codecs::L1, 1usize, ::core::option::Option::None),
            ::dynamap::__private::FieldInfo::new("kind"),
        ];
    }
    #[automatically_derived]
    impl<const __N: ::core::primitive::usize> ::dynamap::__private::FieldAt<__N>
    for Sample {
        type Held = ::dynamap::__private::Everywhere;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<0usize, String> for Sample {
        const CODEC: ::dynamap::__private::AttributeCodec<String> = __Codecs::C0;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<1usize, OffsetDateTime> for Sample {
        const CODEC: ::dynamap::__private::AttributeCodec<OffsetDateTime> = __Codecs::C1;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<2usize, String> for Sample {
        const CODEC: ::dynamap::__private::AttributeCodec<String> = __Codecs::C2;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<3usize, Option<Kind>> for Sample {
        const CODEC: ::dynamap::__private::AttributeCodec<Option<Kind>> = __Codecs::C3;
    }
};
