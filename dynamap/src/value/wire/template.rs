use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::value::Names;

/// An item with all attributes of a struct, to be copied: its names were hashed and placed once.
pub(crate) struct Template {
    item: HashMap<String, AttributeValue>,
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
        Self { item }
    }

    /// A copy to fill.
    pub(super) fn copy(&self) -> HashMap<String, AttributeValue> {
        self.item.clone()
    }
}
