//! One write request: its parts, and how they become the SDK's.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::RequestId;
use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConsumedCapacity, ReturnConsumedCapacity, ReturnValue,
    ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update,
};

use aws_smithy_runtime_api::client::interceptors::SharedInterceptor;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::retries::classifiers::SharedRetryClassifier;

use super::attempt::{Attempts, SentOnce};
use super::service_error::{Failure, OperationError};
use crate::expression::{Node, Placeholders, Updates};
use crate::item::Item;
use crate::{Error, Result};

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
        item: Item,
    },
    Update {
        key: Item,
        expression: Option<String>,
    },
    Delete {
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
    pub(crate) fn put(table: &str, item: Item, condition: Option<&Node>) -> Result<Self> {
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
        }
    }

    pub(crate) fn to_put(&self, client: &Client) -> PutItemFluentBuilder {
        let item = match &self.action {
            WriteAction::Put { item } => item.clone(),
            WriteAction::Update { .. } | WriteAction::Delete { .. } => Item::new(),
        };
        client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item))
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names.clone())
            .set_expression_attribute_values(self.values.clone())
            .set_return_values(self.returned())
            .set_return_values_on_condition_check_failure(self.on_failure())
            .set_return_consumed_capacity(self.capacity())
    }

    pub(crate) fn to_update(&self, client: &Client) -> UpdateItemFluentBuilder {
        let (key, expression) = self.update_parts();
        client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key))
            .set_update_expression(expression)
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names.clone())
            .set_expression_attribute_values(self.values.clone())
            .set_return_values(self.returned())
            .set_return_values_on_condition_check_failure(self.on_failure())
            .set_return_consumed_capacity(self.capacity())
    }

    pub(crate) fn to_delete(&self, client: &Client) -> DeleteItemFluentBuilder {
        let key = match &self.action {
            WriteAction::Delete { key } => key.clone(),
            WriteAction::Put { .. } | WriteAction::Update { .. } => Item::new(),
        };
        client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(key))
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names.clone())
            .set_expression_attribute_values(self.values.clone())
            .set_return_values(self.returned())
            .set_return_values_on_condition_check_failure(self.on_failure())
            .set_return_consumed_capacity(self.capacity())
    }

    fn to_transaction(
        &self,
        client: &Client,
        token: &str,
    ) -> Result<TransactWriteItemsFluentBuilder> {
        let (key, expression) = self.update_parts();
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key))
            .set_update_expression(expression)
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names.clone())
            .set_expression_attribute_values(self.values.clone())
            .set_return_values_on_condition_check_failure(self.on_failure())
            .build()
            .map_err(|error| {
                Error::new(
                    crate::ErrorKind::InvalidRequest,
                    "the update has no expression",
                )
                .with_source(error)
            })?;
        Ok(client
            .transact_write_items()
            .client_request_token(token)
            .set_return_consumed_capacity(self.capacity())
            .transact_items(TransactWriteItem::builder().update(update).build()))
    }

    fn update_parts(&self) -> (Item, Option<String>) {
        match &self.action {
            WriteAction::Update { key, expression } => (key.clone(), expression.clone()),
            WriteAction::Put { .. } | WriteAction::Delete { .. } => (Item::new(), None),
        }
    }

    /// Sends the request once, within the SDK's own retry loop.
    pub(crate) async fn send(
        &self,
        client: &Client,
        config: Option<ConfigBuilder>,
        attempts: &Attempts,
    ) -> std::result::Result<Reply, Failure> {
        let mut config = config.unwrap_or_default();
        config.push_interceptor(SharedInterceptor::new(attempts.clone()));
        if self.sent_once {
            config.push_retry_classifier(SharedRetryClassifier::new(SentOnce));
        }
        match (&self.token, &self.action) {
            (Some(token), _) => {
                let builder = self.to_transaction(client, token).map_err(Failure::Other)?;
                let reply = sent(builder.customize().config_override(config).send().await)?;
                Ok(Reply {
                    attributes: None,
                    request_id: reply.request_id().map(str::to_owned),
                    consumed_capacity: reply
                        .consumed_capacity
                        .and_then(|all| all.into_iter().next()),
                })
            }
            (None, WriteAction::Put { .. }) => {
                let builder = self.to_put(client);
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
            (None, WriteAction::Delete { .. }) => {
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
