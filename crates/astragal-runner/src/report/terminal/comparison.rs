//! Two texts beside each other, line by line: equal parts are omitted, and many short items share a line.

use std::ops::Range;

use super::line::{Line, Role};
use super::{alike, escape};
use crate::statistics::grouped;

/// At most this many lines are shown, and of each side in one place at most as many as this.
const MOST_LINES: usize = 60;
const MOST_IN_PLACE: usize = 12;
/// How many lines that are alike are shown around a difference.
const AROUND: usize = 1;
/// In shorter lines one sees without marks what differs.
const EVIDENT: usize = 40;
/// At most this many lines that replace each other are compared by words.
const MOST_PAIRS: usize = MOST_LINES;
/// An item that is repeated more often than this is written once.
const MOST_EQUAL: usize = 8;
/// At most this many columns of a line are shown.
const MOST_COLUMNS: usize = 1_000;

/// One line of one side.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) indent: usize,
    pub(super) text: String,
    /// Whether it is one of many short items, which may share a line.
    pub(super) is_item: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Both,
    Left,
    Right,
}

/// The lines of a comparison.
pub(super) struct Comparison {
    entries: Vec<Entry>,
    /// How many columns a line may have.
    width: usize,
    color: bool,
}

/// A line, with the stretches of it that differ.
#[derive(Clone)]
struct Entry {
    side: Side,
    text: Text,
    marks: Vec<Range<usize>>,
}

impl Entry {
    fn is_changed(&self) -> bool {
        self.side != Side::Both
    }

    fn lines(&self, color: bool) -> Vec<Line> {
        match self.side {
            Side::Both => vec![Line::indented(4 + self.text.indent).with(Role::Plain, cut(&self.text.text))],
            Side::Left => changed("  - ", self.side, &self.text, &self.marks, color),
            Side::Right => changed("  + ", self.side, &self.text, &self.marks, color),
        }
    }
}

impl Comparison {
    pub(super) fn new(width: usize, color: bool) -> Comparison {
        Comparison { entries: Vec::new(), width, color }
    }

    /// Both sides go on with these lines.
    pub(super) fn same(&mut self, lines: &[Text]) {
        let entry = |text: &Text| Entry { side: Side::Both, text: text.clone(), marks: Vec::new() };
        self.entries.extend(lines.iter().map(entry));
    }

    /// Each side goes on with lines of its own. If they replace each other one by one, they are compared by words too.
    pub(super) fn changed(&mut self, left: &[Text], right: &[Text]) {
        let is_paired = left.len() == right.len();
        let pairs = left.iter().zip(right).take(if is_paired { MOST_PAIRS } else { 0 });
        let marks: Vec<_> = pairs.map(|(left, right)| alike::words(&left.text, &right.text)).collect();
        for (side, lines) in [(Side::Left, left), (Side::Right, right)] {
            for (at, text) in lines.iter().enumerate() {
                // What differs in a short item is seen without marks.
                let marks = marks
                    .get(at)
                    .filter(|_| !text.is_item)
                    .map(|(left, right)| if side == Side::Left { left } else { right });
                self.entries.push(Entry { side, text: text.clone(), marks: marks.cloned().unwrap_or_default() });
            }
        }
    }

    pub(super) fn is_equal(&self) -> bool {
        self.entries.iter().all(|entry| !entry.is_changed())
    }

    /// What is shown: the differences, what is around them, and what these are parts of.
    pub(super) fn lines(&self) -> Vec<Line> {
        let keep = self.kept();
        let mut lines = Vec::new();
        let mut at = 0;
        while at < self.entries.len() {
            if lines.len() >= MOST_LINES {
                let more = format!("    … ({} more lines)", grouped(self.entries.len() - at));
                lines.push(Line::new().with(Role::Faint, more));
                break;
            }
            let gap = keep[at..].iter().take_while(|&&keep| !keep).count();
            if gap > 0 {
                lines.push(left_out(&self.entries[at..at + gap]));
                at += gap;
                continue;
            }
            let shown = keep[at..].iter().take_while(|&&keep| keep).count();
            let run = self.run(at, shown);
            lines.extend(self.run_lines(&self.entries[at..at + run]));
            at += run;
        }
        lines
    }

    /// Which entries are shown.
    fn kept(&self) -> Vec<bool> {
        let entries = &self.entries;
        let mut keep = vec![false; entries.len()];
        for at in (0..entries.len()).filter(|&at| entries[at].is_changed()) {
            let last = (at + AROUND).min(entries.len() - 1);
            keep[at.saturating_sub(AROUND)..=last].fill(true);
            let mut indent = entries[at].text.indent;
            for before in (0..at).rev() {
                if indent == 0 {
                    break;
                }
                if entries[before].text.indent < indent {
                    // An entry that is kept already has kept what is around it.
                    if keep[before] && before + AROUND < at {
                        break;
                    }
                    keep[before] = true;
                    indent = entries[before].text.indent;
                }
            }
        }
        // A gap of a line or two is not worth a line.
        let mut at = 0;
        while at < keep.len() {
            let gap = keep[at..].iter().take_while(|&&keep| !keep).count();
            let left_out = gap - end_of_list(&entries[at..at + gap]);
            let first = if left_out > 2 { at + left_out } else { at };
            keep[first..at + gap].fill(true);
            at += gap + 1;
        }
        keep
    }

