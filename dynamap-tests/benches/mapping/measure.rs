//! Counts instructions and compares times.

use std::any::Any;
use std::env;
use std::hint::black_box;
use std::process::Command;

use cpu_time::ThreadTime;

use super::case::{Case, Work};

const ROUNDS: usize = 61;
/// The argument that makes the program run one case, for callgrind.
const COUNTED: &str = "--counted=";

impl Case {
    /// Instructions per item; `None` without valgrind, or if the case does not run under it.
    pub(crate) fn instructions(self) -> Option<f64> {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(format!("--toggle-collect=*{MEASURED}*"))
            .arg(env::current_exe().ok()?)
            .arg(format!("{COUNTED}{self}"))
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        let report = String::from_utf8(output.stderr).ok()?;
        let (_, total) = report.split_once("Collected : ")?;
        let total: f64 = total.split_whitespace().next()?.parse().ok()?;
        // None at all: callgrind did not see the function.
        (total > 0.0).then(|| total / f64::from(self.direction.unit().0))
    }
}

/// Whether valgrind is there.
pub(crate) fn can_count() -> bool {
    let version = Command::new("valgrind").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

/// The name of the function that callgrind counts.
const MEASURED: &str = "measured_work";

#[inline(never)]
fn measured_work(work: Work) -> Box<dyn Any> {
    // Not the last call, which the compiler could turn into a jump that callgrind does not see.
    black_box(work())
}

/// The case that callgrind asks for.
pub(crate) fn counted(arguments: &[String]) -> Option<&str> {
    arguments
        .iter()
        .find_map(|argument| argument.strip_prefix(COUNTED))
}

/// Runs a case: once for what happens only once in a process, then once to be counted.
pub(crate) fn run_for_callgrind(name: &str) {
    let case = Case::named(name).unwrap();
    drop(case.work()());
    drop(measured_work(case.work()));
}

/// The median of each case's CPU time over that of the first, by rounds. CPU time, since what takes
/// longer is also interrupted more often where others work too.
pub(crate) fn time_ratios(cases: &[Case]) -> Vec<f64> {
    let mut ratios = vec![Vec::with_capacity(ROUNDS); cases.len()];
    for round in 0..ROUNDS {
        let mut times = vec![0.0; cases.len()];
        for turn in 0..cases.len() {
            // Another one begins in each round, and every second round goes backwards: each runs
            // on the heap that each other leaves behind.
            let step = if round.is_multiple_of(2) {
                turn
            } else {
                cases.len() - turn
            };
            let index = (round / 2 + step) % cases.len();
            let work = cases[index].work();
            let start = ThreadTime::now();
            let results = measured_work(work);
            times[index] = start.elapsed().as_secs_f64();
            drop(results);
        }
        for (ratios, time) in ratios.iter_mut().zip(&times) {
            ratios.push(time / times[0]);
        }
    }
    ratios.into_iter().map(median).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
