//! One write request: its parts, and how they become the SDK's.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::error::{BuildError, SdkError};
use aws_sdk_dynamodb::operation::RequestId;
use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, ConsumedCapacity, Delete, Put, ReturnConsumedCapacity,
    ReturnValue, ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update,
};

use aws_smithy_runtime_api::client::interceptors::SharedInterceptor;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::retries::classifiers::SharedRetryClassifier;

use super::attempt::{Attempts, SentOnce};
use super::service_error::{Failure, OperationError};
use super::written_body::WrittenBody;
use crate::expression::{Node, Placeholders, Updates};
use crate::item::{Item, ItemText};
use crate::value::{json_bytes, write_string};
use crate::{Error, ErrorKind, Result};

/// The parts of one PutItem, UpdateItem or DeleteItem. Sending it again sends the same.
#[derive(Clone)]
pub(crate) struct WriteRequest {
    pub(crate) table: String,
    pub(crate) action: WriteAction,
    pub(crate) condition: Option<String>,
    pub(crate) names: Option<HashMap<String, String>>,
    pub(crate) values: Option<HashMap<String, AttributeValue>>,
    pub(crate) return_previous: bool,
    pub(crate) return_capacity: bool,
    /// Sent as a one-step transaction with this token.
    pub(crate) token: Option<String>,
    /// Whether an attempt of unknown outcome must not be repeated.
    pub(crate) sent_once: bool,
}

#[derive(Clone)]
pub(crate) enum WriteAction {
    Put {
        item: ItemText,
    },
    Update {
        key: Item,
        expression: Option<String>,
    },
    Delete {
        key: Item,
    },
    /// No write: a condition in a transaction.
    Check {
        key: Item,
    },
}

/// What the service answered.
pub(crate) struct Reply {
    pub(crate) attributes: Option<Item>,
    pub(crate) consumed_capacity: Option<ConsumedCapacity>,
    pub(crate) request_id: Option<String>,
}

impl WriteRequest {
    pub(crate) fn put(table: &str, item: ItemText, condition: Option<&Node>) -> Result<Self> {
        Self::new(
            table,
            WriteAction::Put { item },
            condition,
            Placeholders::new(),
        )
    }

    pub(crate) fn delete(table: &str, key: Item, condition: Option<&Node>) -> Result<Self> {
        Self::new(
            table,
            WriteAction::Delete { key },
            condition,
            Placeholders::new(),
        )
    }

    pub(crate) fn update(
        table: &str,
        key: Item,
        updates: &Updates,
        condition: Option<&Node>,
    ) -> Result<Self> {
        updates.check()?;
        let mut placeholders = Placeholders::new();
        let expression = updates.to_text(&mut placeholders);
        Self::new(
            table,
            WriteAction::Update { key, expression },
            condition,
            placeholders,
        )
    }

    pub(crate) fn check(table: &str, key: Item, condition: &Node) -> Result<Self> {
        Self::new(
            table,
            WriteAction::Check { key },
            Some(condition),
            Placeholders::new(),
        )
    }

    /// The key; a put has it within its item.
    fn key(&self) -> Option<&Item> {
        match &self.action {
            WriteAction::Put { .. } => None,
            WriteAction::Update { key, .. }
            | WriteAction::Delete { key }
            | WriteAction::Check { key } => Some(key),
        }
    }

    /// About how many bytes the item or key and the values take, at least as many as they do.
    pub(crate) fn bytes(&self) -> usize {
        let values = self.values.as_ref().map_or(0, json_bytes);
        values
            + match &self.action {
                WriteAction::Put { item } => item.as_str().len(),
                WriteAction::Update { key, .. }
                | WriteAction::Delete { key }
                | WriteAction::Check { key } => json_bytes(key),
            }
    }

