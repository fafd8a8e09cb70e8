//! A language backwards: from a tree to choices, by the same loop as forwards.

use astragal_core::support::OpenSpan;
use astragal_core::{Back, Draw, Mismatch, Reject, Source};

use super::compiled::Compiled;
use super::describe::{PLAIN, TRAILING};
use super::draw::ITEM;
use super::forms::{ArmForm, Form, ListForm, Number, Part};
use super::gaps::Gaps;
use crate::model::{RuleId, TerminalId, TokenId};
use crate::tree::{Spot, Tree};

/// What is in the gaps between leaves, if that is a choice.
pub(super) trait GapsOf {
    /// Whether it is.
    const IS_GAPPED: bool;

    /// Writes the gap before the next leaf, which has this text.
    fn leaf(&mut self, text: &str, back: &mut Back) -> Result<(), Mismatch>;
}

/// Gaps are no choices.
pub(super) struct NoGaps;

impl GapsOf for NoGaps {
    const IS_GAPPED: bool = false;

    fn leaf(&mut self, _: &str, _: &mut Back) -> Result<(), Mismatch> {
        Ok(())
    }
}

/// What is not over yet.
enum Frame<'a> {
    Arm {
        parts: std::slice::Iter<'a, Part>,
        span: Option<(&'static str, OpenSpan)>,
    },
    List {
        form: &'a ListForm,
        ending: Ending,
        begun: usize,
        item: Option<OpenSpan>,
        spans: Vec<(&'static str, OpenSpan)>,
    },
}

/// How many elements a list has, and whether the last has a rule of its own.
#[derive(Clone, Copy)]
struct Ending {
    count: usize,
    has_last: bool,
}

/// Takes a tree apart.
pub(super) fn reflect<G: GapsOf>(
    language: &Compiled,
    tree: &Tree,
    gaps: &mut G,
    back: &mut Back,
) -> Result<(), Mismatch> {
    if !std::sync::Arc::ptr_eq(tree.grammar(), &language.grammar) && **tree.grammar() != *language.grammar {
        return Err(back.mismatch("the tree is one of another grammar"));
    }
    let mut taking = Taking { language, tree, gaps, at: 0, stack: Vec::new(), path: Vec::new() };
    taking.begin(0, back)?;
    while let Some(frame) = taking.stack.last_mut() {
        match frame {
            Frame::Arm { parts, .. } => match parts.next() {
                Some(&part) => taking.part(part, back)?,
                None => taking.end_arm(back),
            },
            Frame::List { .. } => taking.list_step(back)?,
        }
    }
    if taking.at == tree.size() { Ok(()) } else { Err(back.mismatch("the tree goes on after its end")) }
}

struct Taking<'a, 'g, G> {
    language: &'a Compiled,
    tree: &'a Tree,
    gaps: &'g mut G,
    /// The next part of the tree.
    at: usize,
    stack: Vec<Frame<'a>>,
    /// Room for the rules that lead to an arm.
    path: Vec<RuleId>,
}

impl<'a, G: GapsOf> Taking<'a, '_, G> {
    fn part(&mut self, part: Part, back: &mut Back) -> Result<(), Mismatch> {
        match part {
            Part::Terminal(id) => self.terminal(id, back),
            Part::Token(id) => self.token(id, back),
            Part::Category(number) => self.begin(number, back),
        }
    }

    fn terminal(&mut self, id: TerminalId, back: &mut Back) -> Result<(), Mismatch> {
        self.gaps.leaf(self.language.grammar.terminal(id), back)
    }

    fn token(&mut self, id: TokenId, back: &mut Back) -> Result<(), Mismatch> {
        let (language, tree) = (self.language, self.tree);
        match tree.spot(self.at) {
            Some(spot @ &Spot::Token { token, start, end }) if token == id => {
                self.at += 1;
                let text = tree.token_text(start, end);
                self.gaps.leaf(text, back)?;
                if back.fill_hole(&OfToken { language, id }, spot)? {
                    return Ok(());
                }
                language.token(id).reflect(&language.lexer, text, back)
            }
            _ => {
                let name = &language.grammar.token(id).name;
                Err(back.mismatch(format_args!("there is no `{name}` where the rule has one")))
            }
        }
    }

    /// The rule of a node.
    fn rule(&self, at: usize) -> Option<RuleId> {
        match self.tree.spot(at) {
            Some(Spot::Rule { rule, .. }) => Some(*rule),
            _ => None,
        }
    }

    /// Begins a category.
    fn begin(&mut self, number: Number, back: &mut Back) -> Result<(), Mismatch> {
        let language = self.language;
        if back.has_holes() {
            if let Some(spot) = self.tree.spot(self.at) {
                if back.fill_hole(&OfCategory { language, number }, spot)? {
                    self.at += self.tree.width(self.at);
                    return Ok(());
                }
            }
        }
        let category = &language.forms.categories[number as usize];
        let chance = language.chances(G::IS_GAPPED).category(number);
        match &category.form {
            Form::List(form) => self.begin_list(number, form, back),
            Form::Product(arm) => {
                self.find_path();
                if *self.path != *arm.rules {
                    return Err(self.no_arm(number, back));
                }
                let span = chance.is_spanned.then(|| back.open_span(category.label));
                self.begin_arm(arm, category.label, span);
                Ok(())
            }
            Form::Sum(arms) => {
                self.find_path();
                let Some(arm) = language.arm_of(number, &self.path) else { return Err(self.no_arm(number, back)) };
                let span = chance.is_spanned.then(|| back.open_span(category.label));
                if let Some(plan) = &chance.plan {
                    back.put_arm(plan, arm);
                }
                self.begin_arm(&arms[arm], category.label, span);
                Ok(())
            }
        }
    }

    /// Finds the rules that lead to an arm, from here on.
    fn find_path(&mut self) {
        self.path.clear();
        while let Some(rule) = self.rule(self.at + self.path.len()) {
            self.path.push(rule);
            if !self.language.forms.is_step[rule.index()] {
                break;
            }
        }
    }

    fn begin_arm(&mut self, arm: &'a ArmForm, label: &'static str, span: Option<OpenSpan>) {
        self.at += arm.rules.len();
        self.stack.push(Frame::Arm { parts: arm.parts.iter(), span: span.map(|span| (label, span)) });
    }

    fn end_arm(&mut self, back: &mut Back) {
        if let Some(Frame::Arm { span: Some((label, span)), .. }) = self.stack.pop() {
            back.close_span(label, span);
        }
    }

    #[cold]
    fn no_arm(&self, number: Number, back: &mut Back) -> Mismatch {
        let grammar = &self.language.grammar;
        let name = &grammar.category(self.language.forms.categories[number as usize].id).name;
        match self.path.last().copied().or(self.rule(self.at)) {
            None => back.mismatch(format_args!("there is no `{name}` where the rule has one")),
            Some(rule) => {
                back.mismatch(format_args!("`{}` is not a rule of `{name}` that is drawn", grammar.display_rule(rule)))
            }
        }
    }

    fn begin_list(&mut self, number: Number, form: &'a ListForm, back: &mut Back) -> Result<(), Mismatch> {
        self.path.clear();
        let label = self.language.forms.categories[number as usize].label;
        let Some(ending) = self.ending(form) else { return Err(self.no_arm(number, back)) };
        let mut spans = vec![(label, back.open_span(label))];
        let mut min = form.min();
        if form.may_trail() {
            let trails = ending.count > 0 && !ending.has_last;
            min = usize::from(trails);
            back.put_branch(label, if trails { TRAILING } else { PLAIN }, min, 2);
            spans.push((PLAIN, back.open_span(PLAIN)));
        }
        back.put((ending.count - min) as u64, (usize::MAX - min) as u64);
        self.stack.push(Frame::List { form, ending, begun: 0, item: None, spans });
        Ok(())
    }

    /// How a list that begins here ends; `None` if its rules are other ones.
    fn ending(&self, form: &ListForm) -> Option<Ending> {
        let (mut at, mut count) = (self.at, 0);
        loop {
            let rule = self.rule(at)?;
            if rule == form.cons {
                count += 1;
                at += 1 + self.tree.spot(at + 1).map(|_| self.tree.width(at + 1))?;
            } else if Some(rule) == form.nil {
                return Some(Ending { count, has_last: false });
            } else if form.one.as_ref().is_some_and(|(one, _)| *one == rule) {
                return Some(Ending { count: count + 1, has_last: true });
            } else {
                return None;
            }
        }
    }

    /// Ends an element of a list and begins another, or ends the list.
    fn list_step(&mut self, back: &mut Back) -> Result<(), Mismatch> {
        let Some(Frame::List { form, ending, begun, item, .. }) = self.stack.last_mut() else { return Ok(()) };
        let (form, Ending { count, has_last }) = (*form, *ending);
        let (ended, item) = (*begun, item.take());
        if ended > 0 {
            let after = match &form.one {
                Some((_, after)) if has_last && ended == count => after,
                _ => &form.between,
            };
            for &id in after {
                self.terminal(id, back)?;
            }
            if let Some(item) = item {
                for _ in after.len()..form.between.len() {
                    Gaps::reflect_minimal(back)?;
                }
                back.close_span(ITEM, item);
            }
        }
        if ended == count {
            // The rule of the end.
            self.at += usize::from(!has_last);
            if let Some(Frame::List { spans, .. }) = self.stack.pop() {
                spans.into_iter().rev().for_each(|(label, span)| back.close_span(label, span));
            }
            return Ok(());
        }
        if let Some(Frame::List { begun, item, .. }) = self.stack.last_mut() {
            *begun += 1;
            *item = G::IS_GAPPED.then(|| back.open_span(ITEM));
        }
        self.at += 1;
        for &id in &form.before {
            self.terminal(id, back)?;
        }
        self.part(form.element, back)
    }
}

/// Trees of a category, to fill a hole.
struct OfCategory<'a> {
    language: &'a Compiled,
    number: Number,
}

impl Draw for OfCategory<'_> {
    type Value = Tree;

    fn draw(&self, src: &mut Source) -> Result<Tree, Reject> {
        self.language.draw_tree(self.number, src)
    }
}

/// Texts of a token, to fill a hole.
struct OfToken<'a> {
    language: &'a Compiled,
    id: TokenId,
}

impl Draw for OfToken<'_> {
    type Value = String;

    fn draw(&self, src: &mut Source) -> Result<String, Reject> {
        let mut text = String::new();
        self.language.token(self.id).draw_into(&self.language.lexer, src, &mut text)?;
        Ok(text)
    }
}
