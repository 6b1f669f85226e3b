//! The guide's table of choices: each row names a test that shows it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const CHOICES: &str = include_str!("../../dynamap/docs/choices.md");

/// The cells of every row.
fn rows() -> Vec<Vec<&'static str>> {
    CHOICES
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| ---"))
        .skip(1)
        .map(|line| {
            let cells = line.trim_matches('|').split(" | ");
            cells.map(str::trim).collect()
        })
        .collect()
}

/// The names of all functions and ui tests below a directory.
fn collect(directory: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, names);
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        if directory.ends_with("ui") {
            let stem = path.file_stem().unwrap().to_str().unwrap();
            names.insert(stem.to_owned());
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        for (at, word) in source.match_indices("fn ") {
            let rest = &source[at + word.len()..];
            let end = rest
                .find(|character: char| !(character.is_ascii_alphanumeric() || character == '_'));
            names.insert(rest[..end.unwrap_or(rest.len())].to_owned());
        }
    }
}

fn tests() -> BTreeSet<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = BTreeSet::new();
    collect(&here.join("tests"), &mut names);
    collect(&here.join("../dynamap/src"), &mut names);
    names
}

#[test]
fn every_choice_is_shown_by_a_test() {
    let tests = tests();
    let rows = rows();
    assert!(rows.len() > 60, "{} rows", rows.len());
    let mut unknown = Vec::new();
    for row in &rows {
        let [question, choice, reason, shown] = row[..] else {
            panic!("not four cells: {row:?}");
        };
        assert!(![question, choice, reason].contains(&""), "{row:?}");
        if !tests.contains(shown.trim_matches('`')) {
            unknown.push((question, shown));
        }
    }
    assert!(unknown.is_empty(), "without a test: {unknown:#?}");
}

#[test]
fn no_question_is_asked_twice() {
    let mut questions: Vec<_> = rows().into_iter().map(|row| row[0]).collect();
    let all = questions.len();
    questions.sort_unstable();
    questions.dedup();
    assert_eq!(questions.len(), all);
}
