//! Histograms as bars of block characters.

/// How wide the longest bar of a histogram is, in columns.
const WIDTH: usize = 56;

/// A bar for a count, where the largest is `width` columns wide, to an eighth of a column.
pub fn bar(count: u64, largest: u64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (count * 8 * width as u64).div_ceil(largest.max(1)) as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// One line for each bin: its name, its bar and its share in percent.
pub fn histogram(bins: &[(String, u64)]) -> Vec<String> {
    let total: u64 = bins.iter().map(|(_, count)| count).sum();
    let largest = bins.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let name_width = bins.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let line = |(name, count): &(String, u64)| {
        let percent = *count as f64 * 100.0 / total.max(1) as f64;
        format!("{name:>name_width$} {percent:5.1}% {}", bar(*count, largest, WIDTH))
    };
    bins.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion() {
        assert_eq!(bar(0, 10, 4), "");
        assert_eq!(bar(10, 10, 4), "████");
        assert_eq!(bar(5, 10, 4), "██");
        assert_eq!(bar(3, 16, 4), "▊");
        assert_eq!(bar(1, 1_000_000, 4), "▏"); // what is there is seen
        assert_eq!(bar(0, 0, 4), "");
    }

    #[test]
    fn shares_are_percentages_of_the_total() {
        let lines = histogram(&[("one".to_string(), 1), ("three".to_string(), 3)]);
        assert!(lines[0].starts_with("  one  25.0% █"), "{}", lines[0]);
        assert!(lines[1].starts_with("three  75.0% █"), "{}", lines[1]);
    }
}
