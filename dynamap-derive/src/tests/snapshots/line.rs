#[doc(hidden)]
const _: () = {
    struct __Codecs(::core::marker::PhantomData<fn() -> ()>);
    #[automatically_derived]
    impl __Codecs {
        const C0: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::value_codec::<
            String,
        >();
        const C1: ::dynamap::__private::AttributeCodec<u32> = ::dynamap::__private::value_codec::<
            u32,
        >()
            .or(|| {
                let default: u32 = ::core::default::Default::default();
                ::core::option::Option::Some(default)
            });
        const C2: ::dynamap::__private::AttributeCodec<Money> = ::dynamap::__private::with_codec::<
            Money,
        >(money::encode, money::decode);
    }
    #[automatically_derived]
    impl Line {
        /// The attribute `sku`.
        const SKU: ::dynamap::Attribute<Self, String, ::dynamap::expression::Plain> = ::dynamap::Attribute::new(
            "sku",
            __Codecs::C0,
        );
        /// The attribute `quantity`.
        const QUANTITY: ::dynamap::Attribute<Self, u32, ::dynamap::expression::Plain> = ::dynamap::Attribute::new(
            "quantity",
            __Codecs::C1,
        );
        /// The attribute `price`.
        const PRICE: ::dynamap::Attribute<Self, Money, ::dynamap::expression::Plain> = ::dynamap::Attribute::new(
            "price",
            __Codecs::C2,
        );
    }
    #[automatically_derived]
    impl ::dynamap::__private::Attributes for Line {
        const NAMES: &'static ::dynamap::__private::AttributeNames = &::dynamap::__private::AttributeNames {
            own: &["sku", "quantity", "price"],
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
                &["sku", "quantity", "price"],
            );
            ::dynamap::__private::write_all(
                encoder,
                &__NAMES,
                &[
                    &::dynamap::__private::Out(__Codecs::C0.codec, &self.sku),
                    &::dynamap::__private::Out(__Codecs::C1.codec, &self.quantity),
                    &::dynamap::__private::Out(__Codecs::C2.codec, &self.price),
                ],
            )
        }
        fn decode_attributes(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            let mut __s0 = ::dynamap::__private::Slot::new(__Codecs::C0.codec);
            let mut __s1 = ::dynamap::__private::Slot::new(__Codecs::C1.codec);
            let mut __s2 = ::dynamap::__private::Slot::new(__Codecs::C2.codec);
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                &["sku", "quantity", "price"],
            );
            ::dynamap::__private::read_all(
                decoder,
                &__NAMES,
                &mut [&mut __s0, &mut __s1, &mut __s2],
            )?;
            let (
                ::core::option::Option::Some(__f0),
                ::core::option::Option::Some(__f1),
                ::core::option::Option::Some(__f2),
            ) = (__s0.take(), __s1.take(), __s2.take()) else {
                return ::core::result::Result::Err(::dynamap::__private::unfilled());
            };
            ::core::result::Result::Ok(Self {
                sku: __f0,
                quantity: __f1,
                price: __f2,
            })
        }
    }
    #[automatically_derived]
    impl ::dynamap::DynamoValue for Line {
        type Kind = ::dynamap::value::kind::Map;
        fn encode(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            ::dynamap::__private::encode_map(self, 3usize, encoder)
        }
        fn decode(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            ::dynamap::__private::decode_map(decoder)
        }
    }
    #[automatically_derived]
    impl ::dynamap::__private::ListElement for Line {}
};
