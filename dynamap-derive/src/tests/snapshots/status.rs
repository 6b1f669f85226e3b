#[doc(hidden)]
const _: () = {
    #[automatically_derived]
    impl ::dynamap::__private::TextValue for Status {
        const NAMES: &'static [&'static str] = &["PENDING", "IN_TRANSIT", "DONE"];
        fn name(&self) -> &str {
            match self {
                Self::Pending => "PENDING",
                Self::InTransit => "IN_TRANSIT",
                Self::Paid => "DONE",
            }
        }
        fn of_name(name: &str) -> ::core::option::Option<Self> {
            match name {
                "PENDING" => ::core::option::Option::Some(Self::Pending),
                "IN_TRANSIT" => ::core::option::Option::Some(Self::InTransit),
                "DONE" => ::core::option::Option::Some(Self::Paid),
                _ => ::core::option::Option::None,
            }
        }
    }
    #[automatically_derived]
    impl ::dynamap::DynamoValue for Status {
        type Kind = ::dynamap::value::kind::Text;
        fn encode(
            &self,
            encoder: &mut dyn ::dynamap::value::Encoder,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            encoder.string(::dynamap::__private::TextValue::name(self));
            ::core::result::Result::Ok(())
        }
        fn decode(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            ::dynamap::__private::read_name(&decoder.string()?)
        }
    }
    #[automatically_derived]
    impl ::dynamap::value::KeyValue for Status {
        const TYPE: ::dynamap::__private::ScalarType = ::dynamap::__private::ScalarType::S;
    }
    #[automatically_derived]
    impl ::dynamap::value::KeyText for Status {
        fn write_key_text(
            &self,
            out: &mut ::std::string::String,
        ) -> ::core::result::Result<(), ::dynamap::value::EncodeError> {
            out.push_str(::dynamap::__private::TextValue::name(self));
            ::core::result::Result::Ok(())
        }
        fn read_key_text(
            text: &str,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            ::dynamap::__private::read_name(text)
        }
    }
    #[automatically_derived]
    impl ::dynamap::value::SetMember for Status {
        const SET: ::dynamap::value::SetKind = ::dynamap::value::SetKind::Strings;
    }
    #[automatically_derived]
    impl ::dynamap::value::MapKey for Status {
        fn write_map_key(&self) -> ::std::borrow::Cow<'_, str> {
            ::std::borrow::Cow::Borrowed(::dynamap::__private::TextValue::name(self))
        }
        fn read_map_key(
            name: ::std::borrow::Cow<'_, str>,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            ::dynamap::__private::read_name(&name)
        }
    }
    #[automatically_derived]
    impl ::dynamap::__private::ListElement for Status {}
};
