//! The schema constant.

use proc_macro2::TokenStream;
use quote::quote;

use super::layout::optional;
use super::{key, layout};
use crate::model::{Item, KeyAttribute, Projection, Stored};

/// `&Schema { table: "…", … }`.
pub(super) fn schema(item: &Item) -> TokenStream {
    let krate = &item.crate_path;
    let key_attribute = |key: &KeyAttribute| key::key_attribute(item, key);

    let table = &item.table.value;
    let ident = item.ident.to_string();
    let attributes = item.stored().into_iter().map(|stored| match stored {
        Stored::Field(field) => &item.field(field).attribute.value,
        Stored::Tag(entity) => &entity.tag.value,
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
    let last = item.key.sort.as_ref().and_then(|sort| sort.parts().last());
    let ends_in_time = last.is_some_and(|last| item.field(*last).codec.is_time());
    let attribute_names = quote!(#krate::__private::AttributeNames);
    let names = quote!(<Self as #krate::__private::Attributes>::NAMES);
    let entity = entity(item);
    quote! {
        &#krate::schema::Schema {
            table: #table,
            item: #ident,
            entity: #entity,
            partition_key: #partition,
            sort_key: #sort,
            ends_in_time: #ends_in_time,
            attributes: &[#(#attributes),*],
            indexes: &[#(#indexes,)* #(#local_indexes,)*],
            names: #names,
            stamps: #attribute_names::stamps(#names),
            ttl: #attribute_names::ttl(#names),
            version: #attribute_names::version(#names),
            version_limit: #attribute_names::version_limit(#names),
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
                .map(|field| &item.field(*field).attribute.value)
                // What tells the items of an index apart.
                .chain(item.entity.iter().map(|entity| &entity.tag.value));
            quote!(#projected::Include(&[#(#names),*]))
        }
    }
}

fn entity(item: &Item) -> TokenStream {
    let krate = &item.crate_path;
    optional(item.entity.as_ref().map(|entity| {
        let (name, tag) = (&entity.name, &entity.tag.value);
        quote!(#krate::schema::Entity { name: #name, tag: #tag })
    }))
}
