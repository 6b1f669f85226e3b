//! The schema constant.

use proc_macro2::TokenStream;
use quote::quote;

use super::layout::optional;
use super::{key, layout};
use crate::model::{Base, FieldIndex, Item, KeyAttribute, Projection, Stored, TtlPolicy};
use crate::parse::{After, Stamp};

/// `&Schema { table: "…", … }`.
pub(super) fn schema(item: &Item) -> TokenStream {
    let krate = &item.crate_path;
    let codec = |index: FieldIndex| key::codec(item, index);
    let key_attribute = |key: &KeyAttribute| key::key_attribute(item, key);

    let table = &item.table.value;
    let ident = item.ident.to_string();
    let attributes = item.stored().into_iter().map(|stored| match stored {
        Stored::Field(field) => &item.field(field).attribute.value,
        Stored::Key { key, .. } => &key.attribute.value,
    });
    let attributes: Vec<_> = attributes.collect();
    let partition = key_attribute(&item.key.partition);
    let sort = optional(item.key.sort.as_ref().map(key_attribute));
    let composed = layout::schema(item);
    let indexes = item.indexes.iter().map(|index| {
        let name = &index.path.name.value;
        let partition = index.partition.iter().map(key_attribute);
        let sort = index.sort.iter().map(key_attribute);
        let projection = projected(item, &index.path.projection);
        quote!(#krate::schema::Index {
            name: #name,
            local: false,
            partition_key: &[#(#partition),*],
            sort_key: &[#(#sort),*],
            projection: #projection,
        })
    });
    let local_indexes = item.local_indexes.iter().map(|index| {
        let name = &index.path.name.value;
        let partition = key_attribute(&item.key.partition);
        let sort = key_attribute(&index.sort);
        let projection = projected(item, &index.path.projection);
        quote!(#krate::schema::Index {
            name: #name, local: true, partition_key: &[#partition], sort_key: &[#sort], projection: #projection,
        })
    });
    let stamps = item.stamps.iter().map(|stamped| {
        let name = &item.field(stamped.field).attribute.value;
        let codec = codec(stamped.field);
        let on = match stamped.stamp {
            Stamp::Create => quote!(Create),
            Stamp::Update => quote!(Update),
        };
        quote!(#krate::schema::Stamp {
            name: #name,
            format: #codec.format(),
            on: #krate::schema::StampOn::#on,
            optional: #codec.is_optional(),
        })
    });
    let ttl = optional(item.ttl.as_ref().map(|ttl| {
        let name = &item.field(ttl.field).attribute.value;
        let codec = codec(ttl.field);
        let policy = optional(match &ttl.policy {
            TtlPolicy::Carried => None,
            TtlPolicy::Sliding { after } => {
                let after = duration(after);
                Some(quote!(#krate::schema::TtlPolicy {
                    after: #after, from: ::core::option::Option::None, sliding: true,
                }))
            }
            TtlPolicy::Computed { after, base } => {
                let after = duration(after);
                let from = optional(match base {
                    Base::Write => None,
                    Base::Field(field) => {
                        let name = &item.field(*field).attribute.value;
                        let key = optional(item.carried(*field).map(|key| layout::layout(item, key)));
                        let codec = key::codec(item, *field);
                        Some(quote!(#krate::schema::TimeAttribute {
                            name: #name, format: #codec.format(), key: #key,
                        }))
                    }
                });
                Some(quote!(#krate::schema::TtlPolicy { after: #after, from: #from, sliding: false }))
            }
        });
        quote!(#krate::schema::Ttl { name: #name, optional: #codec.is_optional(), policy: #policy })
    }));
    let last = item.key.sort.as_ref().and_then(|sort| sort.parts().last());
    let ends_in_time = last.is_some_and(|last| item.field(*last).codec.is_time());
    let version_limit = match item.version {
        Some(version) => {
            let codec = codec(version);
            quote!(#codec.version_limit())
        }
        None => quote!(::core::primitive::u64::MAX),
    };
    let version = optional(item.version.map(|version| {
        let name = &item.field(version).attribute.value;
        quote!(#name)
    }));
    quote! {
        &#krate::schema::Schema {
            table: #table,
            item: #ident,
            partition_key: #partition,
            sort_key: #sort,
            ends_in_time: #ends_in_time,
            attributes: &[#(#attributes),*],
            indexes: &[#(#indexes,)* #(#local_indexes,)*],
            stamps: &[#(#stamps),*],
            ttl: #ttl,
            version: #version,
            version_limit: #version_limit,
            composed: #composed,
        }
    }
}

/// `Projected::Include(&["total"])`.
fn projected(item: &Item, projection: &Projection) -> TokenStream {
    let krate = &item.crate_path;
    let projected = quote!(#krate::schema::Projected);
    match projection {
        Projection::All => quote!(#projected::All),
        Projection::KeysOnly => quote!(#projected::KeysOnly),
        Projection::Include(fields) => {
            let names = fields
                .iter()
                .map(|field| &item.field(*field).attribute.value);
            quote!(#projected::Include(&[#(#names),*]))
        }
    }
}

fn duration(after: &After) -> TokenStream {
    match after {
        After::Seconds(duration) => {
            let seconds = duration.seconds();
            quote!(::core::time::Duration::from_secs(#seconds))
        }
        After::Constant(path) => quote!(#path),
    }
}
