//! A language forwards: from choices to a tree or straight to a text, by a loop with a stack of its own.
//!
//! So a text may be nested as deeply as memory allows, and nothing is allocated for a node.

use std::slice;

use astragal_core::support::DrawnList;
use astragal_core::{Branches, Growth, IntoLength, Reject, Source};

use super::chances::{Chance, Chances, Shares};
use super::compiled::Compiled;
use super::describe::{PLAIN, TRAILING};
use super::forms::{ArmForm, Form, ListForm, Number, Part};
use crate::model::{RuleId, TerminalId, TokenId};

/// What is drawn goes here: the nodes of a tree, or the leaves of a text.
pub(super) trait Sink {
    /// Whether white space and comments are choices.
    const IS_GAPPED: bool;

    /// A rule begins.
    fn open(&mut self, rule: RuleId);

    /// The rule that was begun last ends.
    fn close(&mut self);

    /// A terminal of a rule.
    fn terminal(&mut self, id: TerminalId, src: &mut Source) -> Result<(), Reject>;

    /// A token, to be drawn.
    fn token(&mut self, id: TokenId, src: &mut Source) -> Result<(), Reject>;

    /// A gap before a terminal that is not there.
    fn gap(&mut self, src: &mut Source) -> Result<(), Reject>;
}

/// The label of an element of a list that has gaps around it.
pub(super) const ITEM: &str = "item";

/// What is not over yet.
enum Frame<'a> {
    Arm {
        parts: slice::Iter<'a, Part>,
        /// How many rules end with it.
        rules: usize,
        is_spanned: bool,
        /// The size of the node, and what is left of it for parts that recur.
        size: u32,
        shares: Shares,
    },
    List {
        form: &'a ListForm,
        drawn: DrawnList,
        /// How many elements were begun.
        begun: usize,
        /// Whether the last element has a rule of its own.
        has_last: bool,
        /// The size of each element, unless elements recur and share it.
        size: u32,
        shares: Option<Shares>,
        is_spanned: bool,
    },
}

/// The ways in which a list may end.
struct Endings([u32; 2]);

impl Branches for Endings {
    fn count(&self) -> usize {
        2
    }

    fn weight(&self, arm: usize) -> u32 {
        self.0[arm]
    }

    fn label(&self, arm: usize) -> &'static str {
        [PLAIN, TRAILING][arm]
    }
}

/// Draws from a category.
pub(super) fn draw<S: Sink>(language: &Compiled, start: Number, src: &mut Source, sink: &mut S) -> Result<(), Reject> {
    let chances = language.chances(S::IS_GAPPED);
    let outer = src.steering_size();
    let mut drawing = Drawing { language, chances, sink, stack: Vec::with_capacity(64) };
    drawing.begin(start, src)?;
    while let Some(frame) = drawing.stack.last_mut() {
        match frame {
            Frame::Arm { parts, size, shares, .. } => match parts.next() {
                Some(&Part::Terminal(id)) => drawing.sink.terminal(id, src)?,
                Some(&Part::Token(id)) => {
                    src.set_size(*size);
                    drawing.sink.token(id, src)?;
                }
                Some(&Part::Category(number)) => {
                    let chance = chances.category(number);
                    let is_recursive = chance.growth == Growth::Recursive;
                    let size = if is_recursive { shares.next(chance.share, src) } else { *size };
                    src.set_size(size);
                    drawing.begin(number, src)?;
                }
                None => drawing.end_arm(src),
            },
            Frame::List { .. } => drawing.list_step(src)?,
        }
    }
    src.set_size(outer);
    Ok(())
}

struct Drawing<'a, 's, S> {
    language: &'a Compiled,
    chances: &'a Chances,
    sink: &'s mut S,
    stack: Vec<Frame<'a>>,
}

