use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::value::Names;

/// An item with all attributes of a struct, to be copied: its names were hashed and placed once.
pub(crate) struct Template {
    item: HashMap<String, AttributeValue>,
    // The positions of the names in the order in which the map yields them.
    order: Box<[usize]>,
}

/// What stands in an attribute before its value: `NULL false`, which is no value.
const UNWRITTEN: AttributeValue = AttributeValue::Null(false);

/// Whether an attribute has no value yet.
pub(super) fn is_unwritten(value: &AttributeValue) -> bool {
    matches!(value, AttributeValue::Null(false))
}

impl Template {
    pub(crate) fn new(names: &Names) -> Self {
        let mut item = HashMap::with_capacity(names.list().len());
        for name in names.list() {
            item.insert((*name).to_owned(), UNWRITTEN);
        }
        let positions = item
            .keys()
            .filter_map(|name| names.find(name.as_bytes(), 0));
        let order = positions.collect();
        Self { item, order }
    }

    /// A copy to fill, and in which order it yields the names: a guess, since nothing promises that a
    /// copy keeps the order.
    pub(super) fn copy(&self) -> (HashMap<String, AttributeValue>, &[usize]) {
        (self.item.clone(), &self.order)
    }
}
