/// The primary key of [`Envelope`].
struct EnvelopeKey<
    T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
    const N: usize,
>
where
    T: Send,
{
    /// The key's part `id`.
    id: String,
    #[doc(hidden)]
    __parameters: ::core::marker::PhantomData<fn() -> (T,)>,
}
/// The table of [`Envelope`]: one query method per access path, and everything of [`Table`](renamed::Table).
struct EnvelopeTable<
    T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
    const N: usize,
>(
    ::renamed::Table<Envelope<T, N>>,
)
where
    T: Send;
/// The table of [`Envelope`] by its primary key.
struct EnvelopePrimary<
    T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
    const N: usize,
>(
    ::core::marker::PhantomData<fn() -> (T,)>,
)
where
    T: Send;
#[doc(hidden)]
const _: () = {
    struct __Codecs<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    >(
        ::core::marker::PhantomData<fn() -> (T,)>,
    )
    where
        T: Send;
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > __Codecs<T, N>
    where
        T: Send,
    {
        const C0: ::renamed::__private::AttributeCodec<String> = ::renamed::__private::key_value_codec::<
            String,
        >();
        const C1: ::renamed::__private::AttributeCodec<T> = ::renamed::__private::value_codec::<
            T,
        >();
        const C2: ::renamed::__private::AttributeCodec<[u8; N]> = ::renamed::__private::value_codec::<
            [u8; N],
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
    }
    #[automatically_derived]
    impl ::renamed::expression::KeyAttribute for __key::id {
        type Role = ::renamed::expression::PrimaryKey;
    }
    #[automatically_derived]
    impl<__I> ::renamed::expression::HeldBy<__I> for __key::id {}
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > Envelope<T, N>
    where
        T: Send,
    {
        /// The attribute `id`.
        const ID: ::renamed::Attribute<
            Self,
            String,
            ::renamed::expression::Key<__key::id>,
        > = ::renamed::Attribute::new("id", __Codecs::<T, N>::C0);
        /// The attribute `body`.
        const BODY: ::renamed::Attribute<Self, T, ::renamed::expression::Plain> = ::renamed::Attribute::new(
            "body",
            __Codecs::<T, N>::C1,
        );
        /// The attribute `digest`.
        const DIGEST: ::renamed::Attribute<
            Self,
            [u8; N],
            ::renamed::expression::Plain,
        > = ::renamed::Attribute::new("digest", __Codecs::<T, N>::C2);
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::__private::Attributes for Envelope<T, N>
    where
        T: Send,
    {
        const NAMES: &'static ::renamed::__private::AttributeNames = &::renamed::__private::AttributeNames {
            own: &["id", "body", "digest"],
            flattened: &[],
            open: false,
            filled: ::renamed::__private::NOTHING_FILLED,
        };
        type Fills = ::renamed::__private::FillsNothing;
        fn encode_attributes(
            &self,
            encoder: &mut dyn ::renamed::value::Encoder,
        ) -> ::core::result::Result<(), ::renamed::value::EncodeError> {
            static __NAMES: ::renamed::__private::Names = ::renamed::__private::Names::new(
                &["id", "body", "digest"],
            );
            ::renamed::__private::write_all(
                encoder,
                &__NAMES,
                &[
                    &::renamed::__private::Out(__Codecs::<T, N>::C0.codec, &self.id),
                    &::renamed::__private::Out(__Codecs::<T, N>::C1.codec, &self.body),
                    &::renamed::__private::Out(__Codecs::<T, N>::C2.codec, &self.digest),
                ],
            )
        }
        fn decode_attributes(
            decoder: &mut dyn ::renamed::value::Decoder,
        ) -> ::core::result::Result<Self, ::renamed::value::DecodeError> {
            let mut __s0 = ::renamed::__private::Slot::new(__Codecs::<T, N>::C0.codec);
            let mut __s1 = ::renamed::__private::Slot::new(__Codecs::<T, N>::C1.codec);
            let mut __s2 = ::renamed::__private::Slot::new(__Codecs::<T, N>::C2.codec);
            static __NAMES: ::renamed::__private::Names = ::renamed::__private::Names::new(
                &["id", "body", "digest"],
            );
            ::renamed::__private::read_all(
                decoder,
                &__NAMES,
                &mut [&mut __s0, &mut __s1, &mut __s2],
            )?;
            let (
                ::core::option::Option::Some(__f0),
                ::core::option::Option::Some(__f1),
                ::core::option::Option::Some(__f2),
            ) = (__s0.take(), __s1.take(), __s2.take()) else {
                return ::core::result::Result::Err(::renamed::__private::unfilled());
            };
            ::core::result::Result::Ok(Self {
                id: __f0,
                body: __f1,
                digest: __f2,
            })
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::DynamoItem for Envelope<T, N>
    where
        T: Send,
    {
        type Key = EnvelopeKey<T, N>;
        type Handle = EnvelopeTable<T, N>;
        const SCHEMA: &'static ::renamed::schema::Schema = &::renamed::schema::Schema {
            table: "envelopes",
            item: "Envelope",
            entity: ::core::option::Option::None,
            partition_key: __Codecs::<T, N>::C0.key_attribute("id"),
            sort_key: ::core::option::Option::None,
            ends_in_time: false,
            attributes: &["id", "body", "digest"],
            indexes: &[],
            names: <Self as ::renamed::__private::Attributes>::NAMES,
            stamps: ::renamed::__private::AttributeNames::stamps(
                <Self as ::renamed::__private::Attributes>::NAMES,
            ),
            ttl: ::renamed::__private::AttributeNames::ttl(
                <Self as ::renamed::__private::Attributes>::NAMES,
            ),
            version: ::renamed::__private::AttributeNames::version(
                <Self as ::renamed::__private::Attributes>::NAMES,
            ),
            version_limit: ::renamed::__private::AttributeNames::version_limit(
                <Self as ::renamed::__private::Attributes>::NAMES,
            ),
            composed: &[],
        };
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::schema::Unversioned for Envelope<T, N>
    where
        T: Send,
    {}
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::clone::Clone for EnvelopeKey<T, N>
    where
        T: Send,
    {
        fn clone(&self) -> Self {
            let from = self;
            Self {
                id: <String as ::core::clone::Clone>::clone(&from.id),
                __parameters: ::core::marker::PhantomData,
            }
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::fmt::Debug for EnvelopeKey<T, N>
    where
        T: Send,
    {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "EnvelopeKey")
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::cmp::PartialEq for EnvelopeKey<T, N>
    where
        T: Send,
        for<'__field> String: ::core::cmp::PartialEq,
    {
        fn eq(&self, other: &Self) -> bool {
            ::core::cmp::PartialEq::eq(&self.id, &other.id)
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::cmp::Eq for EnvelopeKey<T, N>
    where
        T: Send,
        for<'__field> String: ::core::cmp::Eq,
    {}
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::hash::Hash for EnvelopeKey<T, N>
    where
        T: Send,
        for<'__field> String: ::core::hash::Hash,
    {
        fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
            ::core::hash::Hash::hash(&self.id, state);
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::item::ItemKey for EnvelopeKey<T, N>
    where
        T: Send,
    {
        fn encode_key(
            &self,
            encoder: &mut dyn ::renamed::value::Encoder,
        ) -> ::core::result::Result<(), ::renamed::value::EncodeError> {
            static __NAMES: ::renamed::__private::Names = ::renamed::__private::Names::new(
                &["id"],
            );
            ::renamed::__private::write_all(
                encoder,
                &__NAMES,
                &[&::renamed::__private::Out(__Codecs::<T, N>::C0.codec, &self.id)],
            )
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::convert::From<&Envelope<T, N>> for EnvelopeKey<T, N>
    where
        T: Send,
    {
        fn from(from: &Envelope<T, N>) -> Self {
            Self {
                id: <String as ::core::clone::Clone>::clone(&from.id),
                __parameters: ::core::marker::PhantomData,
            }
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::convert::From<&EnvelopeKey<T, N>> for EnvelopeKey<T, N>
    where
        T: Send,
    {
        fn from(key: &EnvelopeKey<T, N>) -> Self {
            ::core::clone::Clone::clone(key)
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
        __P0: ::renamed::expression::Operand<String>,
    > ::core::convert::From<__P0> for EnvelopeKey<T, N>
    where
        T: Send,
    {
        fn from(__p0: __P0) -> Self {
            Self {
                id: ::renamed::expression::Operand::into_operand(__p0),
                __parameters: ::core::marker::PhantomData,
            }
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > Envelope<T, N>
    where
        T: Send,
    {
        /// A handle of the table `envelopes`, on the client's own clock.
        fn table(client: &::renamed::aws_sdk_dynamodb::Client) -> EnvelopeTable<T, N> {
            EnvelopeTable(::renamed::Table::new(client))
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > EnvelopeTable<T, N>
    where
        T: Send,
    {
        /// Query of the table: the items with this `id`.
        fn query(
            &self,
            id: impl ::renamed::expression::Operand<String>,
        ) -> ::renamed::operation::Query<Envelope<T, N>, EnvelopePrimary<T, N>> {
            self.0
                .query_path::<
                    EnvelopePrimary<T, N>,
                    String,
                >(
                    __Codecs::<T, N>::C0.codec,
                    &::renamed::expression::Operand::into_operand(id),
                )
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::convert::From<::renamed::Table<Envelope<T, N>>> for EnvelopeTable<T, N>
    where
        T: Send,
    {
        fn from(table: ::renamed::Table<Envelope<T, N>>) -> Self {
            Self(table)
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::ops::Deref for EnvelopeTable<T, N>
    where
        T: Send,
    {
        type Target = ::renamed::Table<Envelope<T, N>>;
        fn deref(&self) -> &Self::Target {
            &self.0
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::clone::Clone for EnvelopeTable<T, N>
    where
        T: Send,
    {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::fmt::Debug for EnvelopeTable<T, N>
    where
        T: Send,
    {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, formatter)
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::fmt::Debug for EnvelopePrimary<T, N>
    where
        T: Send,
    {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            ::core::fmt::Formatter::write_str(formatter, "EnvelopePrimary")
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::key::AccessPath for EnvelopePrimary<T, N>
    where
        T: Send,
    {
        type Item = Envelope<T, N>;
        type Sort = ::renamed::key::NoSortKey;
        type Partition = ::renamed::key::OnePartition;
        const PATH: ::renamed::key::PathSchema = ::renamed::key::PathSchema {
            index: ::core::option::Option::None,
            partition_key: &[__Codecs::<T, N>::C0.key_attribute("id")],
            partition: ::core::option::Option::None,
            sort_key: &[],
        };
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::key::ConsistentPath for EnvelopePrimary<T, N>
    where
        T: Send,
    {}
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::expression::HoldsItems for EnvelopePrimary<T, N>
    where
        T: Send,
    {}
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::core::default::Default for EnvelopePrimary<T, N>
    where
        T: Send,
    {
        fn default() -> Self {
            Self(::core::marker::PhantomData)
        }
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::__private::ItemFields for Envelope<T, N>
    where
        T: Send,
    {
        const FIELDS: &'static [::renamed::__private::FieldInfo] = &[
            ::renamed::__private::FieldInfo::new("id"),
            ::renamed::__private::FieldInfo::new("body"),
            ::renamed::__private::FieldInfo::new("digest"),
        ];
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
        const __N: ::core::primitive::usize,
    > ::renamed::__private::FieldAt<__N> for Envelope<T, N>
    where
        T: Send,
    {
        type Held = ::renamed::__private::Everywhere;
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::__private::FieldOf<0usize, String> for Envelope<T, N>
    where
        T: Send,
    {
        const CODEC: ::renamed::__private::AttributeCodec<String> = __Codecs::<T, N>::C0;
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::__private::FieldOf<1usize, T> for Envelope<T, N>
    where
        T: Send,
    {
        const CODEC: ::renamed::__private::AttributeCodec<T> = __Codecs::<T, N>::C1;
    }
    #[automatically_derived]
    impl<
        T: Clone + ::renamed::DynamoValue + ::renamed::__private::ListElement + 'static,
        const N: usize,
    > ::renamed::__private::FieldOf<2usize, [u8; N]> for Envelope<T, N>
    where
        T: Send,
    {
        const CODEC: ::renamed::__private::AttributeCodec<[u8; N]> = __Codecs::<
            T,
            N,
        >::C2;
    }
};