impl<'a, S: Sink> Drawing<'a, '_, S> {
    /// Begins a category.
    #[inline]
    fn begin(&mut self, number: Number, src: &mut Source) -> Result<(), Reject> {
        let category = &self.language.forms.categories[number as usize];
        let chance = self.chances.category(number);
        match &category.form {
            Form::Sum(arms) => {
                if chance.is_spanned {
                    src.open(category.label);
                }
                let arm = match &chance.plan {
                    Some(plan) => src.pick(plan)?,
                    None => 0,
                };
                self.begin_arm(&arms[arm], chance, arm, src);
            }
            Form::Product(arm) => {
                if chance.is_spanned {
                    src.open(category.label);
                }
                self.begin_arm(arm, chance, 0, src);
            }
            Form::List(form) => self.begin_list(form, category.label, src)?,
        }
        Ok(())
    }

    #[inline]
    fn begin_arm(&mut self, arm: &'a ArmForm, chance: &Chance, number: usize, src: &Source) {
        for &rule in &arm.rules {
            self.sink.open(rule);
        }
        let size = src.steering_size();
        self.stack.push(Frame::Arm {
            parts: arm.parts.iter(),
            rules: arm.rules.len(),
            is_spanned: chance.is_spanned,
            size,
            shares: Shares::new(size.saturating_sub(chance.cost), chance.sharing[number]),
        });
    }

    #[inline]
    fn end_arm(&mut self, src: &mut Source) {
        let Some(Frame::Arm { rules, is_spanned, .. }) = self.stack.pop() else { return };
        for _ in 0..rules {
            self.sink.close();
        }
        if is_spanned {
            src.close();
        }
    }

    fn begin_list(&mut self, form: &'a ListForm, label: &'static str, src: &mut Source) -> Result<(), Reject> {
        let (mut min, mut has_last, mut label) = (form.min(), form.one.is_some(), label);
        if form.may_trail() {
            src.open(label);
            let ending = src.pick_among(label, &Endings(self.language.trailing_weights()))?;
            (min, has_last, label) = (ending, ending == 0, PLAIN);
        }
        let growth = match form.element {
            Part::Category(number) => self.chances.category(number).growth,
            Part::Token(id) => self.language.token(id).growth(),
            Part::Terminal(_) => Growth::Fixed,
        };
        let size = src.steering_size();
        if growth == Growth::Recursive {
            // Fewer elements than there is size for leave more of it to each.
            let part = src.word() >> 32;
            src.set_size(((((u64::from(size) * part) >> 32) * part) >> 32) as u32);
        }
        let length = (min..).into_length();
        let drawn = src.named(Some(form.length), |src| src.begin_list(label, &length, growth, size_of::<u32>()))?;
        let left = size.saturating_sub(drawn.count as u32);
        let shares = (growth == Growth::Recursive).then(|| Shares::new(left, drawn.count as u32));
        let (begun, size, is_spanned) = (0, src.steering_size(), form.may_trail());
        self.stack.push(Frame::List { form, drawn, begun, has_last, size, shares, is_spanned });
        Ok(())
    }

    /// Ends an element of a list and begins another, or ends the list.
    #[inline]
    fn list_step(&mut self, src: &mut Source) -> Result<(), Reject> {
        let Some(Frame::List { form, drawn, begun, has_last, size, shares, is_spanned }) = self.stack.last_mut() else {
            return Ok(());
        };
        let (form, count, is_spanned) = (*form, drawn.count, *is_spanned);
        if *begun > 0 {
            let is_last = *has_last && *begun == count;
            let after = match &form.one {
                Some((_, after)) if is_last => after,
                _ => &form.between,
            };
            for &id in after {
                self.sink.terminal(id, src)?;
            }
            if S::IS_GAPPED {
                for _ in after.len()..form.between.len() {
                    self.sink.gap(src)?;
                }
                src.close();
            }
        }
        if *begun == count {
            let has_last = *has_last && count > 0;
            if let (Some(nil), false) = (form.nil, has_last) {
                self.sink.open(nil);
                self.sink.close();
            }
            for _ in 0..count {
                self.sink.close();
            }
            src.end_list(drawn);
            if is_spanned {
                src.close();
            }
            self.stack.pop();
            return Ok(());
        }
        *begun += 1;
        let is_last = *has_last && *begun == count;
        match &form.one {
            Some((one, _)) if is_last => self.sink.open(*one),
            _ => self.sink.open(form.cons),
        }
        if S::IS_GAPPED {
            src.open(ITEM);
        }
        for &id in &form.before {
            self.sink.terminal(id, src)?;
        }
        let size = match shares {
            Some(shares) => shares.next(1, src),
            None => *size,
        };
        src.set_size(size);
        match form.element {
            Part::Category(number) => self.begin(number, src),
            Part::Token(id) => self.sink.token(id, src),
            Part::Terminal(_) => Ok(()),
        }
    }
}
