//! What indexes hold.

use proc_macro2::Ident;
use syn::LitStr;

use super::Fields;
use crate::diagnostic::{Errors, Message};
use crate::model::{
    AccessPath, Codec, Field, FieldIndex, Index, KeyAttribute, LocalIndex, Projection,
};
use crate::parse::{IndexPath, IndexProjection};

/// What the rules know of the item beside the index.
pub(in crate::model) struct Scope<'a> {
    pub(in crate::model) fields: &'a Fields<'a>,
    pub(in crate::model) resolved: &'a [Option<Field>],
    pub(in crate::model) table: [Option<&'a KeyAttribute>; 2],
    pub(in crate::model) ttl: Option<FieldIndex>,
}

/// The attributes that DynamoDB takes as the projected ones of all indexes of a table together.
const MOST: usize = 100;

/// Resolves what every index holds.
pub(in crate::model) fn resolve<'p>(
    paths: impl Iterator<Item = &'p IndexPath>,
    indexes: &mut [Option<Index>],
    local_indexes: &mut [Option<LocalIndex>],
    scope: &Scope<'_>,
    errors: &mut Errors,
) {
    let global = indexes.iter_mut().map(|index| {
        index.as_mut().map(|index| {
            let keys: Vec<_> = index.keys().cloned().collect();
            (&mut index.path, keys)
        })
    });
    let local = local_indexes.iter_mut().map(|index| {
        index
            .as_mut()
            .map(|index| (&mut index.path, vec![index.sort.clone()]))
    });
    let mut projected = 0;
    for (parsed, resolved) in paths.zip(global.chain(local)) {
        let Some(given) = &parsed.projection else {
            continue;
        };
        let (path, keys) = match resolved {
            Some((path, keys)) => (Some(path), keys),
            // The index has a fault of its own.
            None => (None, Vec::new()),
        };
        let table = scope.table.into_iter().flatten();
        let keys: Vec<&KeyAttribute> = table.chain(&keys).collect();
        let Some(projection) = projection(given, &keys, path.is_some(), scope, errors) else {
            continue;
        };
        if let (Projection::Include(fields), IndexProjection::Include(word, _)) =
            (&projection, given)
        {
            let before = projected;
            projected += fields.len();
            if before <= MOST && projected > MOST {
                refuse_too_many(word, projected, errors);
            }
        }
        set(path, projection);
    }
}

fn set(path: Option<&mut AccessPath>, projection: Projection) {
    if let Some(path) = path {
        path.projection = projection;
    }
}

/// What one index holds; `None` if an error about it is queued.
fn projection(
    given: &IndexProjection,
    keys: &[&KeyAttribute],
    are_keys_known: bool,
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<Projection> {
    let ttl = scope
        .ttl
        .filter(|ttl| !keys.iter().any(|key| key.field() == Some(*ttl)));
    match given {
        IndexProjection::All => Some(Projection::All),
        IndexProjection::KeysOnly(word) => {
            if let Some(ttl) = ttl.filter(|_| are_keys_known) {
                refuse_keys_only(word, ttl, scope, errors)?;
            }
            Some(Projection::KeysOnly)
        }
        IndexProjection::Include(_, literals) => {
            let mut fields: Vec<FieldIndex> = Vec::new();
            let mut sound = true;
            for literal in literals {
                match included(literal, &fields, keys, scope, errors) {
                    Some(field) => fields.push(field),
                    None => sound = false,
                }
            }
            if let Some(ttl) = ttl.filter(|ttl| !fields.contains(ttl)) {
                fields.push(ttl);
            }
            sound.then_some(Projection::Include(fields))
        }
    }
}

/// "A non-key attribute is a top-level attribute that is no key of the table or the index."
fn included(
    literal: &LitStr,
    before: &[FieldIndex],
    keys: &[&KeyAttribute],
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<FieldIndex> {
    const LONGEST: usize = 255;
    let index = scope.fields.find(literal, errors)?;
    let field = scope.resolved.get(index.position())?.as_ref()?;
    let name = literal.value();
    let is_key = keys.iter().any(|key| key.field() == Some(index));
    let message = if matches!(field.codec, Codec::InKey | Codec::InKeyTime { .. }) {
        Message::new(format_args!(
            "`{name}` is stored only inside the table's key"
        ))
        .help(format_args!("remove `{name}`"))
        .note("every index holds the table's key, and a projection reads the field out of it")
    } else if is_key {
        Message::new(format_args!("`{name}` is a key attribute"))
            .help(format_args!("remove `{name}`"))
            .note("every index holds its own keys and the table's")
    } else if before.contains(&index) {
        Message::new(format_args!("`{name}` is included twice")).help("remove it")
    } else if field.attribute.value.len() > LONGEST {
        Message::new(format_args!(
            "the attribute of `{name}` has a name of more than {LONGEST} bytes"
        ))
        .help("give it another name with `rename`, or write `projection = all`")
        .note("DynamoDB's indexes name the attributes that they include by at most 255 bytes")
    } else {
        return Some(index);
    };
    errors.on(literal, message);
    None
}

/// An expired item is not read, whatever index it is found by.
fn refuse_keys_only(
    word: &Ident,
    ttl: FieldIndex,
    scope: &Scope<'_>,
    errors: &mut Errors,
) -> Option<()> {
    let ttl = scope.resolved.get(ttl.position())?.as_ref()?.name();
    errors.at(
        word.span(),
        Message::new(format_args!("`keys_only` leaves the TTL `{ttl}` out"))
            .help(format_args!("write `projection = include(\"{ttl}\")`"))
            .note("a read leaves expired items out, so that every index holds the TTL"),
    );
    None
}

/// "The attributes of all `INCLUDE` indexes are at most 100; one of two indexes counts twice."
fn refuse_too_many(word: &Ident, count: usize, errors: &mut Errors) {
    errors.at(
        word.span(),
        Message::new(format_args!(
            "the indexes include {count} attributes up to here, the TTL of each counted"
        ))
        .help("write `projection = all`")
        .note("DynamoDB's indexes of a table include at most 100 attributes together"),
    );
}
