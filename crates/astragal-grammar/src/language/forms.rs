//! What the categories of a grammar are to a generator: sums of arms, products, lists.
//!
//! Rules that only pass a category on (`_. Exp ::= Exp1`) are no choices of their own: the arms of `Exp1` are arms of `Exp` too, so
//! that each constructor is one pick away, whatever its level of precedence. A category of list rules is a list, with a length.

use std::collections::HashMap;

use super::LanguageError;
use super::intern::intern;
use super::productive::Productive;
use crate::lexis::Lexer;
use crate::model::{CategoryId, Grammar, Item, Label, Rule, RuleId, TerminalId, TokenId};

/// A category that can be reached, with its number among them.
pub(crate) type Number = u32;

/// All categories that are reached from one, which is the first.
#[derive(Debug)]
pub(crate) struct Forms {
    pub(super) categories: Vec<CategoryForm>,
    /// By [`RuleId`], whether it is a step on the way to an arm, and not an arm.
    pub(super) is_step: Vec<bool>,
}

/// A category.
#[derive(Debug)]
pub(super) struct CategoryForm {
    pub(super) id: CategoryId,
    /// The type of its abstract syntax, which all levels of precedence share.
    pub(super) label: &'static str,
    pub(super) form: Form,
}

#[derive(Debug)]
pub(super) enum Form {
    /// One of several arms.
    Sum(Vec<ArmForm>),
    /// The only arm.
    Product(ArmForm),
    /// A list.
    List(ListForm),
}

impl Form {
    /// The arms of a sum or a product.
    pub(super) fn arms(&self) -> &[ArmForm] {
        match self {
            Form::Sum(arms) => arms,
            Form::Product(arm) => std::slice::from_ref(arm),
            Form::List(_) => &[],
        }
    }
}

/// One way to make a category.
#[derive(Debug)]
pub(super) struct ArmForm {
    pub(super) label: &'static str,
    pub(super) weight: u32,
    /// The rules that lead to it, from the outside in, and its own.
    pub(super) rules: Box<[RuleId]>,
    pub(super) parts: Box<[Part]>,
    /// Whether some part is not a terminal.
    pub(super) has_choices: bool,
}

/// A part of an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Terminal(TerminalId),
    Token(TokenId),
    Category(Number),
}

/// A list: elements with terminals around them.
#[derive(Debug)]
pub(super) struct ListForm {
    pub(super) element: Part,
    /// Under which name its length is counted, where examples teach.
    pub(super) length: &'static str,
    /// An element that another rule of the list follows: the terminals before and after it.
    pub(super) cons: RuleId,
    pub(super) before: Box<[TerminalId]>,
    pub(super) between: Box<[TerminalId]>,
    /// The last element, if there is a rule for it, with the terminals after it.
    pub(super) one: Option<(RuleId, Box<[TerminalId]>)>,
    /// The end, if there is a rule for it.
    pub(super) nil: Option<RuleId>,
}

impl ListForm {
    /// The fewest elements.
    pub(super) fn min(&self) -> usize {
        usize::from(self.nil.is_none())
    }

    /// Whether a list that is not empty may end in two ways: with its last element, or after a terminal that follows it.
    pub(super) fn may_trail(&self) -> bool {
        self.nil.is_some() && self.one.is_some()
    }
}

impl Forms {
    pub(super) fn new(grammar: &Grammar, lexer: &Lexer, start: CategoryId) -> Result<Forms, LanguageError> {
        let productive = Productive::of(grammar, lexer);
        productive.check(grammar, start)?;
        let steps = Steps::of(grammar, &productive);
        let mut numbers = Numbers { of: HashMap::new(), order: Vec::new() };
        numbers.number(start);
        let mut categories = Vec::new();
        while let Some(&id) = numbers.order.get(categories.len()) {
            let form = match list_rules(grammar, &productive, id) {
                Some(rules) => Form::List(list_form(grammar, &mut numbers, id, rules)),
                None => arms(grammar, &productive, &steps, &mut numbers, id)?,
            };
            categories.push(CategoryForm { id, label: intern(&grammar.category(id).kind), form });
        }
        Ok(Forms { categories, is_step: steps.is_step })
    }
}

