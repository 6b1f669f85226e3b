use crate::reading::{Daily, Hourly};

/// How many rows of characters the chart is high.
const HEIGHT: usize = 8;
/// A column filled by so many eighths.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

pub(crate) fn hours(rows: &[Hourly]) {
    println!("   hour   count        sum  average      min      max     last");
    for row in rows {
        println!(
            "   {:02}:00 {:>7} {:>10} {:>8} {:>8} {:>8} {:>8}",
            row.hour.hour(),
            row.count,
            row.sum.to_string(),
            degrees(row.average_celsius()),
            degrees(row.coldest),
            degrees(row.hottest),
            degrees(row.latest),
        );
    }
}

pub(crate) fn days(rows: &[Daily]) {
    println!("   device   day          count        sum  average");
    for row in rows {
        println!(
            "   {:<8} {} {:>7} {:>10} {:>8}",
            row.device,
            row.day.date(),
            row.count,
            row.sum.to_string(),
            degrees(row.average_celsius()),
        );
    }
}

/// The averages as columns, with the smallest and the largest at the side.
pub(crate) fn chart(rows: &[Hourly]) {
    let averages: Vec<f64> = rows.iter().filter_map(Hourly::average_celsius).collect();
    let low = averages.iter().copied().fold(f64::INFINITY, f64::min);
    let high = averages.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for line in (0..HEIGHT).rev() {
        let label = match line {
            0 => format!("{low:.1}"),
            _ if line == HEIGHT - 1 => format!("{high:.1}"),
            _ => String::new(),
        };
        let columns: String = averages
            .iter()
            .flat_map(|average| [block(height(*average, low, high), line); 2])
            .collect();
        println!("   {label:>5} │{columns}");
    }
    let hours: Vec<_> = rows
        .iter()
        .step_by(6)
        .map(|row| format!("{:02}:00", row.hour.hour()))
        .collect();
    println!("          {}", hours.join("       "));
}

/// A height in eighths of a row, at least one.
fn height(value: f64, low: f64, high: f64) -> usize {
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let eighths = (HEIGHT * 8) as f64;
    let share = if high > low {
        (value - low) / (high - low)
    } else {
        1.0
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from one to a few rows of eighths"
    )]
    let height = (share * (eighths - 1.0)).round() as usize;
    height + 1
}

/// What a column of that height has in a line.
fn block(height: usize, line: usize) -> char {
    let filled = height.saturating_sub(line * 8).min(8);
    BLOCKS.get(filled).copied().unwrap_or(' ')
}

fn degrees(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"))
}
