#[doc(hidden)]
const _: () = {
    const _: () = match ::dynamap::__private::fault_of::<StoreItem>(0usize) {
        ::dynamap::__private::Fault::Nothing => {}
        ::dynamap::__private::Fault::Table => {
            ::core::panic!(
                "`Order` is declared for another table than the variants of `StoreItem` before it: give all of them the same `table`"
            )
        }
        ::dynamap::__private::Fault::Key => {
            ::core::panic!(
                "`Order` has another primary key than the variants of `StoreItem` before it: the key attributes of one table have the same names and types in every item"
            )
        }
        ::dynamap::__private::Fault::Tag => {
            ::core::panic!(
                "`Order` names its entity by another attribute than the variants of `StoreItem` before it: give all of them the same `tag`"
            )
        }
        ::dynamap::__private::Fault::ForeignTag => {
            ::core::panic!(
                "`Order` has no entity, and an attribute of its own where other variants of `StoreItem` name theirs: give it an `entity`, or rename the attribute"
            )
        }
        ::dynamap::__private::Fault::Ttl => {
            ::core::panic!(
                "`Order` has its TTL in another attribute than the variants of `StoreItem` before it: a table has one TTL attribute"
            )
        }
        ::dynamap::__private::Fault::Untold => {
            ::core::panic!(
                "nothing tells an item of `Order` from others: give the type an `entity`, or a key with a `prefix` or a `value`"
            )
        }
        ::dynamap::__private::Fault::Alike => {
            ::core::panic!(
                "nothing tells an item of `Order` from those of the variants of `StoreItem` before it: give each type an `entity` of its own, or a key with a `prefix` or a `value` that no other begins with"
            )
        }
    };
    const _: () = match ::dynamap::__private::fault_of::<StoreItem>(1usize) {
        ::dynamap::__private::Fault::Nothing => {}
        ::dynamap::__private::Fault::Table => {
            ::core::panic!(
                "`Line` is declared for another table than the variants of `StoreItem` before it: give all of them the same `table`"
            )
        }
        ::dynamap::__private::Fault::Key => {
            ::core::panic!(
                "`Line` has another primary key than the variants of `StoreItem` before it: the key attributes of one table have the same names and types in every item"
            )
        }
        ::dynamap::__private::Fault::Tag => {
            ::core::panic!(
                "`Line` names its entity by another attribute than the variants of `StoreItem` before it: give all of them the same `tag`"
            )
        }
        ::dynamap::__private::Fault::ForeignTag => {
            ::core::panic!(
                "`Line` has no entity, and an attribute of its own where other variants of `StoreItem` name theirs: give it an `entity`, or rename the attribute"
            )
        }
        ::dynamap::__private::Fault::Ttl => {
            ::core::panic!(
                "`Line` has its TTL in another attribute than the variants of `StoreItem` before it: a table has one TTL attribute"
            )
        }
        ::dynamap::__private::Fault::Untold => {
            ::core::panic!(
                "nothing tells an item of `Line` from others: give the type an `entity`, or a key with a `prefix` or a `value`"
            )
        }
        ::dynamap::__private::Fault::Alike => {
            ::core::panic!(
                "nothing tells an item of `Line` from those of the variants of `StoreItem` before it: give each type an `entity` of its own, or a key with a `prefix` or a `value` that no other begins with"
            )
        }
    };
    #[automatically_derived]
    impl StoreItem {
        /// A handle of the table that the items of `StoreItem` share, on the client's own clock.
        fn table(
            client: &::dynamap::aws_sdk_dynamodb::Client,
        ) -> ::dynamap::Collection<Self> {
            ::dynamap::Collection::new(client)
        }
    }
    #[automatically_derived]
    impl ::dynamap::collection::MemberOf<StoreItem> for Order {}
    #[automatically_derived]
    impl ::dynamap::collection::MemberOf<StoreItem> for OrderLine {}
    #[automatically_derived]
    impl ::dynamap::DynamoCollection for StoreItem {
        const NAME: &'static str = "StoreItem";
        const MEMBERS: &'static [::dynamap::__private::Member<Self>] = &[
            ::dynamap::__private::member::<
                Order,
                Self,
            >(|decoder| {
                ::core::result::Result::map(
                    ::dynamap::__private::read_member::<Order, Self>(decoder),
                    Self::Order,
                )
            }),
            ::dynamap::__private::member::<
                OrderLine,
                Self,
            >(|decoder| {
                ::core::result::Result::map(
                    ::dynamap::__private::read_member::<OrderLine, Self>(decoder),
                    Self::Line,
                )
            }),
        ];
        const OTHER: ::core::option::Option<fn(::dynamap::Item) -> Self> = ::core::option::Option::Some(|
            item|
        Self::Other(::dynamap::__private::other::<Item>(item)));
        fn joined() -> &'static ::dynamap::__private::Joined {
            static __JOINED: ::dynamap::__private::Joined = ::dynamap::__private::Joined::new();
            &__JOINED
        }
    }
};
