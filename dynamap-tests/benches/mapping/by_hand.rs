//! The mapping as a careful programmer writes it: maps of the right capacity, texts moved out and
//! never cloned, every type and every missing attribute checked.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::shapes::{Address, Line, Order, Row, Session, Status};

pub(crate) type Map = HashMap<String, AttributeValue>;

/// The attribute that is missing or of another type.
pub(crate) struct Fault(&'static str);

impl fmt::Debug for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` is missing or of another type", self.0)
    }
}

/// What both directions of a mapping by hand come to.
pub(crate) trait ByHand: Sized {
    fn to_map(&self) -> Map;
    fn from_map(map: Map) -> Result<Self, Fault>;
}

pub(crate) fn to_millis(at: OffsetDateTime) -> i64 {
    at.unix_timestamp() * 1000 + i64::from(at.millisecond())
}

pub(crate) fn of_millis(millis: i64) -> Result<OffsetDateTime, time::error::ComponentRange> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(millis) * 1_000_000)
}

fn string(map: &mut Map, name: &'static str) -> Result<String, Fault> {
    match map.remove(name) {
        Some(AttributeValue::S(text)) => Ok(text),
        _ => Err(Fault(name)),
    }
}

fn number<T: std::str::FromStr>(map: &mut Map, name: &'static str) -> Result<T, Fault> {
    match map.remove(name) {
        Some(AttributeValue::N(text)) => text.parse().map_err(|_| Fault(name)),
        _ => Err(Fault(name)),
    }
}

fn boolean(map: &mut Map, name: &'static str) -> Result<bool, Fault> {
    match map.remove(name) {
        Some(AttributeValue::Bool(value)) => Ok(value),
        _ => Err(Fault(name)),
    }
}

fn millis(map: &mut Map, name: &'static str) -> Result<OffsetDateTime, Fault> {
    of_millis(number(map, name)?).map_err(|_| Fault(name))
}

fn seconds(map: &mut Map, name: &'static str) -> Result<OffsetDateTime, Fault> {
    OffsetDateTime::from_unix_timestamp(number(map, name)?).map_err(|_| Fault(name))
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

fn digits(value: impl ToString) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

impl ByHand for Session {
    fn to_map(&self) -> Map {
        let mut map = Map::with_capacity(6);
        map.insert("token".into(), text(&self.token));
        map.insert("user_id".into(), text(&self.user_id));
        map.insert("created_at".into(), digits(to_millis(self.created_at)));
        map.insert("address".into(), text(&self.address));
        map.insert("requests".into(), digits(self.requests));
        map.insert(
            "expires_at".into(),
            digits(self.expires_at.unix_timestamp()),
        );
        map
    }

    fn from_map(mut map: Map) -> Result<Self, Fault> {
        Ok(Self {
            token: string(&mut map, "token")?,
            user_id: string(&mut map, "user_id")?,
            created_at: millis(&mut map, "created_at")?,
            address: string(&mut map, "address")?,
            requests: number(&mut map, "requests")?,
            expires_at: seconds(&mut map, "expires_at")?,
        })
    }
}

impl ByHand for Row {
    fn to_map(&self) -> Map {
        let mut map = Map::with_capacity(7);
        map.insert("pk".into(), text(&self.pk));
        map.insert("sk".into(), text(&self.sk));
        map.insert("kind".into(), text(&self.kind));
        map.insert("owner".into(), text(&self.owner));
        map.insert("amount".into(), digits(self.amount));
        map.insert("open".into(), AttributeValue::Bool(self.open));
        map.insert("at".into(), digits(to_millis(self.at)));
        map
    }

    fn from_map(mut map: Map) -> Result<Self, Fault> {
        Ok(Self {
            pk: string(&mut map, "pk")?,
            sk: string(&mut map, "sk")?,
            kind: string(&mut map, "kind")?,
            owner: string(&mut map, "owner")?,
            amount: number(&mut map, "amount")?,
            open: boolean(&mut map, "open")?,
            at: millis(&mut map, "at")?,
        })
    }
}

impl ByHand for Address {
    fn to_map(&self) -> Map {
        let mut map = Map::with_capacity(4);
        map.insert("name".into(), text(&self.name));
        map.insert("street".into(), text(&self.street));
        map.insert("city".into(), text(&self.city));
        map.insert("postal_code".into(), text(&self.postal_code));
        map
    }

    fn from_map(mut map: Map) -> Result<Self, Fault> {
        Ok(Self {
            name: string(&mut map, "name")?,
            street: string(&mut map, "street")?,
            city: string(&mut map, "city")?,
            postal_code: string(&mut map, "postal_code")?,
        })
    }
}

impl ByHand for Line {
    fn to_map(&self) -> Map {
        let mut map = Map::with_capacity(3);
        map.insert("sku".into(), text(&self.sku));
        map.insert("quantity".into(), digits(self.quantity));
        map.insert("cents".into(), digits(self.cents));
        map
    }

    fn from_map(mut map: Map) -> Result<Self, Fault> {
        Ok(Self {
            sku: string(&mut map, "sku")?,
            quantity: number(&mut map, "quantity")?,
            cents: number(&mut map, "cents")?,
        })
    }
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Paid => "Paid",
            Self::Shipped => "Shipped",
        }
    }

    fn of_name(name: &str) -> Result<Self, Fault> {
        match name {
            "Pending" => Ok(Self::Pending),
            "Paid" => Ok(Self::Paid),
            "Shipped" => Ok(Self::Shipped),
            _ => Err(Fault("status")),
        }
    }
}

impl ByHand for Order {
    fn to_map(&self) -> Map {
        let mut map = Map::with_capacity(14);
        map.insert("customer".into(), text(&self.customer));
        map.insert("number".into(), digits(self.number));
        map.insert("created_at".into(), digits(to_millis(self.created_at)));
        let updated_at = self.updated_at.format(&Rfc3339).unwrap_or_default();
        map.insert("updated_at".into(), AttributeValue::S(updated_at));
        map.insert("status".into(), text(self.status.name()));
        map.insert("version".into(), digits(self.version));
        map.insert("currency".into(), text(&self.currency));
        map.insert("rate".into(), digits(self.rate));
        map.insert("paid".into(), AttributeValue::Bool(self.paid));
        if let Some(note) = &self.note {
            map.insert("note".into(), text(note));
        }
        map.insert("ship_to".into(), AttributeValue::M(self.ship_to.to_map()));
        let lines = self.lines.iter();
        let lines = lines.map(|line| AttributeValue::M(line.to_map())).collect();
        map.insert("lines".into(), AttributeValue::L(lines));
        let tags = self.tags.iter().cloned().collect();
        map.insert("tags".into(), AttributeValue::Ss(tags));
        map.insert(
            "expires_at".into(),
            digits(self.expires_at.unix_timestamp()),
        );
        map
    }

    fn from_map(mut map: Map) -> Result<Self, Fault> {
        Ok(Self {
            customer: string(&mut map, "customer")?,
            number: number(&mut map, "number")?,
            created_at: millis(&mut map, "created_at")?,
            updated_at: OffsetDateTime::parse(&string(&mut map, "updated_at")?, &Rfc3339)
                .map_err(|_| Fault("updated_at"))?,
            status: Status::of_name(&string(&mut map, "status")?)?,
            version: number(&mut map, "version")?,
            currency: string(&mut map, "currency")?,
            rate: number(&mut map, "rate")?,
            paid: boolean(&mut map, "paid")?,
            note: match map.remove("note") {
                None => None,
                Some(AttributeValue::S(note)) => Some(note),
                Some(_) => return Err(Fault("note")),
            },
            ship_to: match map.remove("ship_to") {
                Some(AttributeValue::M(address)) => Address::from_map(address)?,
                _ => return Err(Fault("ship_to")),
            },
            lines: match map.remove("lines") {
                Some(AttributeValue::L(lines)) => {
                    lines.into_iter().map(line).collect::<Result<_, _>>()?
                }
                _ => return Err(Fault("lines")),
            },
            tags: match map.remove("tags") {
                Some(AttributeValue::Ss(tags)) => tags.into_iter().collect::<BTreeSet<_>>(),
                _ => return Err(Fault("tags")),
            },
            expires_at: seconds(&mut map, "expires_at")?,
        })
    }
}

fn line(value: AttributeValue) -> Result<Line, Fault> {
    match value {
        AttributeValue::M(line) => Line::from_map(line),
        _ => Err(Fault("lines")),
    }
}
