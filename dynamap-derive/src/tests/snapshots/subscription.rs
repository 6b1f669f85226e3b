/// The primary key of [`Subscription`].
struct SubscriptionKey {
    /// The key's part `customer`.
    customer: String,
}
/// The table of [`Subscription`]: one query method per access path, and everything of [`Table`](dynamap::Table).
struct SubscriptionTable(::dynamap::Table<Subscription>);
/// The table of [`Subscription`] by its primary key.
struct SubscriptionPrimary;
#[doc(hidden)]
const _: () = {
    struct __Codecs(::core::marker::PhantomData<fn() -> ()>);
    #[automatically_derived]
    impl __Codecs {
        const C0: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::value_part_codec::<
            String,
        >();
        const C1: ::dynamap::__private::AttributeCodec<bool> = ::dynamap::__private::value_codec::<
            bool,
        >();
        const L0: &'static ::dynamap::key::KeyLayout = &::dynamap::key::KeyLayout {
            separator: '#',
            prefix: ::core::option::Option::Some("CUSTOMER"),
            parts: &[
                ::dynamap::key::KeyField {
                    field: "customer",
                    attribute: "customer",
                    codec: &Self::C0,
                    lenient: false,
                },
            ],
            of: ::core::option::Option::None,
            eras: &[::dynamap::key::Era::PLAIN],
        };
        const L1: &'static ::dynamap::key::KeyLayout = &::dynamap::key::KeyLayout {
            separator: '#',
            prefix: ::core::option::Option::Some("SUBSCRIPTION"),
            parts: &[],
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
        pub enum customer {}
    }
    #[automatically_derived]
    impl ::dynamap::expression::KeyAttribute for __key::customer {
        type Role = ::dynamap::expression::PrimaryKey;
    }
    #[automatically_derived]
    impl<__I> ::dynamap::expression::HeldBy<__I> for __key::customer {}
    #[automatically_derived]
    impl ::dynamap::expression::NotAKeyOf<SubscriptionPrimary> for __key::customer {}
    #[automatically_derived]
    impl Subscription {
        /// The attribute `customer`.
        const CUSTOMER: ::dynamap::Attribute<
            Self,
            String,
            ::dynamap::expression::Key<__key::customer>,
        > = ::dynamap::Attribute::new("customer", __Codecs::C0);
        /// The attribute `paid`.
        const PAID: ::dynamap::Attribute<Self, bool, ::dynamap::expression::Plain> = ::dynamap::Attribute::new(
            "paid",
            __Codecs::C1,
        );
    }
    #[automatically_derived]
    impl ::dynamap::__private::Attributes for Subscription {
        const NAMES: &'static ::dynamap::__private::AttributeNames = &::dynamap::__private::AttributeNames {
            own: &["pk", "sk", "_type", "customer", "paid"],
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
                &["pk", "sk", "_type", "customer", "paid"],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L0,
                        parts: &[
                            &::dynamap::__private::Part(__Codecs::C0, &self.customer),
                        ],
                        of: ::core::option::Option::None,
                        sort: ::core::option::Option::None,
                        with: &[],
                    },
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L1,
                        parts: &[],
                        of: ::core::option::Option::None,
                        sort: ::core::option::Option::None,
                        with: &[],
                    },
                    &::dynamap::__private::Tag("SUBSCRIPTION"),
                    &::dynamap::__private::Out(__Codecs::C0.codec, &self.customer),
                    &::dynamap::__private::Out(__Codecs::C1.codec, &self.paid),
                ],
            )
        }
        fn decode_attributes(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            let mut __s0 = ::dynamap::__private::PartSlot::new(__Codecs::C0);
            let mut __s1 = ::dynamap::__private::Slot::new(__Codecs::C1.codec);
            let mut __tag = ::dynamap::__private::TagSlot::new("SUBSCRIPTION");
            let mut __k0 = ::dynamap::__private::KeySlot::new("pk");
            let mut __k1 = ::dynamap::__private::KeySlot::new("sk");
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["pk", "sk", "_type", "customer", "paid"],
            );
            ::dynamap::__private::read_all(
                decoder,
                &__NAMES,
                &mut [&mut __k0, &mut __k1, &mut __tag, &mut __s0, &mut __s1],
            )?;
            ::dynamap::__private::recover(
                __Codecs::L1,
                &__k1,
                &mut [],
                ::core::option::Option::None,
                ::core::option::Option::None,
            )?;
            ::dynamap::__private::recover(
                __Codecs::L0,
                &__k0,
                &mut [&mut __s0],
                ::core::option::Option::None,
                ::core::option::Option::None,
            )?;
            let (
                ::core::option::Option::Some(__f0),
                ::core::option::Option::Some(__f1),
            ) = (__s0.take(), __s1.take()) else {
                return ::core::result::Result::Err(::dynamap::__private::unfilled());
            };
            ::core::result::Result::Ok(Self { customer: __f0, paid: __f1 })
        }
    }
    #[automatically_derived]
    impl ::dynamap::DynamoItem for Subscription {
        type Key = SubscriptionKey;
        type Handle = SubscriptionTable;
        const SCHEMA: &'static ::dynamap::schema::Schema = &::dynamap::schema::Schema {
            table: "store",
            item: "Subscription",
            entity: ::core::option::Option::Some(::dynamap::schema::Entity {
                name: "SUBSCRIPTION",
                tag: "_type",
            }),
            partition_key: ::dynamap::schema::KeyAttribute {
                name: "pk",
                scalar: ::dynamap::__private::ScalarType::S,
            },
            sort_key: ::core::option::Option::Some(::dynamap::schema::KeyAttribute {
                name: "sk",
                scalar: ::dynamap::__private::ScalarType::S,
            }),
            ends_in_time: false,
            attributes: &["pk", "sk", "_type", "customer", "paid"],
            indexes: &[],
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
            ],
        };
    }
    #[automatically_derived]
    impl ::dynamap::schema::Unversioned for Subscription {}
    #[automatically_derived]
    impl ::core::clone::Clone for SubscriptionKey {
        fn clone(&self) -> Self {
            let from = self;
            Self {
                customer: <String as ::core::clone::Clone>::clone(&from.customer),
            }
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for SubscriptionKey {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "SubscriptionKey")
        }
    }
    #[automatically_derived]
    impl ::core::cmp::PartialEq for SubscriptionKey
    where
        for<'__field> String: ::core::cmp::PartialEq,
    {
        fn eq(&self, other: &Self) -> bool {
            ::core::cmp::PartialEq::eq(&self.customer, &other.customer)
        }
    }
    #[automatically_derived]
    impl ::core::cmp::Eq for SubscriptionKey
    where
        for<'__field> String: ::core::cmp::Eq,
    {}
    #[automatically_derived]
    impl ::core::hash::Hash for SubscriptionKey
    where
        for<'__field> String: ::core::hash::Hash,
    {
        fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
            ::core::hash::Hash::hash(&self.customer, state);
        }
    }
    #[automatically_derived]
    impl ::dynamap::item::ItemKey for SubscriptionKey {
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
                            &::dynamap::__private::Part(__Codecs::C0, &self.customer),
                        ],
                        of: ::core::option::Option::None,
                        sort: ::core::option::Option::None,
                        with: &[],
                    },
                    &::dynamap::__private::Composed {
                        layout: __Codecs::L1,
                        parts: &[],
                        of: ::core::option::Option::None,
                        sort: ::core::option::Option::None,
                        with: &[],
                    },
                ],
            )
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<&Subscription> for SubscriptionKey {
        fn from(from: &Subscription) -> Self {
            Self {
                customer: <String as ::core::clone::Clone>::clone(&from.customer),
            }
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<&SubscriptionKey> for SubscriptionKey {
        fn from(key: &SubscriptionKey) -> Self {
            ::core::clone::Clone::clone(key)
        }
    }
    #[automatically_derived]
    impl<__P0: ::dynamap::expression::Operand<String>> ::core::convert::From<__P0>
    for SubscriptionKey {
        fn from(__p0: __P0) -> Self {
            Self {
                customer: ::dynamap::expression::Operand::into_operand(__p0),
            }
        }
    }
    #[automatically_derived]
    impl Subscription {
        /// A handle of the table `store`, on the client's own clock.
        fn table(client: &::dynamap::aws_sdk_dynamodb::Client) -> SubscriptionTable {
            SubscriptionTable(::dynamap::Table::new(client))
        }
    }
    #[automatically_derived]
    impl SubscriptionTable {
        /// Query of the table: the items with this `customer` in `pk`, in the order of `sk`.
        fn query(
            &self,
            customer: impl ::dynamap::expression::Operand<String>,
        ) -> ::dynamap::operation::Query<Subscription, SubscriptionPrimary> {
            self.0
                .query_composed::<
                    SubscriptionPrimary,
                >(
                    &[
                        &::dynamap::__private::Part(
                            __Codecs::C0,
                            &::dynamap::expression::Operand::into_operand(customer),
                        ),
                    ],
                )
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<::dynamap::Table<Subscription>> for SubscriptionTable {
        fn from(table: ::dynamap::Table<Subscription>) -> Self {
            Self(table)
        }
    }
    #[automatically_derived]
    impl ::core::ops::Deref for SubscriptionTable {
        type Target = ::dynamap::Table<Subscription>;
        fn deref(&self) -> &Self::Target {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for SubscriptionTable {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for SubscriptionTable {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, formatter)
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for SubscriptionPrimary {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "SubscriptionPrimary")
        }
    }
    #[automatically_derived]
    impl ::dynamap::key::AccessPath for SubscriptionPrimary {
        type Item = Subscription;
        type Sort = ::dynamap::key::ConstantSort;
        type Partition = ::dynamap::key::OnePartition;
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
    impl ::dynamap::key::ConsistentPath for SubscriptionPrimary {}
    #[automatically_derived]
    impl ::dynamap::expression::HoldsItems for SubscriptionPrimary {}
    #[automatically_derived]
    impl ::dynamap::__private::ItemFields for Subscription {
        const FIELDS: &'static [::dynamap::__private::FieldInfo] = &[
            ::dynamap::__private::FieldInfo::new("customer")
                .in_key("pk", __Codecs::L0, 0usize, ::core::option::Option::None),
            ::dynamap::__private::FieldInfo::new("paid"),
        ];
    }
    #[automatically_derived]
    impl<const __N: ::core::primitive::usize> ::dynamap::__private::FieldAt<__N>
    for Subscription {
        type Held = ::dynamap::__private::Everywhere;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<0usize, String> for Subscription {
        const CODEC: ::dynamap::__private::AttributeCodec<String> = __Codecs::C0;
    }
    #[automatically_derived]
    impl ::dynamap::__private::FieldOf<1usize, bool> for Subscription {
        const CODEC: ::dynamap::__private::AttributeCodec<bool> = __Codecs::C1;
    }
};
