//! `UpdateTimeToLive` as the service does it: it refuses what is already so.

use std::sync::Mutex;

use dynoxide::actions::describe_time_to_live::DescribeTimeToLiveRequest;
use dynoxide::actions::update_time_to_live::{UpdateTimeToLiveRequest, UpdateTimeToLiveResponse};
use dynoxide::{Database, DynoxideError};

/// Changes the setting, or fails with one of the service's three errors. `turn` is held from the
/// look to the change, so that of two equal requests at once one fails.
pub(crate) fn update(
    database: &Database,
    turn: &Mutex<()>,
    request: UpdateTimeToLiveRequest,
) -> dynoxide::Result<UpdateTimeToLiveResponse> {
    let wanted = &request.time_to_live_specification;
    // An empty name is refused before the table is looked up.
    if wanted.attribute_name.is_empty() {
        return database.update_time_to_live(request);
    }
    let _turn = turn
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let described = database.describe_time_to_live(DescribeTimeToLiveRequest {
        table_name: request.table_name.clone(),
    })?;
    let current = described.time_to_live_description.attribute_name;
    let refused = match (&current, wanted.enabled) {
        (Some(current), _) if *current != wanted.attribute_name => Some(format!(
            "TimeToLive is active on a different AttributeName: current AttributeName is {current}"
        )),
        (Some(_), true) => Some("TimeToLive is already enabled".to_owned()),
        (None, false) => Some("TimeToLive is already disabled".to_owned()),
        (Some(_), false) | (None, true) => None,
    };
    match refused {
        Some(message) => Err(DynoxideError::ValidationException(message)),
        None => database.update_time_to_live(request),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const THREADS: usize = 8;
    const ROUNDS: usize = 100;

    fn request(enabled: bool) -> UpdateTimeToLiveRequest {
        let body = format!(
            r#"{{"TableName":"sessions","TimeToLiveSpecification":{{"AttributeName":"at","Enabled":{enabled}}}}}"#
        );
        serde_json::from_str(&body).unwrap()
    }

    #[test]
    fn of_many_who_enable_at_once_one_succeeds() {
        let database = Database::memory().unwrap();
        let table = r#"{"TableName":"sessions","BillingMode":"PAY_PER_REQUEST",
            "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}]}"#;
        database
            .create_table(serde_json::from_str(table).unwrap())
            .unwrap();
        let turn = Mutex::new(());
        for round in 0..ROUNDS {
            let start = Barrier::new(THREADS);
            let successes = AtomicUsize::new(0);
            std::thread::scope(|threads| {
                for _ in 0..THREADS {
                    threads.spawn(|| {
                        start.wait();
                        if update(&database, &turn, request(true)).is_ok() {
                            successes.fetch_add(1, Ordering::Relaxed);
                        }
                    });
                }
            });
            assert_eq!(successes.into_inner(), 1, "round {round}");
            update(&database, &turn, request(false)).unwrap();
        }
    }
}