    fn new(
        table: &str,
        action: WriteAction,
        condition: Option<&Node>,
        mut placeholders: Placeholders,
    ) -> Result<Self> {
        let condition = condition
            .map(|node| node.to_text(&mut placeholders))
            .transpose()?;
        Ok(Self {
            table: table.to_owned(),
            action,
            condition,
            names: placeholders.take_names(),
            values: placeholders.take_values(),
            return_previous: false,
            return_capacity: false,
            token: None,
            sent_once: false,
        })
    }

    /// DynamoDB's name of the operation.
    pub(crate) fn operation(&self) -> &'static str {
        match &self.action {
            _ if self.token.is_some() => "TransactWriteItems",
            WriteAction::Put { .. } => "PutItem",
            WriteAction::Update { .. } => "UpdateItem",
            WriteAction::Delete { .. } => "DeleteItem",
            WriteAction::Check { .. } => "ConditionCheck",
        }
    }

    /// Whether the service can refuse it.
    fn on_failure(&self) -> Option<ReturnValuesOnConditionCheckFailure> {
        self.condition
            .is_some()
            .then_some(ReturnValuesOnConditionCheckFailure::AllOld)
    }

    fn capacity(&self) -> Option<ReturnConsumedCapacity> {
        self.return_capacity
            .then_some(ReturnConsumedCapacity::Total)
    }

    fn returned(&self) -> Option<ReturnValue> {
        match &self.action {
            WriteAction::Put { .. } => self.return_previous.then_some(ReturnValue::AllOld),
            WriteAction::Update { .. } => Some(ReturnValue::AllNew),
            WriteAction::Delete { .. } => Some(ReturnValue::AllOld),
            WriteAction::Check { .. } => None,
        }
    }

    /// The request of a put in full.
    pub(crate) fn to_put(&self, client: &Client) -> Result<PutItemFluentBuilder> {
        let item = match &self.action {
            WriteAction::Put { item } => Some(item.to_item()?),
            _ => None,
        };
        Ok(self.put_without_item(client).set_item(item))
    }

    fn put_without_item(&self, client: &Client) -> PutItemFluentBuilder {
        client
            .put_item()
            .table_name(&self.table)
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names.clone())
            .set_expression_attribute_values(self.values.clone())
            .set_return_values(self.returned())
            .set_return_values_on_condition_check_failure(self.on_failure())
            .set_return_consumed_capacity(self.capacity())
    }

    pub(crate) fn to_update(&self, client: &Client) -> UpdateItemFluentBuilder {
        client
            .update_item()
            .table_name(&self.table)
            .set_key(self.key().cloned())
            .set_update_expression(self.update_expression())
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names.clone())
            .set_expression_attribute_values(self.values.clone())
            .set_return_values(self.returned())
            .set_return_values_on_condition_check_failure(self.on_failure())
            .set_return_consumed_capacity(self.capacity())
    }

    pub(crate) fn to_delete(&self, client: &Client) -> DeleteItemFluentBuilder {
        client
            .delete_item()
            .table_name(&self.table)
            .set_key(self.key().cloned())
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names.clone())
            .set_expression_attribute_values(self.values.clone())
            .set_return_values(self.returned())
            .set_return_values_on_condition_check_failure(self.on_failure())
            .set_return_consumed_capacity(self.capacity())
    }

    fn update_expression(&self) -> Option<String> {
        match &self.action {
            WriteAction::Update { expression, .. } => expression.clone(),
            WriteAction::Put { .. } | WriteAction::Delete { .. } | WriteAction::Check { .. } => {
                None
            }
        }
    }

    /// The request as a step of a transaction.
    pub(crate) fn to_transact_item(&self) -> Result<TransactWriteItem> {
        let step = TransactWriteItem::builder();
        Ok(match &self.action {
            WriteAction::Put { item } => {
                let put = Put::builder()
                    .table_name(&self.table)
                    .set_item(Some(item.to_item()?))
                    .set_condition_expression(self.condition.clone())
                    .set_expression_attribute_names(self.names.clone())
                    .set_expression_attribute_values(self.values.clone())
                    .set_return_values_on_condition_check_failure(self.on_failure());
                step.put(put.build().map_err(not_requested)?).build()
            }
            WriteAction::Update {
                key,
                expression: Some(expression),
            } => {
                let update = Update::builder()
                    .table_name(&self.table)
                    .set_key(Some(key.clone()))
                    .update_expression(expression)
                    .set_condition_expression(self.condition.clone())
                    .set_expression_attribute_names(self.names.clone())
                    .set_expression_attribute_values(self.values.clone())
                    .set_return_values_on_condition_check_failure(self.on_failure());
                step.update(update.build().map_err(not_requested)?).build()
            }
            WriteAction::Delete { key } => {
                let delete = Delete::builder()
                    .table_name(&self.table)
                    .set_key(Some(key.clone()))
                    .set_condition_expression(self.condition.clone())
                    .set_expression_attribute_names(self.names.clone())
                    .set_expression_attribute_values(self.values.clone())
                    .set_return_values_on_condition_check_failure(self.on_failure());
                step.delete(delete.build().map_err(not_requested)?).build()
            }
            // A touch that sets nothing is its condition.
            WriteAction::Check { key }
            | WriteAction::Update {
                key,
                expression: None,
            } => {
                let check = ConditionCheck::builder()
                    .table_name(&self.table)
                    .set_key(Some(key.clone()))
                    .set_condition_expression(self.condition.clone())
                    .set_expression_attribute_names(self.names.clone())
                    .set_expression_attribute_values(self.values.clone())
                    .set_return_values_on_condition_check_failure(self.on_failure());
                step.condition_check(check.build().map_err(not_requested)?)
                    .build()
            }
        })
    }

    /// The kind of a step of a transaction.
    fn step(&self) -> &'static str {
        match &self.action {
            WriteAction::Put { .. } => "Put",
            WriteAction::Update {
                expression: Some(_),
                ..
            } => "Update",
            WriteAction::Delete { .. } => "Delete",
            // A touch that sets nothing is its condition.
            WriteAction::Check { .. } | WriteAction::Update { .. } => "ConditionCheck",
        }
    }

    /// The request as a step of a transaction, as it stands in the body.
    pub(crate) fn write_step(&self, body: &mut String) -> Result<()> {
        member(body, "{", self.step());
        member(body, ":{\"TableName\":", &self.table);
        if let WriteAction::Update {
            expression: Some(expression),
            ..
        } = &self.action
        {
            member(body, ",\"UpdateExpression\":", expression);
        }
        if let Some(condition) = &self.condition {
            member(body, ",\"ConditionExpression\":", condition);
        }
        if let Some(returned) = self.on_failure() {
            let name = ",\"ReturnValuesOnConditionCheckFailure\":";
            member(body, name, returned.as_str());
        }
        if let Some(names) = &self.names {
            body.push_str(",\"ExpressionAttributeNames\":{");
            for (index, (placeholder, name)) in names.iter().enumerate() {
                member(body, if index > 0 { "," } else { "" }, placeholder);
                member(body, ":", name);
            }
            body.push('}');
        }
        if let Some(values) = &self.values {
            body.push_str(",\"ExpressionAttributeValues\":");
            body.push_str(ItemText::of(values)?.as_str());
        }
        match &self.action {
            WriteAction::Put { item } => {
                body.push_str(",\"Item\":");
                body.push_str(item.as_str());
            }
            WriteAction::Update { key, .. }
            | WriteAction::Delete { key }
            | WriteAction::Check { key } => {
                body.push_str(",\"Key\":");
                body.push_str(ItemText::of(key)?.as_str());
            }
        }
        body.push_str("}}");
        Ok(())
    }

    /// A step that has the table alone: by it the SDK finds the endpoint. DynamoDB would refuse it.
    pub(crate) fn to_table_step(&self) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(Item::new()));
        Ok(TransactWriteItem::builder()
            .put(put.build().map_err(not_requested)?)
            .build())
    }

    /// Sends the request once, within the SDK's own retry loop; `own_config` is the caller's, and `config`
    /// that with what dynamap adds.
    pub(crate) async fn send(
        &self,
        client: &Client,
        own_config: Option<&ConfigBuilder>,
        config: Option<ConfigBuilder>,
        attempts: &Attempts,
    ) -> std::result::Result<Reply, Failure> {
        let mut config = config.unwrap_or_default();
        config.push_interceptor(SharedInterceptor::permanent(attempts.clone()));
        if self.sent_once {
            config.push_retry_classifier(SharedRetryClassifier::new(SentOnce));
        }
        match (&self.token, &self.action) {
            (Some(token), _) => {
                let step = self.to_transact_item().map_err(Failure::Other)?;
                let builder = client
                    .transact_write_items()
                    .client_request_token(token)
                    .set_return_consumed_capacity(self.capacity())
                    .transact_items(step);
                let reply = sent(builder.customize().config_override(config).send().await)?;
                Ok(Reply {
                    attributes: None,
                    request_id: reply.request_id().map(str::to_owned),
                    consumed_capacity: reply
                        .consumed_capacity
                        .and_then(|all| all.into_iter().next()),
                })
            }
            (None, WriteAction::Put { item }) => {
                let builder = if WrittenBody::may_be_used(client, own_config) {
                    WrittenBody::of_put(item).install(&mut config);
                    self.put_without_item(client)
                } else {
                    self.to_put(client).map_err(Failure::Other)?
                };
                let reply = sent(builder.customize().config_override(config).send().await)?;
                Ok(Reply {
                    request_id: reply.request_id().map(str::to_owned),
                    attributes: reply.attributes,
                    consumed_capacity: reply.consumed_capacity,
                })
            }
            (None, WriteAction::Update { .. }) => {
                let builder = self.to_update(client);
                let reply = sent(builder.customize().config_override(config).send().await)?;
                Ok(Reply {
                    request_id: reply.request_id().map(str::to_owned),
                    attributes: reply.attributes,
                    consumed_capacity: reply.consumed_capacity,
                })
            }
            (None, WriteAction::Delete { .. } | WriteAction::Check { .. }) => {
                let builder = self.to_delete(client);
                let reply = sent(builder.customize().config_override(config).send().await)?;
                Ok(Reply {
                    request_id: reply.request_id().map(str::to_owned),
                    attributes: reply.attributes,
                    consumed_capacity: reply.consumed_capacity,
                })
            }
        }
    }
}

