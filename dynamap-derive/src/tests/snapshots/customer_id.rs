#[doc(hidden)]
const _: () = {
    struct __Codecs(::core::marker::PhantomData<fn() -> ()>);
    #[automatically_derived]
    impl __Codecs {
        const C0: ::dynamap::__private::AttributeCodec<String> = ::dynamap::__private::value_codec::<
            String,
        >();
    }
    #[automatically_derived]
    impl ::dynamap::DynamoValue for CustomerId {
        type Kind = ::dynamap::value::kind::Same<String>;
        fn encode(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            (__Codecs::C0.codec.encode)(&self.0, encoder)
        }
        fn decode(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            ::core::result::Result::map((__Codecs::C0.codec.decode)(decoder), Self)
        }
        fn is_absent(&self) -> bool {
            (__Codecs::C0.codec.is_absent)(&self.0)
        }
        fn absent() -> ::core::option::Option<Self> {
            ::core::option::Option::map((__Codecs::C0.codec.absent)(), Self)
        }
    }
    #[automatically_derived]
    impl ::dynamap::value::Transparent for CustomerId {
        type Inner = String;
        fn inner(&self) -> &String {
            &self.0
        }
        fn from_inner(inner: String) -> Self {
            Self(inner)
        }
    }
    #[automatically_derived]
    impl ::dynamap::__private::ListElement for CustomerId {}
};