/// Numbers for categories in the order in which they are met.
struct Numbers {
    of: HashMap<CategoryId, Number>,
    order: Vec<CategoryId>,
}

impl Numbers {
    fn number(&mut self, id: CategoryId) -> Number {
        *self.of.entry(id).or_insert_with(|| {
            self.order.push(id);
            self.order.len() as Number - 1
        })
    }

    fn part(&mut self, item: Item) -> Part {
        match item {
            Item::Terminal(id) => Part::Terminal(id),
            Item::Token(id) => Part::Token(id),
            Item::Category(id) => Part::Category(self.number(id)),
        }
    }
}

/// Which rules only pass a category on, where that leads to an end.
struct Steps {
    is_step: Vec<bool>,
}

/// How many more arms than rules there may be: each level of a longer chain is a category of its own.
const MOST_ARMS: usize = 20_000;
/// The most arms of one category.
const MOST_OF_ONE: usize = u16::MAX as usize;

impl Steps {
    fn of(grammar: &Grammar, productive: &Productive) -> Steps {
        let passes_on = |rule: &Rule| match (&rule.label, &rule.items[..]) {
            (Label::Coercion, [Item::Category(to)]) if *to != rule.category => Some(*to),
            _ => None,
        };
        // Categories from the last level to the first: each comes when those that it passes on to have come. Levels that pass on to
        // each other in a circle never come, and neither does what leads to them.
        let count = grammar.categories.len();
        let mut waiting = vec![0; count];
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut arms = vec![0usize; count];
        let rules = || {
            let all = grammar.rules.iter().enumerate().map(|(at, rule)| (RuleId(at as u32), rule));
            all.filter(|&(id, _)| productive.has_rule(id))
        };
        for (_, rule) in rules() {
            match passes_on(rule) {
                Some(to) => {
                    waiting[rule.category.index()] += 1;
                    callers[to.index()].push(rule.category.index());
                }
                None => arms[rule.category.index()] += 1,
            }
        }
        let mut open: Vec<usize> = (0..count).filter(|&category| waiting[category] == 0).collect();
        let mut came = vec![false; count];
        while let Some(category) = open.pop() {
            came[category] = true;
            for &caller in &callers[category] {
                arms[caller] = arms[caller].saturating_add(arms[category]);
                waiting[caller] -= 1;
                if waiting[caller] == 0 {
                    open.push(caller);
                }
            }
        }
        let are_few = arms.iter().zip(&came).filter(|(_, came)| **came).map(|(arms, _)| arms).sum::<usize>()
            <= grammar.rules.len() + MOST_ARMS;
        let mut is_step = vec![false; grammar.rules.len()];
        for (id, rule) in rules().filter(|_| are_few) {
            let is_list = |to: CategoryId| list_rules(grammar, productive, to).is_some();
            is_step[id.index()] = came[rule.category.index()] && passes_on(rule).is_some_and(|to| !is_list(to));
        }
        Steps { is_step }
    }
}

/// All arms of a category, those behind other levels among them.
fn arms(
    grammar: &Grammar,
    productive: &Productive,
    steps: &Steps,
    numbers: &mut Numbers,
    id: CategoryId,
) -> Result<Form, LanguageError> {
    let mut arms = Vec::new();
    let mut taken: HashMap<String, u32> = HashMap::new();
    // Rules from the last to the first, each with those that led there and their weight.
    let mut open: Vec<(Vec<RuleId>, u32)> = Vec::new();
    let enter = |open: &mut Vec<(Vec<RuleId>, u32)>, id: CategoryId, path: &[RuleId], weight: u32| {
        for &rule in grammar.category(id).rules.iter().rev().filter(|&&rule| productive.has_rule(rule)) {
            let path = path.iter().copied().chain([rule]).collect();
            open.push((path, weight.saturating_mul(grammar.rule(rule).weight)));
        }
    };
    enter(&mut open, id, &[], 1);
    while let Some((path, weight)) = open.pop() {
        let last = path[path.len() - 1];
        let rule = grammar.rule(last);
        if let ([Item::Category(to)], true) = (&rule.items[..], steps.is_step[last.index()]) {
            enter(&mut open, *to, &path, weight);
            continue;
        }
        let label = arm_label(grammar, rule);
        let count = taken.entry(label.clone()).or_default();
        *count += 1;
        let label = if *count == 1 { intern(&label) } else { intern(&format!("{label}#{count}")) };
        let parts = rule.items.iter().map(|&item| numbers.part(item)).collect();
        let has_choices = rule.items.iter().any(|item| !matches!(item, Item::Terminal(_)));
        arms.push(ArmForm { label, weight, rules: path.into(), parts, has_choices });
    }
    if arms.len() > MOST_OF_ONE {
        let name = &grammar.category(id).name;
        return Err(LanguageError::new(format!("`{name}` has more than {MOST_OF_ONE} rules, which is too many")));
    }
    Ok(match arms.len() {
        1 => Form::Product(arms.remove(0)),
        _ => Form::Sum(arms),
    })
}

