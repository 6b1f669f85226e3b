const _: () = {
    #[automatically_derived]
    impl ::dynamap::streams::DynamoRollup for Hourly {
        type Source = crate::Reading;
        const EVERY: ::dynamap::time::BucketWidth = ::dynamap::time::BucketWidth::Hour;
        fn fields() -> ::std::vec::Vec<::dynamap::streams::RollupField> {
            ::std::vec::Vec::from([
                ::dynamap::__private::rollup_count(&Self::COUNT),
                ::dynamap::__private::rollup_sum(&Self::SUM),
                ::dynamap::__private::rollup_min(&Self::COLDEST),
                ::dynamap::__private::rollup_last(&Self::LATEST),
                ::dynamap::__private::rollup_stale(&Self::STALE),
            ])
        }
        fn at(
            source: &crate::Reading,
        ) -> ::core::option::Option<::dynamap::time::Moment> {
            ::dynamap::__private::rollup_time(&<crate::Reading>::AT, &source.at)
        }
        fn window(&self) -> ::core::option::Option<::dynamap::time::Moment> {
            ::dynamap::__private::rollup_time(&Self::HOUR, &self.hour)
        }
        fn row(
            source: &crate::Reading,
            window: ::dynamap::time::Moment,
        ) -> ::core::result::Result<Self, ::dynamap::Error> {
            ::core::result::Result::Ok(Self {
                device_id: ::core::clone::Clone::clone(&source.device_id),
                hour: ::dynamap::__private::rollup_window(&Self::HOUR, window)?,
                count: ::dynamap::__private::rollup_one::<u64>(),
                sum: ::dynamap::__private::rollup_amount::<
                    Number,
                    _,
                    _,
                    _,
                >(&<crate::Reading>::CELSIUS, &source.celsius)?,
                coldest: ::dynamap::__private::rollup_extreme::<
                    Option<f64>,
                    _,
                >(&source.celsius),
                latest: ::dynamap::__private::rollup_value::<
                    Option<f64>,
                    _,
                >(&source.celsius),
                stale: ::dynamap::__private::rollup_exact::<Option<u64>>(),
                expires_at: ::dynamap::unset(),
            })
        }
        fn order(
            source: &crate::Reading,
        ) -> ::core::result::Result<
            ::std::vec::Vec<
                ::core::option::Option<
                    ::dynamap::aws_sdk_dynamodb::types::AttributeValue,
                >,
            >,
            ::dynamap::Error,
        > {
            let _ = source;
            ::core::result::Result::Ok(
                ::std::vec::Vec::from([
                    ::dynamap::__private::rollup_order(
                        &<crate::Reading>::AT,
                        &source.at,
                    )?,
                ]),
            )
        }
    }
    #[automatically_derived]
    impl Hourly {
        /// The average of `celsius`: `sum` through `count`, as exactly as an `f64` holds it. `None` if nothing is counted.
        pub fn average_celsius(&self) -> ::core::option::Option<f64> {
            ::dynamap::__private::rollup_average(
                (&Self::SUM, &self.sum),
                (&Self::COUNT, &self.count),
            )
        }
        /// Whether an extreme was lost to a removal, so that the row has one that no item has any more: `Rollups::recompute` finds the next one.
        pub fn is_stale(&self) -> bool {
            ::core::option::Option::is_some(&self.stale)
        }
    }
};