fn not_requested(error: BuildError) -> Error {
    Error::new(ErrorKind::InvalidRequest, "the step cannot be requested").with_source(error)
}

/// Writes a name as it stands, and a text as a JSON string.
fn member(body: &mut String, name: &str, text: &str) {
    body.push_str(name);
    write_string(text, body);
}

/// The header that has the service's request id.
const REQUEST_ID: &str = "x-amzn-requestid";

fn sent<O, E: OperationError>(
    result: std::result::Result<O, SdkError<E, HttpResponse>>,
) -> std::result::Result<O, Failure> {
    result.map_err(|error| {
        let applied = is_accepted(&error);
        match Failure::from_sdk(error) {
            Failure::Other(error) if applied => Failure::Other(error.applied()),
            failure => failure,
        }
    })
}

/// Whether DynamoDB itself, which gives every answer an id, accepted the request.
fn is_accepted<E>(error: &SdkError<E, HttpResponse>) -> bool {
    error.raw_response().is_some_and(|response| {
        response.status().is_success() && response.headers().get(REQUEST_ID).is_some()
    })
}

/// A fresh ClientRequestToken: DynamoDB takes up to 36 characters.
///
/// A token that two transactions share would make one of them vanish, so it hangs on the 128 random
/// bits that the operating system gives each thread, and not only on a generator's 64-bit seed.
pub(crate) fn new_token() -> String {
    let random = fastrand::u128(..);
    let keyed = RandomState::new();
    format!(
        "{:016x}{:016x}",
        keyed.hash_one((random, 0_u8)),
        keyed.hash_one((random, 1_u8))
    )
}
