#[doc(hidden)]
const _: () = {
    struct __Codecs(::core::marker::PhantomData<fn() -> ()>);
    #[automatically_derived]
    impl __Codecs {
        const C0: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::value_codec::<
            String,
        >();
        const C1: ::dynamap::__private::AttributeCodec<Option<u8>> = ::dynamap::__private::value_codec::<
            Option<u8>,
        >();
    }
    #[automatically_derived]
    impl Profile {
        /// The attribute `name`.
        const NAME: ::dynamap::Attribute<Self, String, ::dynamap::expression::Plain> = ::dynamap::Attribute::new(
            "name",
            __Codecs::C0,
        );
        /// The attribute `age`.
        const AGE: ::dynamap::Attribute<
            Self,
            Option<u8>,
            ::dynamap::expression::Plain,
        > = ::dynamap::Attribute::new("age", __Codecs::C1);
        /// The attributes of `address`.
        ///
        /// Where they live.
        pub const ADDRESS: ::dynamap::expression::Flattened<Self, Address> = ::dynamap::expression::Flattened::new();
        /// The attributes of `others`.
        const OTHERS: ::dynamap::expression::Flattened<Self, Item> = ::dynamap::expression::Flattened::new();
    }
    #[automatically_derived]
    impl __Codecs {
        const B0: ::dynamap::__private::Beside<Address> = ::dynamap::__private::beside::<
            Address,
        >();
        const B1: ::dynamap::__private::Beside<Item> = ::dynamap::__private::beside::<
            Item,
        >();
    }
    #[automatically_derived]
    impl __Codecs {
        const CHECKED: () = {
            ::core::assert!(
                ! < Profile as ::dynamap::__private::Attributes > ::NAMES
                .clashes(0usize),
                "an attribute of the flattened `address` has the name of another attribute of `Profile`: rename one of them"
            );
            ::core::assert!(
                ! < Profile as ::dynamap::__private::Attributes > ::NAMES
                .clashes(1usize),
                "an attribute of the flattened `others` has the name of another attribute of `Profile`: rename one of them"
            );
            ::core::assert!(
                ! < Profile as ::dynamap::__private::Attributes > ::NAMES
                .is_open_twice(),
                "two flattened fields of `Profile` take attributes of any name: keep one of the maps"
            );
            ::core::assert!(
                < Profile as ::dynamap::__private::Attributes > ::NAMES.has_one_ttl(),
                "`Profile` has more than one TTL, with what is flattened into it: a table has one TTL attribute"
            );
            ::core::assert!(
                < Profile as ::dynamap::__private::Attributes > ::NAMES
                .has_one_version(),
                "`Profile` has more than one version, with what is flattened into it: an item has one version"
            );
        };
    }
    const _: () = __Codecs::CHECKED;
    #[automatically_derived]
    impl ::dynamap::__private::Attributes for Profile {
        const NAMES: &'static ::dynamap::__private::AttributeNames = &::dynamap::__private::AttributeNames {
            own: &["name", "age", "nick", "handle"],
            flattened: &[__Codecs::B0.names, __Codecs::B1.names],
            open: false,
            filled: ::dynamap::__private::NOTHING_FILLED,
        };
        type Fills = (
            <Address as ::dynamap::__private::Attributes>::Fills,
            (
                <Item as ::dynamap::__private::Attributes>::Fills,
                ::dynamap::__private::FillsNothing,
            ),
        );
        fn carried_version(&self) -> ::core::option::Option<::core::primitive::u64> {
            ::core::option::Option::or(
                ::core::option::Option::or(
                    ::core::option::Option::None,
                    __Codecs::B0.version_of(&self.address),
                ),
                __Codecs::B1.version_of(&self.others),
            )
        }
        fn encode_attributes(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["name", "age"],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[
                    &::dynamap::__private::Out(__Codecs::C0.codec, &self.name),
                    &::dynamap::__private::Out(__Codecs::C1.codec, &self.age),
                ],
            )?;
            let () = __Codecs::CHECKED;
            ::dynamap::__private::write_flattened(
                encoder,
                __Codecs::B0,
                &self.address,
                <Self as ::dynamap::__private::Attributes>::NAMES,
                0usize,
            )?;
            ::dynamap::__private::write_flattened(
                encoder,
                __Codecs::B1,
                &self.others,
                <Self as ::dynamap::__private::Attributes>::NAMES,
                1usize,
            )?;
            ::core::result::Result::Ok(())
        }
        fn decode_attributes(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            let mut __s0 = ::dynamap::__private::AliasedSlot::new(__Codecs::C0.codec);
            let mut __s1 = ::dynamap::__private::Slot::new(__Codecs::C1.codec);
            let mut __rest = ::dynamap::__private::read_fields(
                decoder,
                &["name", "age"],
                &[("nick", 0usize, 1usize), ("handle", 0usize, 2usize)],
                <Self as ::dynamap::__private::Attributes>::NAMES,
                &mut [&mut __s0, &mut __s1],
            )?;
            let __r0 = __rest
                .take(
                    __Codecs::B0,
                    <Self as ::dynamap::__private::Attributes>::NAMES,
                    0usize,
                )?;
            let __r1 = __rest
                .take(
                    __Codecs::B1,
                    <Self as ::dynamap::__private::Attributes>::NAMES,
                    1usize,
                )?;
            let (
                ::core::option::Option::Some(__f0),
                ::core::option::Option::Some(__f1),
            ) = (__s0.take(), __s1.take()) else {
                return ::core::result::Result::Err(::dynamap::__private::unfilled());
            };
            ::core::result::Result::Ok(Self {
                name: __f0,
                age: __f1,
                address: __r0,
                others: __r1,
            })
        }
    }
    #[automatically_derived]
    impl ::dynamap::__private::Container for Profile {
        type Is = ::dynamap::__private::AsStruct;
    }
    #[automatically_derived]
    impl ::dynamap::__private::ListElement for Profile
    where
        for<'__nested> Profile: ::dynamap::DynamoValue,
    {}
};
