use super::{JsonEncoder, MapEncoder};
use crate::item::{Fillable as _, Managed, Write, on_field};
use crate::value::{EncodeError, Encoder, Names, SetKind};

/// Writes the attributes of an item: those that writes manage as the SDK's values, the others as
/// DynamoDB JSON.
pub(crate) struct SplitEncoder<'a> {
    /// The names of those that become values.
    managed: &'a [&'static str],
    values: Managed,
    /// The value that is being written, and its name; without a name what is written is text.
    value: MapEncoder,
    name: Option<&'static str>,
    text: JsonEncoder,
    /// How many maps, lists and sets are open within the item.
    depth: usize,
}

impl<'a> SplitEncoder<'a> {
    /// An encoder in the open map of an item of about so many attributes.
    pub(crate) fn in_item(managed: &'a [&'static str], attributes: usize) -> Self {
        Self {
            managed,
            values: Managed::with_capacity(managed.len()),
            value: MapEncoder::new(),
            name: None,
            text: JsonEncoder::in_item(attributes),
            depth: 0,
        }
    }

    /// What was written: the values, and the text of the item with the other attributes, which is not
    /// closed: `{"a":{"S":"x"},"b":{"N":"1"}`.
    pub(crate) fn finish(mut self) -> (Managed, String) {
        self.take_value();
        (self.values, self.text.finish())
    }

    fn managed(&self, name: &str) -> Option<&'static str> {
        self.managed.iter().copied().find(|known| *known == name)
    }

    /// Takes the value that was written, if there is one.
    fn take_value(&mut self) {
        if let Some(name) = self.name.take()
            && let Some(value) = self.value.take()
        {
            self.values.set(name, value);
        }
    }

    #[inline]
    fn wire(&mut self) -> &mut dyn Encoder {
        match self.name {
            Some(_) => &mut self.value,
            None => &mut self.text,
        }
    }
}

impl Encoder for SplitEncoder<'_> {
    fn string(&mut self, text: &str) {
        self.wire().string(text);
    }

    fn number(&mut self, text: &str) {
        self.wire().number(text);
    }

    fn integer(&mut self, value: i64) {
        self.wire().integer(value);
    }

    fn binary(&mut self, bytes: &[u8]) {
        self.wire().binary(bytes);
    }

    fn boolean(&mut self, value: bool) {
        self.wire().boolean(value);
    }

    fn null(&mut self) {
        self.wire().null();
    }

    fn open_map(&mut self, len: usize) {
        self.depth += 1;
        self.wire().open_map(len);
    }

    fn key(&mut self, name: &str) {
        if self.depth > 0 {
            return self.wire().key(name);
        }
        self.take_value();
        self.name = self.managed(name);
        if self.name.is_none() {
            self.text.key(name);
        }
    }

    fn attributes(
        &mut self,
        names: &'static Names,
        values: &[&dyn Write],
    ) -> Result<(), EncodeError> {
        if self.depth > 0 {
            return self.wire().attributes(names, values);
        }
        for (position, (name, value)) in names.list().iter().zip(values).enumerate() {
            if value.is_absent() {
                continue;
            }
            let managed = self.managed(name);
            let written = if managed.is_some() {
                self.take_value();
                self.name = managed;
                value.write(&mut self.value)
            } else {
                self.text.attribute(names, position, *value)
            };
            written.map_err(|error| on_field(error, name))?;
        }
        Ok(())
    }

    fn open_list(&mut self, len: usize) {
        self.depth += 1;
        self.wire().open_list(len);
    }

    fn open_set(&mut self, kind: SetKind, len: usize) {
        self.depth += 1;
        self.wire().open_set(kind, len);
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.wire().close();
    }
}
