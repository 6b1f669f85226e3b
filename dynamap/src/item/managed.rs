//! The attributes of an item that writes look at and fill in.

use aws_sdk_dynamodb::types::AttributeValue;

use super::Item;
use crate::schema::Schema;

/// Attributes by their names, to be looked at and filled in: a whole item, or what writes manage of it.
pub(crate) trait Fillable {
    fn value(&self, name: &str) -> Option<&AttributeValue>;
    fn set(&mut self, name: &'static str, value: AttributeValue);
    fn unset(&mut self, name: &str);
}

impl Fillable for Item {
    fn value(&self, name: &str) -> Option<&AttributeValue> {
        self.get(name)
    }

    fn set(&mut self, name: &'static str, value: AttributeValue) {
        match self.get_mut(name) {
            Some(present) => *present = value,
            None => {
                self.insert(name.to_owned(), value);
            }
        }
    }

    fn unset(&mut self, name: &str) {
        self.remove(name);
    }
}

/// The attributes of one item that writes manage: so few that going through them finds one sooner than a
/// hash does.
#[derive(Default)]
pub(crate) struct Managed(Vec<(&'static str, AttributeValue)>);

impl Managed {
    pub(crate) fn with_capacity(attributes: usize) -> Self {
        Self(Vec::with_capacity(attributes))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &AttributeValue)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    pub(crate) fn into_iter(self) -> impl Iterator<Item = (&'static str, AttributeValue)> {
        self.0.into_iter()
    }
}

impl Fillable for Managed {
    fn value(&self, name: &str) -> Option<&AttributeValue> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value)
    }

    fn set(&mut self, name: &'static str, value: AttributeValue) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, present)) => *present = value,
            None => self.0.push((name, value)),
        }
    }

    fn unset(&mut self, name: &str) {
        self.0.retain(|(known, _)| *known != name);
    }
}

/// The names of the attributes that writes of a type manage, some of them twice: keys, stamps, the TTL and
/// its base, the version, and what composed keys of indexes are made of.
pub(crate) fn managed_names(schema: &Schema) -> Vec<&'static str> {
    let mut names = Vec::with_capacity(16);
    names.extend(schema.key_attributes().map(|attribute| attribute.name));
    for index in schema.indexes {
        names.extend(index.key_attributes().map(|attribute| attribute.name));
    }
    names.extend(schema.stamps.iter().map(|stamp| stamp.name));
    names.extend(schema.version);
    if let Some(ttl) = &schema.ttl {
        names.push(ttl.name);
        let policy = ttl.policy.as_ref();
        names.extend(policy.and_then(|policy| Some(policy.from.as_ref()?.name)));
    }
    for key in schema.composed {
        let fields = key.layout.parts.iter().chain(key.layout.of.as_ref());
        names.extend(fields.map(|field| field.attribute));
    }
    names
}
