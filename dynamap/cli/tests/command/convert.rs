use serde_json::{Value, json};

use crate::support::{NOW, Run, lines, run, run_with};

#[test]
fn milliseconds_become_seconds_with_a_warning() {
    let done = run(&format!("ttl convert 1735689600000 --json --now {NOW}"));
    let expected = json!({
        "input": "1735689600000",
        "store": 1_735_689_600,
        "utc": "2025-01-01T00:00:00Z",
        "local": "2025-01-01T01:00:00+01:00",
        "relative": "1 year and 333 days ago",
        "seconds_from_now": -60_350_400,
        "form": "number",
        "unit": "milliseconds",
        "wire_type": null,
        "warnings": [
            {
                "code": "milliseconds",
                "message": "the number counts milliseconds: as seconds it lies tens of thousands \
                            of years ahead, and the item never expires",
            },
            {
                "code": "already_expired",
                "message": "the time has passed: DynamoDB deletes the item, typically within a few days",
            },
        ],
    });
    assert_eq!(done.json(), [expected]);
    assert_eq!((done.status, done.stderr.as_str()), (1, ""));
}

/// Without `--now` too: the present is only what is compared with.
#[test]
fn the_present_is_the_default() {
    let done = run("ttl convert 1735689600000 --json");
    assert_eq!(done.json()[0]["store"], 1_735_689_600);
    assert_eq!(done.json()[0]["utc"], "2025-01-01T00:00:00Z");
    assert_eq!(done.json()[0]["warnings"][0]["code"], "milliseconds");
    assert_eq!(done.status, 1);

    let done = run("ttl convert +7d --json");
    assert_eq!(done.json()[0]["seconds_from_now"], 604_800);
    assert_eq!(done.json()[0]["warnings"], json!([]));
    assert_eq!(done.status, 0);
}

#[test]
fn a_sound_value_is_fine() {
    let done = run(&format!(
        "ttl convert 2026-12-07T13:00:00+01:00 --now {NOW}"
    ));
    assert_eq!(
        done,
        Run {
            status: 0,
            stdout: lines([
                "store     1796644800",
                "UTC       2026-12-07T12:00:00Z",
                "local     2026-12-07T13:00:00+01:00",
                "relative  in 7 days",
            ]),
            stderr: String::new(),
        }
    );
}

#[test]
fn one_instant_in_many_forms_is_one_number() {
    let done = run_with(&[
        "ttl",
        "convert",
        "--json",
        "--now",
        NOW,
        "2025-01-01",
        "2025-01-01T02:00:00+02:00",
        "1735689600",
        "1735689600000000000",
        "N 1735689600",
        r#"{"S":"2025-01-01T00:00:00Z"}"#,
        "-60350400s",
    ]);
    let stored: Vec<Value> = done
        .json()
        .into_iter()
        .map(|line| line["store"].clone())
        .collect();
    assert_eq!(stored, vec![json!(1_735_689_600); 7]);
    let codes: Vec<Value> = done
        .json()
        .into_iter()
        .map(|line| line["warnings"][0]["code"].clone())
        .collect();
    assert_eq!(
        codes,
        [
            "no_offset",
            "already_expired",
            "already_expired",
            "nanoseconds",
            "already_expired",
            "string_type",
            "already_expired",
        ]
    );
    assert_eq!(done.status, 1);
}

#[test]
fn several_values_are_told_apart() {
    let done = run(&format!("ttl convert +1h -1h --now {NOW}"));
    assert_eq!(
        done.stdout,
        lines([
            "+1h",
            "store     1796043600",
            "UTC       2026-11-30T13:00:00Z",
            "local     2026-11-30T14:00:00+01:00",
            "relative  in 1 hour",
            "",
            "-1h",
            "store     1796036400",
            "UTC       2026-11-30T11:00:00Z",
            "local     2026-11-30T12:00:00+01:00",
            "relative  1 hour ago",
            "warning   the time has passed: DynamoDB deletes the item, typically within a few days",
        ])
    );
    assert_eq!(done.status, 1);
}

/// FC-65: a negative number is a value, not a flag.
#[test]
fn negative_numbers_are_values() {
    for value in ["-1500", "-1", "-0.5"] {
        let done = run(&format!("ttl convert {value} --json"));
        assert_eq!(done.status, 1, "{value}: {done:?}");
        assert_eq!(done.json()[0]["input"], value);
        assert_eq!(done.json()[0]["store"], Value::Null);
        assert_eq!(done.json()[0]["warnings"][0]["code"], "not_positive");
    }
    let done = run("ttl convert +1h --now -1h");
    assert_eq!(done.status, 0, "{done:?}");
}

/// FC-132: what is ambiguous is said to be, and nothing is proposed.
#[test]
fn an_ambiguous_number_is_not_guessed() {
    let done = run("ttl convert 100000000000 --json");
    assert_eq!(done.status, 1);
    assert_eq!(done.json()[0]["store"], Value::Null);
    assert_eq!(done.json()[0]["utc"], Value::Null);
    assert_eq!(done.json()[0]["warnings"][0]["code"], "ambiguous_magnitude");
}

#[test]
fn nonsense_is_an_error_and_the_other_values_are_converted() {
    let done = run(&format!(
        "ttl convert tomorrow +1d 2025-02-30 --now {NOW} --json"
    ));
    assert_eq!(done.status, 2);
    assert_eq!(done.json().len(), 1);
    assert_eq!(done.json()[0]["input"], "+1d");
    let accepted = "give seconds, milliseconds, microseconds or nanoseconds since the Unix epoch \
                    (`1735689600`), an ISO time (`2025-01-01T02:00:00+02:00`), a date \
                    (`2025-01-01`), a distance from now in `s`, `m`, `h`, `d`, `w` (`+7d`, `-1h`, \
                    `+1d12h`), or a stored value with its type (`N 1735689600`, \
                    `{\"S\":\"2025-01-01T00:00:00Z\"}`)";
    assert_eq!(
        done.stderr,
        lines([
            format!("error: `tomorrow`: no time can be read in this: {accepted}").as_str(),
            format!(
                "error: `2025-02-30`: this is a date or time of day that does not exist: {accepted}"
            )
            .as_str(),
        ])
    );
}

#[test]
fn a_bad_now_is_an_error() {
    let done = run("ttl convert +1h --now noon");
    assert_eq!((done.status, done.stdout.as_str()), (2, ""));
    assert!(
        done.stderr
            .starts_with("error: `--now noon`: no time can be read in this")
    );
    let done = run("ttl convert +1h --now 100000000000");
    assert_eq!((done.status, done.stdout.as_str()), (2, ""));
    assert!(
        done.stderr
            .starts_with("error: `--now 100000000000`: the unit cannot be told")
    );
}

#[test]
fn control_characters_of_an_argument_are_not_echoed() {
    let done = run("ttl convert \u{1b}[2J");
    assert_eq!(done.status, 2);
    assert!(
        done.stderr.starts_with("error: `\\u{1b}[2J`"),
        "{}",
        done.stderr
    );
}
