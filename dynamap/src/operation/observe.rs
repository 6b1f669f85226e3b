//! What watches a request on its way: it counts for the operation's span and for the capacity totals.

use std::fmt;

use aws_sdk_dynamodb::config::Builder as ConfigBuilder;
use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, BatchGetItemOutput};
use aws_sdk_dynamodb::operation::batch_write_item::{BatchWriteItemInput, BatchWriteItemOutput};
use aws_sdk_dynamodb::operation::delete_item::{DeleteItemInput, DeleteItemOutput};
use aws_sdk_dynamodb::operation::get_item::{GetItemInput, GetItemOutput};
use aws_sdk_dynamodb::operation::put_item::{PutItemInput, PutItemOutput};
use aws_sdk_dynamodb::operation::query::{QueryInput, QueryOutput};
use aws_sdk_dynamodb::operation::scan::{ScanInput, ScanOutput};
use aws_sdk_dynamodb::operation::transact_get_items::{
    TransactGetItemsInput, TransactGetItemsOutput,
};
use aws_sdk_dynamodb::operation::transact_write_items::{
    TransactWriteItemsInput, TransactWriteItemsOutput,
};
use aws_sdk_dynamodb::operation::update_item::{UpdateItemInput, UpdateItemOutput};
use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity};
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextMut, BeforeSerializationInterceptorContextRef,
    BeforeTransmitInterceptorContextRef, FinalizerInterceptorContextRef, Input, Output,
};
use aws_smithy_runtime_api::client::interceptors::{
    Intercept, SharedInterceptor, dyn_dispatch_hint,
};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;

use super::batch_tables::bare_name;
use super::trace::Trace;
use crate::capacity::{CapacityTotal, Direction};
use crate::table::Shared;

/// The configuration of a request on these tables with what watches it; as it was if nobody asks for
/// that.
pub(crate) fn observed<'t>(
    mut config: Option<ConfigBuilder>,
    trace: &Trace,
    tables: impl IntoIterator<Item = &'t Shared>,
) -> Option<ConfigBuilder> {
    let mut totals: Vec<(String, CapacityTotal)> = Vec::new();
    for shared in tables {
        if let Some(total) = &shared.total
            && !totals
                .iter()
                .any(|(table, other)| *table == shared.table && other.is_same(total))
        {
            totals.push((shared.table.clone(), total.clone()));
        }
    }
    if trace.is_on() || !totals.is_empty() {
        let observer = Observer {
            trace: trace.clone(),
            totals,
        };
        config
            .get_or_insert_default()
            .push_interceptor(SharedInterceptor::permanent(observer));
    }
    config
}

struct Observer {
    trace: Trace,
    /// The totals of the request's tables.
    totals: Vec<(String, CapacityTotal)>,
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer").finish_non_exhaustive()
    }
}

#[dyn_dispatch_hint]
impl Intercept for Observer {
    fn name(&self) -> &'static str {
        "DynamapObserver"
    }

    fn read_before_execution(
        &self,
        _context: &BeforeSerializationInterceptorContextRef<'_>,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.trace.request();
        Ok(())
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if !self.totals.is_empty() {
            ask_for_capacity(context.input_mut());
        }
        Ok(())
    }

    fn read_before_attempt(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.trace.attempt();
        Ok(())
    }

    fn read_after_execution(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(Ok(output)) = context.output_or_error() {
            if let Some(rows) = scanned(output) {
                self.trace.scanned(rows);
            }
            let (direction, consumed) = consumed(output);
            for consumed in consumed {
                if let Some(units) = consumed.capacity_units {
                    self.trace.consumed(units);
                }
                for (table, total) in &self.totals {
                    let is_meant = consumed
                        .table_name()
                        .is_none_or(|name| bare_name(name) == bare_name(table));
                    if is_meant {
                        total.add(table, consumed, direction);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Asks for the capacity of the table and of each index.
fn ask_for_capacity(input: &mut Input) {
    macro_rules! ask {
        ($($input:ty),+) => {$(
            if let Some(input) = input.downcast_mut::<$input>() {
                input.return_consumed_capacity = Some(ReturnConsumedCapacity::Indexes);
                return;
            }
        )+};
    }
    ask!(
        GetItemInput,
        QueryInput,
        ScanInput,
        PutItemInput,
        UpdateItemInput,
        DeleteItemInput,
        BatchGetItemInput,
        BatchWriteItemInput,
        TransactGetItemsInput,
        TransactWriteItemsInput
    );
}

/// What an answer says of the capacity, one entry a table; and what a unit is that does not say
/// whether it was read or written.
fn consumed(output: &Output) -> (Direction, &[ConsumedCapacity]) {
    macro_rules! one {
        ($($output:ty: $direction:ident),+) => {$(
            if let Some(output) = output.downcast_ref::<$output>() {
                return (Direction::$direction, output.consumed_capacity.as_slice());
            }
        )+};
    }
    macro_rules! several {
        ($($output:ty: $direction:ident),+) => {$(
            if let Some(output) = output.downcast_ref::<$output>() {
                return (Direction::$direction, output.consumed_capacity());
            }
        )+};
    }
    one!(
        GetItemOutput: Read,
        QueryOutput: Read,
        ScanOutput: Read,
        PutItemOutput: Write,
        UpdateItemOutput: Write,
        DeleteItemOutput: Write
    );
    several!(
        BatchGetItemOutput: Read,
        BatchWriteItemOutput: Write,
        TransactGetItemsOutput: Read,
        TransactWriteItemsOutput: Write
    );
    (Direction::Read, &[])
}

fn scanned(output: &Output) -> Option<u64> {
    let rows = match output.downcast_ref::<QueryOutput>() {
        Some(output) => output.scanned_count,
        None => output.downcast_ref::<ScanOutput>()?.scanned_count,
    };
    u64::try_from(rows).ok()
}
