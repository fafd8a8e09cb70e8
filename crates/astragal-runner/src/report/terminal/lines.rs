//! The line below a counterexample with the lines of code that only failing cases ran.

use super::line::{Line, Role, wrap_prose};
use super::{Style, escape};
use crate::report::{FailingLines, Failure};
use crate::statistics::grouped;

/// What marks such a line in a listing.
pub(super) const MARK: &str = "*";
/// At most this many stretches of lines are named.
const MOST: usize = 12;

/// Where failing cases differ from passing ones, if they do.
pub(super) fn show(failure: &Failure, is_marked: bool, style: Style) -> Vec<Line> {
    let Some(lines) = failure.lines.as_ref().filter(|lines| !lines.files.is_empty()) else { return Vec::new() };
    let label = match (lines.failing, lines.passing) {
        (1, 1) => "run by the failing case and not by the passing one: ".into(),
        (1, passing) => format!("run by the failing case and by none of the {} passing ones: ", grouped(passing)),
        (failing, 1) => format!("run by all {} failing cases and not by the passing one: ", grouped(failing)),
        (failing, passing) => {
            format!(
                "run by all {} failing cases and by none of the {} passing ones: ",
                grouped(failing),
                grouped(passing)
            )
        }
    };
    let above = if is_marked { format!("   (marked {MARK} above)") } else { String::new() };
    let texts = wrap_prose(&format!("{label}{}{above}", places(lines)), style.columns());
    let line = |(at, text): (usize, String)| match text.split_at_checked(label.len()).filter(|_| at == 0) {
        Some((label, rest)) => Line::new().with(Role::Strong, label).with(Role::Plain, rest),
        None => Line::plain(text),
    };
    texts.into_iter().enumerate().map(line).collect()
}

/// `src/lib.rs:8, 12-14, tests/queue.rs:3`
fn places(lines: &FailingLines) -> String {
    let mut stretches: Vec<(&str, u32, u32)> = Vec::new();
    for (file, numbers) in &lines.files {
        for &number in numbers {
            match stretches.last_mut() {
                Some((same, _, last)) if *same == file && *last + 1 == number => *last = number,
                _ => stretches.push((file, number, number)),
            }
        }
    }
    let mut text = String::new();
    for (at, (file, first, last)) in stretches.iter().take(MOST).enumerate() {
        let is_same = at > 0 && stretches[at - 1].0 == *file;
        text.push_str(if at > 0 { ", " } else { "" });
        if !is_same {
            text.push_str(&format!("{}:", escape::escape(file)));
        }
        text.push_str(&if first == last { first.to_string() } else { format!("{first}-{last}") });
    }
    let hidden: u32 = stretches.iter().skip(MOST).map(|(_, first, last)| last - first + 1).sum();
    match hidden {
        0 => text,
        1 => format!("{text} and 1 more line"),
        _ => format!("{text} and {} more lines", grouped(hidden)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &[u32])]) -> String {
        let files = files.iter().map(|(file, lines)| (file.to_string(), lines.to_vec())).collect();
        places(&FailingLines { files, failing: 1, passing: 1 })
    }

    #[test]
    fn stretches_are_named_once_and_many_are_counted() {
        assert_eq!(of(&[("src/a.rs", &[8, 12, 13, 14]), ("b.rs", &[3])]), "src/a.rs:8, 12-14, b.rs:3");
        let odd: Vec<u32> = (0..14).map(|number| 2 * number + 1).collect();
        assert!(of(&[("a.rs", &odd)]).ends_with("21, 23 and 2 more lines"), "{}", of(&[("a.rs", &odd)]));
        assert_eq!(of(&[("a\u{1b}[31m.rs", &[1])]), "a\\u{1b}[31m.rs:1");
    }
}
