use std::fmt;

use aws_sdk_dynamodb::types::StreamViewType;

use super::images::{Image, missing_image};
use super::{Change, Event, RecordKind};
use crate::item::{Item, decode_item};
use crate::operation::verb;
use crate::{DynamoItem, Result};

/// One record of a stream: a change of one item, as DynamoDB holds it.
///
/// It comes from a `Reader` (feature `streams`), from Lambda ([`LambdaBatch`](super::LambdaBatch)), or from JSON
/// ([`from_json`](Self::from_json)). [`change`](Self::change) decodes it, with the codec of the item's own derive.
///
/// A record is delivered at least once: the same one, with the same [`Event::id`], may come again.
#[derive(Clone, PartialEq)]
pub struct Record {
    kind: RecordKind,
    keys: Item,
    new_image: Option<Item>,
    old_image: Option<Item>,
    view: Option<StreamViewType>,
    event: Event,
}

impl Record {
    /// A record without images.
    pub fn new(kind: RecordKind, keys: Item, event: Event) -> Self {
        Self {
            kind,
            keys,
            new_image: None,
            old_image: None,
            view: None,
            event,
        }
    }

    /// The same record with the item as it was after the change; an empty image is none.
    pub fn with_new_image(mut self, image: Item) -> Self {
        self.new_image = present(Some(image));
        self
    }

    /// The same record with the item as it was before the change; an empty image is none.
    pub fn with_old_image(mut self, image: Item) -> Self {
        self.old_image = present(Some(image));
        self
    }

    /// The same record of a stream with this view type.
    pub fn with_view(mut self, view: StreamViewType) -> Self {
        self.view = Some(view);
        self
    }

    /// What happened to the item.
    pub fn kind(&self) -> RecordKind {
        self.kind
    }

    /// The primary key of the item.
    pub fn keys(&self) -> &Item {
        &self.keys
    }

    /// Which event it is.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The view type of the stream, which says what images its records have; `None` if the source does
    /// not say.
    pub fn view(&self) -> Option<&StreamViewType> {
        self.view.as_ref()
    }

    /// The item after the change, as DynamoDB holds it: `None` for a removal, and if the stream's view
    /// type leaves it out.
    pub fn new_item(&self) -> Option<&Item> {
        self.new_image.as_ref()
    }

    /// The item before the change, as DynamoDB holds it: `None` for an insertion, and if the stream's
    /// view type leaves it out.
    pub fn old_item(&self) -> Option<&Item> {
        self.old_image.as_ref()
    }

    /// The newest image there is: the item after the change, or else before it.
    pub fn newest_item(&self) -> Option<&Item> {
        self.new_item().or(self.old_item())
    }

    /// The change, with the typed item before and after it.
    ///
    /// Needs the images: of streams with the view type `NEW_AND_OLD_IMAGES`, or where the one image that
    /// the view type has is enough. Else the error is of the kind
    /// [`ImageMissing`](crate::ErrorKind::ImageMissing), and names the view type to set.
    pub fn change<T: DynamoItem>(&self) -> Result<Change<T>> {
        let event = self.event.clone();
        Ok(match self.kind {
            RecordKind::Insert => Change::Inserted {
                new: self.needed(Image::New)?,
                event,
            },
            RecordKind::Modify => Change::Modified {
                old: self.needed(Image::Old)?,
                new: self.needed(Image::New)?,
                event,
            },
            RecordKind::Remove => Change::Removed {
                old: self.needed(Image::Old)?,
                event,
            },
            RecordKind::Expire => Change::Expired {
                old: self.needed(Image::Old)?,
                event,
            },
        })
    }

    /// The change of an item of type `T`, or `None` if the record is of another entity of its table
    /// ([`is_of`](Self::is_of)).
    pub fn change_of<T: DynamoItem>(&self) -> Result<Option<Change<T>>> {
        if self.is_of::<T>() {
            self.change().map(Some)
        } else {
            Ok(None)
        }
    }

    /// The item after the change; `None` for a removal.
    ///
    /// An insertion or modification without the image is an error: the stream's view type is `KEYS_ONLY` or
    /// `OLD_IMAGE`.
    pub fn new_image<T: DynamoItem>(&self) -> Result<Option<T>> {
        if self.kind.is_removal() {
            return Ok(None);
        }
        self.needed(Image::New).map(Some)
    }

    /// The item before the change; `None` for an insertion.
    ///
    /// A modification or removal without the image is an error: the stream's view type is `KEYS_ONLY` or
    /// `NEW_IMAGE`.
    pub fn old_image<T: DynamoItem>(&self) -> Result<Option<T>> {
        if self.kind == RecordKind::Insert {
            return Ok(None);
        }
        self.needed(Image::Old).map(Some)
    }

    /// Whether the item is gone because it had expired: an [`Expire`](RecordKind::Expire), or a
    /// [`Remove`](RecordKind::Remove) of an item whose TTL had passed when it was removed.
    ///
    /// The second is what the first becomes in a replica: in the other Regions of a global table the
    /// delete arrives without the service's mark. It is also what a request is that deletes an item
    /// which had expired and was not swept yet. It needs the old image and the record's
    /// [time](Event::created_at); without either it is false.
    pub fn is_expiry_of<T: DynamoItem>(&self) -> bool {
        match self.kind {
            RecordKind::Expire => true,
            RecordKind::Remove => match (&self.old_image, self.event.moment()) {
                (Some(old), Some(at)) => verb::is_expired(T::SCHEMA, old, at),
                _ => false,
            },
            RecordKind::Insert | RecordKind::Modify => false,
        }
    }

    /// The typed image that this kind of record has.
    fn needed<T: DynamoItem>(&self, image: Image) -> Result<T> {
        let item = match image {
            Image::New => &self.new_image,
            Image::Old => &self.old_image,
        };
        match item {
            Some(item) => decode_item(item),
            None => Err(missing_image(self.kind, image, self.view.as_ref())),
        }
    }

    /// The same record, read from this shard.
    #[cfg(feature = "streams")]
    pub(super) fn in_shard(mut self, shard: &super::Shard) -> Self {
        let event = self.event.with_shard(shard.id());
        self.event = event.with_source_arn(shard.stream_arn());
        self
    }

    pub(super) fn set_images(&mut self, new: Option<Item>, old: Option<Item>) {
        self.new_image = present(new);
        self.old_image = present(old);
    }

    pub(super) fn set_view(&mut self, view: Option<StreamViewType>) {
        self.view = view;
    }
}

/// An item has its key at least, so that an empty image is the spelling of none.
fn present(image: Option<Item>) -> Option<Item> {
    image.filter(|image| !image.is_empty())
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("kind", &self.kind)
            .field("event", &self.event)
            .field("view", &self.view)
            .finish_non_exhaustive()
    }
}