/// What an arm is called: its constructor, or what is written.
fn arm_label(grammar: &Grammar, rule: &Rule) -> String {
    if rule.label != Label::Coercion {
        return rule.label.to_string();
    }
    let shown = |item: &Item| match item {
        Item::Terminal(id) => format!("{:?}", grammar.terminal(*id)),
        Item::Token(id) => grammar.token(*id).name.clone(),
        Item::Category(id) => grammar.category(*id).name.clone(),
    };
    rule.items.iter().map(shown).collect::<Vec<_>>().join(" ")
}

/// The rules of a list: the end, the last element, and an element with others after it.
struct ListRules {
    nil: Option<RuleId>,
    one: Option<RuleId>,
    cons: RuleId,
}

/// The rules of a category, if they are those of a list whose elements are all alike.
fn list_rules(grammar: &Grammar, productive: &Productive, id: CategoryId) -> Option<ListRules> {
    let (mut nil, mut one, mut cons) = (None, None, None);
    for &rule in grammar.category(id).rules.iter().filter(|&&rule| productive.has_rule(rule)) {
        let known = match grammar.rule(rule).label {
            Label::Nil => &mut nil,
            Label::One => &mut one,
            Label::Cons => &mut cons,
            _ => return None,
        };
        if known.replace(rule).is_some() {
            return None;
        }
    }
    let rules = ListRules { nil, one, cons: cons? };
    if nil.is_some_and(|nil| !grammar.rule(nil).items.is_empty()) || nil.is_none() && one.is_none() {
        return None;
    }
    let (rest, items) = grammar.rule(rules.cons).items.split_last()?;
    let (before, element, between) = around_element(items)?;
    if *rest != Item::Category(id) || element == Item::Category(id) {
        return None;
    }
    if let Some(one) = one {
        let (own_before, own_element, after) = around_element(&grammar.rule(one).items)?;
        if own_before != before || own_element != element || after.len() > between.len() {
            return None;
        }
    }
    Some(rules)
}

/// Terminals, one thing that is not a terminal, and terminals.
fn around_element(items: &[Item]) -> Option<(&[Item], Item, &[Item])> {
    let is_element = |item: &Item| !matches!(item, Item::Terminal(_));
    let at = items.iter().position(is_element)?;
    (items.iter().filter(|item| is_element(item)).count() == 1).then(|| (&items[..at], items[at], &items[at + 1..]))
}

fn list_form(grammar: &Grammar, numbers: &mut Numbers, id: CategoryId, rules: ListRules) -> ListForm {
    let terminals = |items: &[Item]| -> Box<[TerminalId]> {
        let terminal = |item: &Item| match item {
            Item::Terminal(id) => Some(*id),
            _ => None,
        };
        items.iter().filter_map(terminal).collect()
    };
    let items = &grammar.rule(rules.cons).items;
    let at = items.iter().position(|item| !matches!(item, Item::Terminal(_))).unwrap_or_default();
    let after = |one: RuleId| terminals(&grammar.rule(one).items[at + 1..]);
    ListForm {
        element: numbers.part(items[at]),
        length: intern(&format!("{}.length", grammar.category(id).kind)),
        cons: rules.cons,
        before: terminals(&items[..at]),
        between: terminals(&items[at + 1..]),
        one: rules.one.map(|one| (one, after(one))),
        nil: rules.nil,
    }
}
