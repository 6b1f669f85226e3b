//! Times for serde: the same numbers and the same text as dynamap writes.

macro_rules! epoch {
    ($unit:ident, $from:path, $into:path) => {
        pub(crate) mod $unit {
            use serde::{Deserialize, Deserializer, Serializer, de::Error};
            use time::OffsetDateTime;

            pub(crate) fn serialize<S: Serializer>(
                at: &OffsetDateTime,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.serialize_i64($into(*at))
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<OffsetDateTime, D::Error> {
                $from(i64::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    };
}

epoch!(
    millis,
    super::super::by_hand::of_millis,
    super::super::by_hand::to_millis
);
epoch!(
    seconds,
    OffsetDateTime::from_unix_timestamp,
    OffsetDateTime::unix_timestamp
);

pub(crate) mod iso {
    use std::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serializer, de::Error, ser::Error as _};
    use time::OffsetDateTime;
    use time::format_description::well_known::Rfc3339;

    pub(crate) fn serialize<S: Serializer>(
        at: &OffsetDateTime,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&at.format(&Rfc3339).map_err(S::Error::custom)?)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<OffsetDateTime, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        OffsetDateTime::parse(&text, &Rfc3339).map_err(D::Error::custom)
    }
}
