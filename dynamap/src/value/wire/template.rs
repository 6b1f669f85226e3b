use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::value::Names;

/// An item with all attributes of a struct, to be copied: its names were hashed and placed once.
pub(crate) struct Template {
    item: HashMap<String, AttributeValue>,
    /// The positions of the names in the order in which a copy yields them.
    order: Box<[usize]>,
}

/// What stands in an attribute before its value: `NULL false`, which is no value.
const UNWRITTEN: AttributeValue = AttributeValue::Null(false);

/// Whether an attribute has no value yet.
pub(super) fn is_unwritten(value: &AttributeValue) -> bool {
    matches!(value, AttributeValue::Null(false))
}

impl Template {
    /// `None` if copies do not yield the names in the order of the template, or it has a name twice.
    pub(crate) fn new(names: &Names) -> Option<Self> {
        let list = names.list();
        let mut item = HashMap::with_capacity(list.len());
        for name in list {
            item.insert((*name).to_owned(), UNWRITTEN);
        }
        let position = |name: &String| list.iter().position(|known| known == name);
        let order = |item: &HashMap<String, _>| item.keys().map(position).collect::<Option<_>>();
        let positions: Box<[usize]> = order(&item)?;
        // Copies are made alike, so that one stands for all of them.
        let is_kept = order(&item.clone()).as_ref() == Some(&positions);
        (is_kept && positions.len() == list.len()).then_some(Self {
            item,
            order: positions,
        })
    }

    /// A copy to fill, and the positions of its names in the order it yields them.
    pub(super) fn copy(&self) -> (HashMap<String, AttributeValue>, &[usize]) {
        (self.item.clone(), &self.order)
    }
}
