//! The guide page of the command: every line after `$` is run, in the order of the page, and
//! answers with the lines below it.

use std::env;
use std::path::Path;
use std::process::Command;

use dynamap::ttl::Class;

use crate::support::{Database, run};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/command.md");

/// The commands of the page, each with what it prints.
fn commands(page: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match (inside, line.strip_prefix("$ ")) {
            (false, _) => inside = line == "```console",
            (true, _) if line == "```" => inside = false,
            (true, Some(command)) => commands.push((command.to_owned(), String::new())),
            (true, None) => {
                let (_, printed) = commands.last_mut().expect("a command before its output");
                printed.push_str(line);
                printed.push('\n');
            }
        }
    }
    commands
}

/// What `sh` prints: the output, then the errors.
fn answer(command: &str, directory: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_dynamap"));
    let mut paths = vec![binary.parent().expect("a directory").to_owned()];
    paths.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(directory)
        .env("PATH", env::join_paths(paths).expect("a path"))
        .env("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        .output()
        .expect("it starts");
    let mut text = String::from_utf8(output.stdout).expect("UTF-8");
    text.push_str(&String::from_utf8(output.stderr).expect("UTF-8"));
    text
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_page_print_what_it_says() {
    let database = Database::with_faults();
    let page = std::fs::read_to_string(PAGE).expect("the page");
    let commands = commands(&page);
    assert!(commands.len() >= 10, "{}", commands.len());
    for (command, printed) in commands {
        assert_eq!(
            answer(&command, database.directory()),
            printed,
            "$ {command}"
        );
    }
}

/// Every option and every field of the JSON is on the page.
#[test]
fn the_page_names_every_option() {
    let page = std::fs::read_to_string(PAGE).expect("the page");
    for command in [
        "",
        "ttl convert",
        "ttl presets",
        "ttl status",
        "ttl enable",
        "ttl disable",
        "ttl audit",
        "ttl repair",
        "show",
    ] {
        let help = run(&format!("{command} --help")).stdout;
        let options: Vec<&str> = help
            .split(|character: char| !character.is_ascii_lowercase() && character != '-')
            .filter(|word| word.starts_with("--") && word.len() > 2)
            .collect();
        assert!(options.len() >= 2, "{command}");
        for option in options {
            if !matches!(option, "--help" | "--version") {
                assert!(page.contains(&format!("`{option}")), "{command} {option}");
            }
        }
    }
}

#[test]
fn the_page_names_every_field_and_warning() {
    let database = Database::with_faults();
    let page = std::fs::read_to_string(PAGE).expect("the page");
    let named = |word: &str| page.contains(&format!("`{word}`"));
    let mut lines = run("ttl convert --json 1735689600000").json();
    lines.extend(run("ttl presets --json").json());
    for command in [
        "show",
        "ttl status",
        "ttl enable",
        "ttl audit",
        "ttl repair",
    ] {
        let done = database.run(&format!("{command} --table sessions --json"));
        assert!(!done.stdout.is_empty(), "{done:?}");
        lines.extend(done.json());
    }
    for line in lines {
        for field in line.as_object().expect("an object").keys() {
            assert!(named(field), "{field}");
        }
    }
    for class in Class::ALL {
        assert!(named(class.as_str()), "{}", class.as_str());
    }
    for code in [
        "string_type",
        "milliseconds",
        "microseconds",
        "nanoseconds",
        "fraction",
        "ambiguous_magnitude",
        "looks_like_duration",
        "not_positive",
        "no_offset",
        "beyond_year_9999",
        "already_expired",
        "more_than_five_years_past",
    ] {
        assert!(named(code), "{code}");
    }
}
