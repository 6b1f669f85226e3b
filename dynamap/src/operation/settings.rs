use aws_sdk_dynamodb::config::Builder as ConfigBuilder;

use super::fill::Filling;
use crate::DynamoItem;
use crate::expression::Node;
use crate::item::{Item, encode_item};

/// What the caller sets on a write.
#[derive(Default)]
pub(crate) struct Settings {
    pub(crate) condition: Option<Node>,
    pub(crate) version: Option<u64>,
    /// The item that the version was read with, where the keys of an index are composed of its parts.
    pub(crate) known: Option<Item>,
    pub(crate) filling: Filling,
    pub(crate) return_capacity: bool,
    pub(crate) config: Option<ConfigBuilder>,
}

impl Settings {
    pub(crate) fn join(&mut self, condition: Node) {
        self.condition = Some(match self.condition.take() {
            Some(earlier) => earlier.and(condition),
            None => condition,
        });
    }

    /// Keeps what a composed key of an index may need of an item that the version guards.
    pub(crate) fn know<T: DynamoItem>(&mut self, item: &T) {
        let has_composed = T::SCHEMA.composed.iter().any(|key| key.index.is_some());
        // What cannot be written is known no better than without the item.
        self.known = has_composed.then(|| encode_item(item).ok()).flatten();
    }

    /// The write's own condition and the caller's.
    pub(crate) fn joined(&self, own: Option<Node>) -> Option<Node> {
        Node::all(own.into_iter().chain(self.condition.clone()))
    }

    pub(crate) fn customize(&mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) {
        self.config = Some(change(self.config.take().unwrap_or_default()));
    }
}

/// The settings that every write has.
macro_rules! write_settings {
    ($name:ident $(, $mode:ident)?) => {
        impl<T: DynamoItem $(, $mode)?> $name<T $(, $mode)?> {
            /// Joins a condition of the caller's own to the write's: both have to hold.
            pub fn condition<K>(mut self, condition: Condition<T, K>) -> Self {
                self.settings.join(condition.into_node());
                self
            }

            /// Asks for the consumed capacity, which `send_full()` gives.
            pub fn return_consumed_capacity(mut self) -> Self {
                self.settings.return_capacity = true;
                self
            }

            /// Changes the SDK's configuration for this request: retries, timeouts, interceptors.
            pub fn customize(mut self, change: impl FnOnce(ConfigBuilder) -> ConfigBuilder) -> Self {
                self.settings.customize(change);
                self
            }
        }
    };
}

// The bounds stand on the methods: on the impl, the compiler would not print their messages.

/// The settings of writes that fill in a TTL.
macro_rules! expiry_settings {
    ($name:ident $(, $mode:ident)?) => {
        impl<T: DynamoItem $(, $mode)?> $name<T $(, $mode)?> {
            /// Writes this expiry, floored to whole seconds, whatever the declared policy says.
            pub fn expires_at(mut self, expires_at: impl PointInTime) -> Self
            where
                T: Expiring,
            {
                self.settings.filling.expiry = Expiry::At(expires_at.to_moment());
                self
            }

            /// Writes an expiry this long after the write's instant.
            pub fn expires_after(mut self, length: std::time::Duration) -> Self
            where
                T: Expiring,
            {
                self.settings.filling.expiry = Expiry::After(length);
                self
            }

            /// Leaves the TTL attribute out, so that the item never expires.
            pub fn never_expires(mut self) -> Self
            where
                T: Expiring,
            {
                self.settings.filling.expiry = Expiry::Never;
                self
            }

            /// Computes no expiry: a whole item keeps the one it carries, an update the stored one.
            pub fn keep_ttl(mut self) -> Self
            where
                T: Expiring,
            {
                self.settings.filling.expiry = Expiry::Keep;
                self
            }

            /// Accepts an expiry of more than five years ago, which DynamoDB never deletes.
            pub fn allow_stale_ttl(mut self) -> Self
            where
                T: Expiring,
            {
                self.settings.filling.allow_stale_ttl = true;
                self
            }
        }
    };
}

/// The settings of writes that can depend on a version.
macro_rules! version_settings {
    ($name:ident $(, $mode:ident)?) => {
        impl<T: DynamoItem $(, $mode)?> $name<T $(, $mode)?> {
            /// Writes only over this stored version.
            pub fn if_version(mut self, version: u64) -> Self
            where
                T: Versioned,
            {
                self.settings.version = Some(version);
                self
            }

            /// Writes only if the stored version is the one that `item` was read with.
            pub fn if_unchanged(mut self, item: &T) -> Self
            where
                T: Versioned,
            {
                self.settings.know(item);
                let version = item.version().unwrap_or(0);
                self.if_version(version)
            }
        }
    };
}

/// `.await` without `.send()`.
macro_rules! into_future {
    ($name:ident<T $(, $mode:ty)?> -> $output:ty) => {
        impl<T: DynamoItem + 'static> IntoFuture for $name<T $(, $mode)?> {
            type Output = Result<$output>;
            type IntoFuture = std::pin::Pin<Box<dyn Future<Output = Self::Output> + Send>>;

            fn into_future(self) -> Self::IntoFuture {
                Box::pin(self.send())
            }
        }
    };
}

pub(crate) use {expiry_settings, into_future, version_settings, write_settings};
