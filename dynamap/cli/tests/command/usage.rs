use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::support::run;

#[test]
fn bad_use_ends_with_status_2() {
    for line in [
        "",
        "ttl",
        "ttl convert",
        "ttl convert +1h --colour",
        "ttl presets --limit 3",
        "ttl enable --table t --rename",
        "ttl enable --table t --wait --dry-run",
        "ttl repair --table t --clear-stale --rescue-stale +1d",
        "show",
        "show --table t --limit many",
        "show --table t --embedded f --region eu-west-1",
        "drop",
    ] {
        let done = run(line);
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{line}");
        assert!(!done.stderr.is_empty(), "{line}");
    }
}

#[test]
fn help_and_version_end_with_status_0() {
    for line in ["--help", "--version", "help"] {
        let done = run(line);
        assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    }
    let help = run("--help").stdout;
    for word in [
        "ttl",
        "show",
        "--endpoint-url",
        "--region",
        "--profile",
        "--embedded",
        "0 fine, 1 findings, 2 bad use or bad input, 3 service error",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    let help = run("ttl convert --help").stdout;
    for word in ["VALUE", "--now", "--json", "+7d", "-1h"] {
        assert!(help.contains(word), "{word}: {help}");
    }
}

/// As `dynamap … | head -1` does: the reader goes away, and nobody is told.
#[test]
fn a_closed_pipe_is_no_failure() {
    let values = vec!["2030-01-01T00:00:00Z"; 20_000];
    let mut child = Command::new(env!("CARGO_BIN_EXE_dynamap"))
        .args(["ttl", "convert", "--json"])
        .args(values)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut first = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    stdout.read_line(&mut first).expect("a line");
    assert!(
        first.starts_with("{\"input\":\"2030-01-01T00:00:00Z\""),
        "{first}"
    );
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
