#[doc(hidden)]
const _: () = {
    const __P0: ::core::primitive::usize = ::dynamap::__private::position(
        <Product as ::dynamap::__private::ItemFields>::FIELDS,
        <Product>::ID.into_attribute_name(),
    );
    const __C0: ::dynamap::__private::AttributeCodec<String> = <Product as ::dynamap::__private::FieldOf<
        { __P0 },
        String,
    >>::CODEC;
    const __P1: ::core::primitive::usize = ::dynamap::__private::position(
        <Product as ::dynamap::__private::ItemFields>::FIELDS,
        <Product>::PRICE.into_attribute_name(),
    );
    const __C1: ::dynamap::__private::AttributeCodec<u64> = <Product as ::dynamap::__private::FieldOf<
        { __P1 },
        u64,
    >>::CODEC;
    #[automatically_derived]
    impl<__I> ::dynamap::expression::ProjectionBy<__I> for Price
    where
        <Product as ::dynamap::__private::FieldAt<
            { __P0 },
        >>::Held: ::dynamap::expression::HeldBy<__I>,
        <Product as ::dynamap::__private::FieldAt<
            { __P1 },
        >>::Held: ::dynamap::expression::HeldBy<__I>,
    {}
    #[automatically_derived]
    impl ::dynamap::DynamoProjection for Price {
        type Item = Product;
        const FIELDS: &'static [::dynamap::__private::FieldInfo] = &[
            <Product as ::dynamap::__private::ItemFields>::FIELDS[__P0],
            <Product as ::dynamap::__private::ItemFields>::FIELDS[__P1],
        ];
        fn decode_attributes(
            decoder: &mut dyn ::dynamap::value::Decoder,
        ) -> ::core::result::Result<Self, ::dynamap::value::DecodeError> {
            const __ATTRIBUTES: &[&::core::primitive::str] = &[
                <Product as ::dynamap::__private::ItemFields>::FIELDS[__P0].attribute(),
                <Product as ::dynamap::__private::ItemFields>::FIELDS[__P1].attribute(),
            ];
            static __NAMES: ::dynamap::__private::Names = ::dynamap::__private::Names::new(
                __ATTRIBUTES,
            );
            let mut __s0 = ::dynamap::__private::ProjectedSlot::new(__C0);
            let mut __s1 = ::dynamap::__private::ProjectedSlot::new(__C1);
            if ::dynamap::__private::FieldInfo::are_plain(
                <Self as ::dynamap::DynamoProjection>::FIELDS,
            ) {
                ::dynamap::__private::read_all(
                    decoder,
                    &__NAMES,
                    &mut [&mut __s0, &mut __s1],
                )?;
            } else {
                ::dynamap::__private::read_projected(
                    decoder,
                    <Self as ::dynamap::DynamoProjection>::FIELDS,
                    &mut [&mut __s0, &mut __s1],
                )?;
            }
            let (
                ::core::option::Option::Some(__f0),
                ::core::option::Option::Some(__f1),
            ) = (__s0.take(), __s1.take()) else {
                return ::core::result::Result::Err(::dynamap::__private::unfilled());
            };
            ::core::result::Result::Ok(Self { id: __f0, cents: __f1 })
        }
    }
};
