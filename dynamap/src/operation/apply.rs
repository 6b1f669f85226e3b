//! An update carried out on an item in memory, where there is nothing for DynamoDB to update.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::expression::{Action, Path, Updates};
use crate::item::Item;
use crate::value::{Number, value_eq};
use crate::{Error, ErrorKind, Result};

/// Carries out what DynamoDB would do on an item with these attributes, which is only being inserted.
pub(crate) fn apply(updates: &Updates, item: &mut Item) -> Result<()> {
    for (path, action) in updates.actions() {
        if path.is_nested() {
            return Err(Error::new(
                ErrorKind::InvalidRequest,
                "an update that may insert cannot change a part of an attribute: write the whole attribute",
            )
            .on_attribute(path.to_string()));
        }
        if let Action::Copy { .. } = action {
            return Err(needs_item(path));
        }
        let current = item.remove(path.root());
        if let Some(value) = carried_out(path, action, current)? {
            item.insert(path.root().to_owned(), value);
        }
    }
    Ok(())
}

/// A stored item as the update leaves it, but for parts of attributes; `None` if the update does not fit it.
pub(super) fn applied(updates: &Updates, stored: &Item) -> Option<Item> {
    let mut item = stored.clone();
    for (path, action) in updates.actions() {
        if path.is_nested() {
            continue;
        }
        let current = item.remove(path.root());
        let value = match action {
            Action::Copy { from, or } => {
                let mut from = from.iter();
                let first = from.find_map(|path| path.find(stored, &[]));
                first.or(or.as_ref()).cloned()
            }
            action => carried_out(path, action, current).ok()?,
        };
        if let Some(value) = value {
            item.insert(path.root().to_owned(), value);
        }
    }
    Some(item)
}

/// What an action leaves of an attribute.
fn carried_out(
    path: &Path,
    action: &Action,
    current: Option<AttributeValue>,
) -> Result<Option<AttributeValue>> {
    let unfit = || refused(path);
    let value = match action {
        Action::Set(value) => value.clone(),
        Action::SetIfAbsent(value) => current.unwrap_or_else(|| value.clone()),
        Action::Copy { .. } => return Err(needs_item(path)),
        Action::Remove => return Ok(None),
        Action::Add { amount, initial } => {
            let current = current.as_ref().unwrap_or(initial);
            sum(current, amount, Number::checked_add).ok_or_else(unfit)?
        }
        Action::Subtract { amount, initial } => {
            let current = current.as_ref().unwrap_or(initial);
            sum(current, amount, Number::checked_sub).ok_or_else(unfit)?
        }
        Action::Append { items, initial } => {
            joined(current.as_ref().unwrap_or(initial), items).ok_or_else(unfit)?
        }
        Action::Prepend { items, initial } => {
            joined(items, current.as_ref().unwrap_or(initial)).ok_or_else(unfit)?
        }
        Action::Insert(members) => match current {
            Some(current) => union(current, members).ok_or_else(unfit)?,
            None => members.clone(),
        },
        Action::Delete(members) => {
            return Ok(current.and_then(|current| difference(current, members)));
        }
    };
    Ok(Some(value))
}

/// There is no attribute to set another from where the item is only being inserted.
fn needs_item(path: &Path) -> Error {
    Error::new(
        ErrorKind::InvalidRequest,
        "`set_from` needs an item that is there, and this update may insert one: `set` the value, or leave out `or_insert`",
    )
    .on_attribute(path.to_string())
}

fn refused(path: &Path) -> Error {
    Error::new(
        ErrorKind::InvalidRequest,
        "the update does not fit the attribute of the item to insert: its type is another, or the result leaves DynamoDB's range",
    )
    .on_attribute(path.to_string())
}

fn sum(
    a: &AttributeValue,
    b: &AttributeValue,
    operation: fn(Number, Number) -> Option<Number>,
) -> Option<AttributeValue> {
    let (AttributeValue::N(a), AttributeValue::N(b)) = (a, b) else {
        return None;
    };
    let number = operation(a.parse().ok()?, b.parse().ok()?)?;
    Some(AttributeValue::N(number.to_string()))
}

fn joined(a: &AttributeValue, b: &AttributeValue) -> Option<AttributeValue> {
    let (AttributeValue::L(a), AttributeValue::L(b)) = (a, b) else {
        return None;
    };
    Some(AttributeValue::L(a.iter().chain(b).cloned().collect()))
}

fn union(set: AttributeValue, members: &AttributeValue) -> Option<AttributeValue> {
    Some(match (set, members) {
        (AttributeValue::Ss(mut set), AttributeValue::Ss(members)) => {
            set.extend(
                members
                    .iter()
                    .filter(|member| !set.contains(member))
                    .cloned()
                    .collect::<Vec<_>>(),
            );
            AttributeValue::Ss(set)
        }
        (AttributeValue::Ns(mut set), AttributeValue::Ns(members)) => {
            set.extend(
                members
                    .iter()
                    .filter(|member| !holds(&set, member))
                    .cloned()
                    .collect::<Vec<_>>(),
            );
            AttributeValue::Ns(set)
        }
        (AttributeValue::Bs(mut set), AttributeValue::Bs(members)) => {
            set.extend(
                members
                    .iter()
                    .filter(|member| !set.contains(member))
                    .cloned()
                    .collect::<Vec<_>>(),
            );
            AttributeValue::Bs(set)
        }
        _ => return None,
    })
}

fn difference(set: AttributeValue, members: &AttributeValue) -> Option<AttributeValue> {
    match (set, members) {
        (AttributeValue::Ss(mut set), AttributeValue::Ss(members)) => {
            set.retain(|member| !members.contains(member));
            (!set.is_empty()).then_some(AttributeValue::Ss(set))
        }
        (AttributeValue::Ns(mut set), AttributeValue::Ns(members)) => {
            set.retain(|member| !holds(members, member));
            (!set.is_empty()).then_some(AttributeValue::Ns(set))
        }
        (AttributeValue::Bs(mut set), AttributeValue::Bs(members)) => {
            set.retain(|member| !members.contains(member));
            (!set.is_empty()).then_some(AttributeValue::Bs(set))
        }
        (set, _) => Some(set),
    }
}

/// Number members are equal by value.
fn holds(set: &[String], member: &str) -> bool {
    let member = AttributeValue::N(member.to_owned());
    set.iter()
        .any(|other| value_eq(&AttributeValue::N(other.clone()), &member))
}
