//! A chart as data, and as lines of text with bars.

use std::cmp::Ordering;

/// At most this many rows are shown.
pub(crate) const MOST_ROWS: usize = 10;

/// The parts of a bar, by eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// The observations under one name.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Chart {
    /// The name.
    pub name: String,
    /// How many observations there were.
    pub total: u64,
    /// Labels, the most frequent first; or numbers in their order.
    pub rows: Vec<Row>,
    /// The labels that are not kept apart, since there are too many.
    pub other: Option<Row>,
    /// For numbers.
    pub summary: Option<Summary>,
}

/// A bar of a chart.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// What was counted.
    pub label: String,
    /// How often.
    pub count: u64,
    /// Which part of all that is, from 0 to 1.
    pub share: f64,
}

/// The least, the median and the greatest number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// The least.
    pub min: f64,
    /// The one in the middle; rounded to about three in a hundred where there are more than a thousand different ones.
    pub median: f64,
    /// The greatest.
    pub max: f64,
}

impl Row {
    pub(crate) fn of(label: String, count: u64, total: u64) -> Row {
        Row { label, count, share: if total == 0 { 0.0 } else { count as f64 / total as f64 } }
    }
}

/// The most frequent first; of equal ones, by name.
pub(crate) fn by_count(a: &Row, b: &Row) -> Ordering {
    b.count.cmp(&a.count).then_with(|| a.label.cmp(&b.label))
}

impl Chart {
    /// The chart as lines of at most `width` characters (and at least 40): a heading, then at most ten bars.
    ///
    /// ```
    /// use astragal::statistics::{Observation, Tally};
    ///
    /// let mut tally = Tally::new();
    /// for kind in ["leaf", "leaf", "leaf", "branch"] {
    ///     tally.add("kind", Observation::of(&kind));
    /// }
    /// let lines = tally.charts()[0].lines(40);
    /// assert_eq!(lines[0], "kind (n = 4)");
    /// assert_eq!(lines[1], "    leaf  75.0%  ███████████████████████");
    /// assert_eq!(lines[2], "  branch  25.0%  ███████▋");
    /// ```
    pub fn lines(&self, width: usize) -> Vec<String> {
        let width = width.max(40);
        let rows = self.shown_rows();
        let labels: Vec<String> = rows.iter().map(|row| short(&row.label, width / 3)).collect();
        let widest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        // Parts of a whole fill the room. Classes, which may overlap, are drawn against all cases.
        let parts = rows.iter().map(|row| row.count).sum::<u64>() == self.total;
        let most = if parts { rows.iter().map(|row| row.share).fold(0.0, f64::max) } else { 1.0 };
        // Two spaces, the label, a space, `100.0%`, two spaces.
        let room = width.saturating_sub(widest + 11);
        let mut lines = vec![short(&self.heading(), width)];
        for (row, label) in rows.iter().zip(&labels) {
            let part = if most > 0.0 { row.share / most } else { 0.0 };
            let line = format!("  {label:>widest$} {:>5}%  {}", percent(row.share), bar(part, room));
            lines.push(line.trim_end().to_string());
        }
        lines
    }

    fn heading(&self) -> String {
        let of = format!("n = {}", grouped(self.total));
        match self.summary {
            Some(Summary { min, median, max }) => {
                let (min, median, max) = (show(min), show(median), show(max));
                format!("{} ({of}; min {min}, median {median}, max {max})", self.name)
            }
            None => format!("{} ({of})", self.name),
        }
    }

    /// The rows that fit; the rest in one.
    fn shown_rows(&self) -> Vec<Row> {
        let all = self.rows.len() + usize::from(self.other.is_some());
        if all <= MOST_ROWS {
            return self.rows.iter().chain(&self.other).cloned().collect();
        }
        let (shown, rest) = self.rows.split_at((MOST_ROWS - 1).min(self.rows.len()));
        let count = rest.iter().chain(&self.other).map(|row| row.count).sum();
        let more = if self.other.is_some() { " and more" } else { "" };
        let mut rows = shown.to_vec();
        rows.push(Row::of(format!("{} others{more}", rest.len()), count, self.total));
        rows
    }
}

/// A number with its thousands apart: `1,000`.
pub(crate) fn grouped(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().unwrap_or(u64::MAX).to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A bar as long as a part of the room.
fn bar(part: f64, room: usize) -> String {
    let eighths = (part.clamp(0.0, 1.0) * room as f64 * 8.0).round() as usize;
    // A nonzero part shows.
    let eighths = if part > 0.0 { eighths.max(1) } else { 0 };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// Nothing that is there shows as zero, and only all of it as a hundred.
fn percent(share: f64) -> String {
    let rounded = format!("{:.1}", share * 100.0);
    match rounded.as_str() {
        "0.0" if share > 0.0 => "<0.1".into(),
        "100.0" if share < 1.0 => ">99.9".into(),
        _ => rounded,
    }
}

/// A text on one line, cut to a width.
fn short(text: &str, width: usize) -> String {
    let mut line = String::new();
    for character in text.chars() {
        if character.is_control() { line.extend(character.escape_debug()) } else { line.push(character) }
    }
    if line.chars().count() <= width { line } else { line.chars().take(width - 1).chain(['…']).collect() }
}

/// A number as short as it can be read.
pub(crate) fn show(number: f64) -> String {
    let size = number.abs();
    if size >= 1e6 && number % 1e5 == 0.0 && size < 1e15 {
        format!("{number:e}")
    } else if number == number.trunc() && size < 1e15 {
        format!("{number:.0}")
    } else if (0.001..1e15).contains(&size) {
        let text = format!("{number:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        let text = format!("{number:.2e}");
        text.replace(".00e", "e")
    }
}
