#[doc(hidden)]
const _: () = {
    struct __Codecs(::core::marker::PhantomData<fn() -> ()>);
    #[automatically_derived]
    impl __Codecs {
        const C0: ::dynamap::__private::AttributeCodec<f64> = ::dynamap::__private::value_codec::<
            f64,
        >();
        const C1: ::dynamap::__private::AttributeCodec<OffsetDateTime> = ::dynamap::__private::AttributeCodec::time(
            ::dynamap::__private::codec::<OffsetDateTime, ::dynamap::time::Seconds>(),
        );
    }
    #[automatically_derived]
    impl ::dynamap::DynamoValue for Point {
        type Kind = ::dynamap::value::kind::List;
        fn encode(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            ::dynamap::__private::write_elements(
                encoder,
                &[
                    &::dynamap::__private::Out(__Codecs::C0.codec, &self.0),
                    &::dynamap::__private::Out(__Codecs::C1.codec, &self.1),
                ],
            )
        }
        fn decode(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            let mut __s0 = ::dynamap::__private::Slot::new(__Codecs::C0.codec);
            let mut __s1 = ::dynamap::__private::Slot::new(__Codecs::C1.codec);
            ::dynamap::__private::read_elements(decoder, &mut [&mut __s0, &mut __s1])?;
            let (
                ::core::option::Option::Some(__f0),
                ::core::option::Option::Some(__f1),
            ) = (__s0.take(), __s1.take()) else {
                return ::core::result::Result::Err(::dynamap::__private::unfilled());
            };
            ::core::result::Result::Ok(Self(__f0, __f1))
        }
    }
    #[automatically_derived]
    impl ::dynamap::__private::ListElement for Point {}
};
