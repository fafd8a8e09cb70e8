//! Backwards through a pattern: the choices that make a given text.
//!
//! The question is always where a node can end if it starts here. The answers are kept, so the work is polynomial in
//! the length of the text, however ambiguous the pattern; and repetition is a loop, so that only the nesting of the
//! pattern takes stack.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::{ALTERNATION, ARM, CONCAT, Id, Pattern, PatternNode as Node, REPEAT};
use astragal_core::support::sort_by_key;
use astragal_core::{Back, Mismatch};

pub(super) struct Matcher<'a> {
    pattern: &'a Pattern,
    text: Vec<char>,
    /// Where composite nodes can end, by node and start.
    ends: HashMap<(Id, usize), Rc<Positions>>,
    /// How far the text was found to fit.
    furthest: usize,
}

/// The ways to repeat an element from some position on.
struct Repeats {
    /// Where 0, 1, .. elements can end, up to the least number; once they stop changing, the last entry holds for the rest.
    exactly: Vec<Positions>,
    /// Where one more element can end, and one more, .., that could not be reached with fewer.
    more: Vec<Positions>,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(pattern: &'a Pattern, text: &str) -> Matcher<'a> {
        Matcher { pattern, text: text.chars().collect(), ends: HashMap::new(), furthest: 0 }
    }

    pub(super) fn reflect(mut self, back: &mut Back) -> Result<(), Mismatch> {
        let (root, end) = (self.pattern.root, self.text.len());
        if self.reaches(root, 0, end) {
            return self.write(root, 0, end, back);
        }
        let source = &self.pattern.source;
        Err(if self.furthest == end {
            back.mismatch(format_args!("the text ends before the pattern `{source}` does"))
        } else {
            let rest: String = self.text[self.furthest..].iter().take(20).collect();
            back.mismatch(format_args!(
                "the text does not match the pattern `{source}` from character {} on: {rest:?}",
                self.furthest
            ))
        })
    }

    fn reaches(&mut self, node: Id, start: usize, end: usize) -> bool {
        match self.leaf(node, start) {
            Some(leaf) => leaf == Some(end),
            None => self.ends(node, start).contains(end),
        }
    }

    /// Adds where a node can end.
    fn add_ends(&mut self, node: Id, start: usize, into: &mut Vec<(usize, usize)>) {
        match self.leaf(node, start) {
            Some(Some(end)) => into.push((end, end)),
            Some(None) => {}
            None => into.extend(&self.ends(node, start).0),
        }
    }

    /// Where a node can end that starts at any of these positions.
    fn step(&mut self, node: Id, starts: &Positions) -> Positions {
        let mut ends = Vec::new();
        for start in starts.iter() {
            self.add_ends(node, start, &mut ends);
        }
        Positions::new(ends)
    }

    /// For a literal or a class, the one end that it can have, if it fits.
    fn leaf(&mut self, node: Id, start: usize) -> Option<Option<usize>> {
        let rest = &self.text[start..];
        let (fits, length) = match &self.pattern.nodes[node] {
            Node::Literal(literal) => {
                let common = literal.chars().zip(rest).take_while(|(c, found)| c == *found).count();
                self.furthest = self.furthest.max(start + common);
                (common == literal.chars().count(), common)
            }
            Node::Class(chars) => (rest.first().is_some_and(|&c| chars.rank_of(c).is_some()), 1),
            _ => return None,
        };
        if fits {
            self.furthest = self.furthest.max(start + length);
        }
        Some(fits.then_some(start + length))
    }

    fn ends(&mut self, node: Id, start: usize) -> Rc<Positions> {
        if let Some(known) = self.ends.get(&(node, start)) {
            return Rc::clone(known);
        }
        let found = match &self.pattern.nodes[node] {
            Node::Concat { parts, .. } => {
                let mut ends = Positions::only(start);
                for &part in parts {
                    ends = self.step(part, &ends);
                }
                ends
            }
            Node::Alternation { arms, .. } => {
                let mut ends = Vec::new();
                for &arm in arms {
                    self.add_ends(arm, start, &mut ends);
                }
                Positions::new(ends)
            }
            Node::Repeat { element, min, max, .. } => {
                let repeats = self.repeats(*element, *min, *max, start);
                Positions::new(repeats.more.into_iter().flat_map(|more| more.0).collect())
            }
            Node::Literal(_) | Node::Class(_) => self.step(node, &Positions::only(start)),
        };
        let found = Rc::new(found);
        self.ends.insert((node, start), Rc::clone(&found));
        found
    }

    fn repeats(&mut self, element: Id, min: usize, max: usize, start: usize) -> Repeats {
        let mut last = Positions::only(start);
        let mut exactly = Vec::new();
        for _ in 0..min {
            let next = self.step(element, &last);
            // Either each element takes a character, or it may be empty and the positions only become more.
            let settled = next == last;
            exactly.push(std::mem::replace(&mut last, next));
            if settled {
                break;
            }
        }
        let mut seen: HashSet<usize> = last.iter().collect();
        let mut more = vec![last];
        for _ in min..max {
            let reached = self.step(element, &more[more.len() - 1]);
            let next = Positions::new(reached.iter().filter(|&end| seen.insert(end)).map(|end| (end, end)).collect());
            if next.0.is_empty() {
                break;
            }
            more.push(next);
        }
        Repeats { exactly, more }
    }

    /// A position among these from which a node leads to the end. The first is as good as any other.
    fn before(&mut self, node: Id, starts: &Positions, end: usize) -> usize {
        starts.iter().find(|&start| self.reaches(node, start, end)).unwrap_or(end)
    }

    /// Writes the choices of a node that is known to lead from `start` to `end`.
    fn write(&mut self, node: Id, start: usize, end: usize, back: &mut Back) -> Result<(), Mismatch> {
        let pattern = self.pattern;
        match &pattern.nodes[node] {
            Node::Literal(_) => Ok(()),
            Node::Class(chars) => chars.reflect_char(self.text[start], back),
            Node::Concat { parts, spanned } => {
                let mut starts = vec![Positions::only(start)];
                for &part in &parts[..parts.len() - 1] {
                    starts.push(self.step(part, &starts[starts.len() - 1]));
                }
                let mut cuts = vec![end];
                for (&part, starts) in parts.iter().zip(&starts).rev() {
                    cuts.push(self.before(part, starts, cuts[cuts.len() - 1]));
                }
                cuts.reverse();
                let mut write = |back: &mut Back| {
                    for (at, &part) in parts.iter().enumerate() {
                        self.write(part, cuts[at], cuts[at + 1], back)?;
                    }
                    Ok(())
                };
                if *spanned { back.span(CONCAT, write) } else { write(back) }
            }
            Node::Alternation { arms, .. } => back.span(ALTERNATION, |back| {
                let arm = arms.iter().position(|&arm| self.reaches(arm, start, end)).unwrap_or_default();
                back.put_branch(ALTERNATION, ARM, arm, arms.len());
                self.write(arms[arm], start, end, back)
            }),
            Node::Repeat { element, min, max, .. } => {
                let cuts = self.cuts(*element, *min, *max, start, end);
                back.span(REPEAT, |back| {
                    back.put((cuts.len() - 1 - min) as u64, (max - min) as u64);
                    for pair in cuts.windows(2) {
                        self.write(*element, pair[0], pair[1], back)?;
                    }
                    Ok(())
                })
            }
        }
    }

    /// Where the elements of a repetition begin and end, for as few of them as lead from `start` to `end`.
    fn cuts(&mut self, element: Id, min: usize, max: usize, start: usize, end: usize) -> Vec<usize> {
        let Repeats { exactly, more } = self.repeats(element, min, max, start);
        let extra = more.iter().position(|reached| reached.contains(end)).unwrap_or_default();
        let mut cuts = vec![end];
        for starts in more[..extra].iter().rev() {
            cuts.push(self.before(element, starts, cuts[cuts.len() - 1]));
        }
        for count in (0..min).rev() {
            let starts = &exactly[count.min(exactly.len() - 1)];
            cuts.push(self.before(element, starts, cuts[cuts.len() - 1]));
        }
        cuts.reverse();
        cuts
    }
}

/// A set of positions in the text: stretches, first to last, in order and apart. Most sets are one stretch.
#[derive(PartialEq, Eq)]
struct Positions(Vec<(usize, usize)>);

impl Positions {
    fn only(position: usize) -> Positions {
        Positions(vec![(position, position)])
    }

    fn new(mut stretches: Vec<(usize, usize)>) -> Positions {
        sort_by_key(&mut stretches, |stretch| *stretch);
        let mut merged: Vec<(usize, usize)> = Vec::new();
        for (first, last) in stretches {
            match merged.last_mut() {
                Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        Positions(merged)
    }

    fn contains(&self, position: usize) -> bool {
        let after = self.0.partition_point(|stretch| stretch.0 <= position);
        self.0[..after].last().is_some_and(|stretch| position <= stretch.1)
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().flat_map(|&(first, last)| first..=last)
    }
}
