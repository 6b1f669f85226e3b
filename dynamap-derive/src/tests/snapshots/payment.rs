#[doc(hidden)]
const _: () = {
    struct __Codecs(::core::marker::PhantomData<fn() -> ()>);
    #[automatically_derived]
    impl __Codecs {
        const C0: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::value_codec::<
            String,
        >();
        const C1: ::dynamap::__private::AttributeCodec<OffsetDateTime> = ::dynamap::__private::AttributeCodec::time(
            ::dynamap::__private::codec::<OffsetDateTime, ::dynamap::time::Millis>(),
        );
    }
    #[automatically_derived]
    impl __Codecs {
        const B0: ::dynamap::__private::Beside<Transfer> = ::dynamap::__private::held::<
            Transfer,
        >();
        const B1: ::dynamap::__private::Beside<Item> = ::dynamap::__private::held::<
            Item,
        >();
    }
    const _: &::dynamap::__private::AttributeNames = <Payment as ::dynamap::__private::Attributes>::NAMES;
    #[automatically_derived]
    impl ::dynamap::__private::Attributes for Payment {
        const NAMES: &'static ::dynamap::__private::AttributeNames = {
            ::core::assert!(
                ! __Codecs::B0.names.contains("kind"),
                "what `Transfer` holds has an attribute `kind`, which names the variant: rename it, or name the variant by another attribute with `#[dynamo(tag = \"…\")]` on the enum"
            );
            &::dynamap::__private::AttributeNames {
                own: &["kind", "cardNumber", "chargedAt"],
                flattened: &[__Codecs::B0.names, __Codecs::B1.names],
                open: false,
                filled: ::dynamap::__private::NOTHING_FILLED,
            }
        };
        type Fills = ::dynamap::__private::FillsNothing;
        fn encode_attributes(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            match self {
                Self::Card { card_number: __f0, charged_at: __f1, .. } => {
                    ::dynamap::__private::write_fields(
                        encoder,
                        &["kind", "cardNumber", "chargedAt"],
                        &[
                            &::dynamap::__private::Tag("card"),
                            &::dynamap::__private::Out(__Codecs::C0.codec, __f0),
                            &::dynamap::__private::Out(__Codecs::C1.codec, __f1),
                        ],
                    )
                }
                Self::Transfer(__f0) => {
                    ::dynamap::__private::encode_held(
                        "kind",
                        "transfer",
                        __Codecs::B0,
                        __f0,
                        encoder,
                    )
                }
                Self::Cash => {
                    ::dynamap::__private::write_fields(
                        encoder,
                        &["kind"],
                        &[&::dynamap::__private::Tag("cash")],
                    )
                }
                Self::Unknown(__f0) => {
                    ::dynamap::__private::write_beside(encoder, __Codecs::B1, __f0)
                }
            }
        }
        fn decode_attributes(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            ::dynamap::__private::decode_beside(decoder)
        }
    }
    #[automatically_derived]
    impl ::dynamap::__private::TaggedValue for Payment {
        const TAG: &'static str = "kind";
        const VARIANTS: &'static [&'static str] = &["card", "transfer", "cash"];
        fn position(name: &str) -> ::core::option::Option<usize> {
            match name {
                "card" => ::core::option::Option::Some(0usize),
                "transfer" | "wire" => ::core::option::Option::Some(1usize),
                "cash" => ::core::option::Option::Some(2usize),
                _ => ::core::option::Option::Some(3usize),
            }
        }
        fn decode_variant(
            position: usize,
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            match position {
                0usize => {
                    decoder.open_map()?;
                    {
                        let mut __s0 = ::dynamap::__private::Slot::new(
                            __Codecs::C0.codec,
                        );
                        let mut __s1 = ::dynamap::__private::Slot::new(
                            __Codecs::C1.codec,
                        );
                        ::dynamap::__private::read_fields(
                            decoder,
                            &["cardNumber", "chargedAt"],
                            &[],
                            ::dynamap::__private::NO_NAMES,
                            &mut [&mut __s0, &mut __s1],
                        )?;
                        let (
                            ::core::option::Option::Some(__f0),
                            ::core::option::Option::Some(__f1),
                        ) = (__s0.take(), __s1.take()) else {
                            return ::core::result::Result::Err(
                                ::dynamap::__private::unfilled(),
                            );
                        };
                        ::core::result::Result::Ok(Self::Card {
                            card_number: __f0,
                            charged_at: __f1,
                            cached: ::core::default::Default::default(),
                        })
                    }
                }
                1usize => {
                    ::core::result::Result::map(
                        ::dynamap::__private::decode_held("kind", __Codecs::B0, decoder),
                        Self::Transfer,
                    )
                }
                2usize => {
                    decoder.skip()?;
                    ::core::result::Result::Ok(Self::Cash)
                }
                _ => {
                    ::core::result::Result::map(
                        <Item as ::dynamap::DynamoValue>::decode(decoder),
                        Self::Unknown,
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::dynamap::DynamoValue for Payment {
        type Kind = ::dynamap::value::kind::Map;
        fn encode(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            ::dynamap::__private::encode_map(self, 4, encoder)
        }
        fn decode(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            ::dynamap::__private::decode_tagged(decoder)
        }
    }
    #[automatically_derived]
    impl ::dynamap::__private::ListElement for Payment {}
};