    /// How many entries from here on, of at most a number, are of the same side.
    fn run(&self, at: usize, most: usize) -> usize {
        let side = self.entries[at].side;
        self.entries[at..at + most].iter().take_while(|entry| entry.side == side).count()
    }

    /// The lines of entries of the same side.
    fn run_lines(&self, entries: &[Entry]) -> Vec<Line> {
        let packed = pack(entries, self.width);
        let mut lines: Vec<Line> =
            packed.iter().take(MOST_IN_PLACE).flat_map(|entry| entry.lines(self.color)).collect();
        if let Some(next) = packed.get(MOST_IN_PLACE) {
            let more = format!("… ({} more lines)", grouped(packed.len() - MOST_IN_PLACE));
            let text = Text { indent: next.text.indent, text: more, is_item: false };
            lines.extend(Entry { side: next.side, text, marks: Vec::new() }.lines(self.color));
        }
        lines
    }
}

/// Puts short items that follow each other into one line, as far as it holds them.
fn pack(entries: &[Entry], width: usize) -> Vec<Entry> {
    let mut packed: Vec<Entry> = Vec::new();
    let mut at = 0;
    while let Some(entry) = entries.get(at) {
        let alike = |other: &&Entry| {
            other.text.is_item && other.text.indent == entry.text.indent && other.text.text == entry.text.text
        };
        let equal = entries[at..].iter().take_while(alike).count();
        let mut next = entry.clone();
        if equal > MOST_EQUAL {
            next.text.text.push_str(&format!(" … ({} times)", grouped(equal)));
            at += equal;
        } else {
            at += 1;
        }
        let fits = |last: &&mut Entry| {
            let is_list = last.text.is_item && next.text.is_item && last.text.indent == next.text.indent;
            let columns = last.text.indent + escape::width(&last.text.text) + 1 + escape::width(&next.text.text);
            is_list && columns <= width
        };
        match packed.last_mut().filter(fits) {
            Some(last) => {
                last.text.text.push(' ');
                let start = last.text.text.len();
                last.text.text.push_str(&next.text.text);
                last.marks.extend(next.marks.iter().map(|mark| mark.start + start..mark.end + start));
            }
            None => packed.push(next),
        }
    }
    packed
}

/// How many lines close a list that has nothing but items.
fn end_of_list(entries: &[Entry]) -> usize {
    let items = entries.iter().take_while(|entry| entry.text.is_item).count();
    if items > 0 && entries.len() - items <= 2 { entries.len() - items } else { 0 }
}

/// A line in place of those that are alike.
fn left_out(entries: &[Entry]) -> Line {
    let what = if entries.iter().all(|entry| entry.text.is_item) { "items" } else { "lines" };
    let indent = entries.first().map_or(0, |entry| entry.text.indent);
    let mark = Line::indented(4 + indent).with(Role::Frame, "⋮");
    mark.with(Role::Faint, format!(" {} equal {what}", grouped(entries.len())))
}

fn cut(text: &str) -> String {
    match escape::fits(text, MOST_COLUMNS) {
        true => text.into(),
        false => format!("{}…", &text[..escape::fitting(text, MOST_COLUMNS)]),
    }
}

/// A line of one side, with a line of marks below it if it needs one.
pub(super) fn changed(before: &str, side: Side, text: &Text, marks: &[Range<usize>], color: bool) -> Vec<Line> {
    let (role, marked) = match side {
        Side::Both => (Role::Plain, Role::Plain),
        Side::Left => (Role::Left, Role::LeftOnly),
        Side::Right => (Role::Right, Role::RightOnly),
    };
    let start = Line::new().with(role, format!("{before}{}", " ".repeat(text.indent)));
    if !escape::fits(&text.text, MOST_COLUMNS) {
        // Too long to mark anything: it is shown from a little before the first difference.
        let first = marks.first().map_or(0, |mark| mark.start);
        let skipped = text.text[..first].char_indices().rev().nth(EVIDENT).map_or(0, |(at, _)| at);
        let dots = if skipped > 0 { "…" } else { "" };
        return vec![start.with(role, format!("{dots}{}", cut(&text.text[skipped..])))];
    }
    let mut line = start;
    let mut below = Line::indented(line.width());
    let mut at = 0;
    for mark in marks {
        line.push(role, &text.text[at..mark.start]);
        line.push(marked, &text.text[mark.clone()]);
        below.push(Role::Plain, " ".repeat(escape::width(&text.text[at..mark.start])));
        below.push(role, "^".repeat(escape::width(&text.text[mark.clone()])));
        at = mark.end;
    }
    line.push(role, &text.text[at..]);
    // Colors show what the marks would.
    if color || marks.is_empty() || escape::width(&text.text) <= EVIDENT { vec![line] } else { vec![line, below] }
}
