//! What follows from equations: terms are rewritten to simpler ones, until two are the same.
//!
//! An equation rewrites the greater side to the smaller one. One that has no greater side, such as `x + y == y + x`, rewrites where that
//! makes a term smaller (ordered rewriting). Where two equations rewrite the same term in different ways, both results are equal: this is
//! another equation, and it is added too (unfailing completion, by Knuth and Bendix and by Bachmair, Dershowitz and Plaisted). Completion
//! may go on without end, so it is limited; then some things that follow are not seen to.

use super::term::{Canonical, Substitution, Symbol, Term, Variable};

/// How many consequences are looked at for each equation that is added.
const MOST_PAIRS: usize = 300;
/// From how many rules on no more consequences are added.
const MOST_RULES: usize = 200;
/// Of more variables than this not every order is looked at.
const MOST_ORDERED: usize = 4;
/// Constants that are larger than all functions.
const LARGE: Symbol = 1 << 16;
/// Variables of one equation get other numbers than those of another.
const APART: usize = 1 << 16;

/// Equations, as rules.
#[derive(Clone)]
pub(super) struct Theory {
    /// The type of what each function returns.
    results: Vec<usize>,
    /// The size of the largest terms that matter.
    largest: usize,
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    left: Term,
    right: Term,
    /// Whether the left side is the greater one, whatever the variables are.
    is_oriented: bool,
}

impl Rule {
    /// What it makes of a term, if that is simpler: for those values that the order takes the variables for, or `always`.
    fn rewrite(&self, term: &Term, results: &[usize], always: bool) -> Option<Term> {
        match (&self.left, term) {
            (Term::Applied(one, _), Term::Applied(two, _)) if one != two => return None,
            (Term::Variable(variable), _) if Some(variable.sort) != sort_of(term, results) => return None,
            _ => {}
        }
        let mut substitution = Substitution::default();
        if !substitution.matches(&self.left, term) {
            return None;
        }
        let rewritten = substitution.instance(&self.right);
        let is_simpler = match always {
            _ if self.is_oriented => true,
            true => term.is_greater(&rewritten),
            false => rewritten.order(term).is_lt(),
        };
        is_simpler.then_some(rewritten)
    }
}

/// The type of a term; none of one that is in place of any value.
fn sort_of(term: &Term, results: &[usize]) -> Option<usize> {
    match term {
        Term::Variable(variable) | Term::Fixed(variable) => Some(variable.sort),
        Term::Applied(symbol, _) => results.get(*symbol).copied(),
    }
}

impl Theory {
    /// Nothing is known yet. `results` are the types that functions return.
    pub(super) fn new(results: Vec<usize>, largest: usize) -> Theory {
        Theory { results, largest, rules: Vec::new() }
    }

    /// What the whole term is rewritten to in one step, its arguments left as they are.
    pub(super) fn step(&self, term: &Term) -> Option<Term> {
        self.rules.iter().find_map(|rule| rule.rewrite(term, &self.results, false))
    }

    /// The simplest term that is seen to be equal.
    pub(super) fn normal(&self, term: &Term) -> Term {
        self.rewritten(term, false)
    }

    fn rewritten(&self, term: &Term, always: bool) -> Term {
        let term = match term {
            Term::Applied(symbol, arguments) => {
                Term::Applied(*symbol, arguments.iter().map(|argument| self.rewritten(argument, always)).collect())
            }
            leaf => leaf.clone(),
        };
        match self.rules.iter().find_map(|rule| rule.rewrite(&term, &self.results, always)) {
            Some(simpler) => self.rewritten(&simpler, always),
            None => term,
        }
    }

    /// Whether two terms are seen to be equal whatever is in place of their variables: small terms or large ones, in each order.
    fn joins(&self, one: &Term, two: &Term) -> bool {
        let mut variables = one.variables();
        variables.extend(two.variables());
        variables.sort_unstable();
        variables.dedup();
        orders(variables.len()).iter().all(|order| {
            [false, true].into_iter().all(|is_large| {
                let place = |term: &Term| {
                    term.replace(&mut |variable, is_fixed| match variables
                        .iter()
                        .position(|known| *known == variable)
                        .filter(|_| !is_fixed)
                    {
                        Some(at) if is_large => Term::Applied(LARGE + order[at], Vec::new()),
                        Some(at) => Term::Variable(Variable { number: order[at], ..variable }),
                        None => Term::Fixed(variable),
                    })
                };
                self.proves(&place(one), &place(two))
            })
        })
    }

    /// Whether two terms are seen to be equal.
    pub(super) fn proves(&self, one: &Term, two: &Term) -> bool {
        self.normal(one) == self.normal(two)
    }

    /// Adds an equation, without what follows from it.
    pub(super) fn assume(&mut self, one: &Term, two: &Term) -> std::ops::Range<usize> {
        let first = self.rules.len();
        let is_oriented = one.is_greater(two) || two.is_greater(one);
        if !two.is_greater(one) {
            self.rules.push(Rule { left: one.clone(), right: two.clone(), is_oriented });
        }
        if !one.is_greater(two) {
            self.rules.push(Rule { left: two.clone(), right: one.clone(), is_oriented });
        }
        first..self.rules.len()
    }

    /// Adds an equation, and what follows from it and the others.
    pub(super) fn add(&mut self, one: &Term, two: &Term) {
        let mut pairs = vec![(one.clone(), two.clone())];
        for count in 0..MOST_PAIRS {
            // The smallest comes first, and of those the one that is known longest.
            let sizes = pairs.iter().map(|(one, two)| one.size() + two.size());
            let Some((at, _)) = sizes.enumerate().min_by_key(|(_, size)| *size) else { return };
            let (one, two) = pairs.remove(at);
            let mut canonical = Canonical::new();
            let (one, two) = (self.rewritten(&one, true), self.rewritten(&two, true));
            let (one, two) = (canonical.rename(&one), canonical.rename(&two));
            if one == two || count > 0 && (self.rules.len() >= MOST_RULES || self.joins(&one, &two)) {
                continue;
            }
            let added = self.assume(&one, &two);
            pairs.extend(self.simplify(added.len()));
            let from = self.rules.len() - added.len();
            for new in from..self.rules.len() {
                for other in 0..self.rules.len() {
                    self.overlap(new, other, &mut pairs);
                    if other < from {
                        self.overlap(other, new, &mut pairs);
                    }
                }
            }
        }
    }

    /// Takes out rules whose left side the last ones make simpler.
    fn simplify(&mut self, last: usize) -> Vec<(Term, Term)> {
        let new = self.rules.split_off(self.rules.len() - last);
        let is_simpler = |rule: &Rule| new.iter().any(|new| rewrites_within(new, &rule.left, &self.results));
        let (out, kept): (Vec<Rule>, Vec<Rule>) =
            std::mem::take(&mut self.rules).into_iter().partition(|rule| rule.is_oriented && is_simpler(rule));
        self.rules = kept;
        self.rules.extend(new);
        out.into_iter().map(|rule| (rule.left, rule.right)).collect()
    }

    /// What two rules make of the same term: the second one rewrites a part of what the first one rewrites.
    fn overlap(&self, outer: usize, inner: usize, pairs: &mut Vec<(Term, Term)>) {
        let outer = &self.rules[outer];
        let apart = |term: &Term| {
            term.replace(&mut |variable, is_fixed| match is_fixed {
                true => Term::Fixed(variable),
                false => Term::Variable(Variable { number: variable.number + APART, ..variable }),
            })
        };
        let inner = &self.rules[inner];
        let (left, right) = (apart(&inner.left), apart(&inner.right));
        let mut places = Vec::new();
        every_part(&outer.left, &mut Vec::new(), &mut places);
        for (place, part) in places {
            let mut unifier = Substitution::default();
            if !unifier.unifies(part, &left) {
                continue;
            }
            let grows = |from: &Term, to: &Term| unifier.apply(to).is_greater(&unifier.apply(from));
            if !outer.is_oriented && grows(&outer.left, &outer.right) || !inner.is_oriented && grows(&left, &right) {
                continue;
            }
            let one = unifier.apply(&outer.right);
            let two = unifier.apply(&with_part(&outer.left, &place, &right));
            if one != two && one.size().max(two.size()) <= self.largest {
                pairs.push((one, two));
            }
        }
    }
}

/// All orders of a few things; of more only two.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count > MOST_ORDERED {
        return vec![(0..count).collect(), (0..count).rev().collect()];
    }
    let insert = |orders: Vec<Vec<usize>>, last: usize| {
        let places = |order: Vec<usize>| {
            (0..=last).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, last);
                longer
            })
        };
        orders.into_iter().flat_map(places).collect()
    };
    (0..count).fold(vec![Vec::new()], insert)
}

/// Whether a rule rewrites any part of a term.
fn rewrites_within(rule: &Rule, term: &Term, results: &[usize]) -> bool {
    rule.rewrite(term, results, true).is_some()
        || term.arguments().iter().any(|part| rewrites_within(rule, part, results))
}

/// The parts of a term that are not variables, each with the way to it.
fn every_part<'t>(term: &'t Term, way: &mut Vec<usize>, parts: &mut Vec<(Vec<usize>, &'t Term)>) {
    if matches!(term, Term::Variable(_)) {
        return;
    }
    parts.push((way.clone(), term));
    for (at, argument) in term.arguments().iter().enumerate() {
        way.push(at);
        every_part(argument, way, parts);
        way.pop();
    }
}

/// A term with another part.
fn with_part(term: &Term, way: &[usize], part: &Term) -> Term {
    let ([at, rest @ ..], Term::Applied(symbol, arguments)) = (way, term) else { return part.clone() };
    let mut arguments = arguments.clone();
    arguments[*at] = with_part(&arguments[*at], rest, part);
    Term::Applied(*symbol, arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(number: usize) -> Term {
        Term::Variable(Variable { sort: 0, number })
    }

    fn sum(one: Term, two: Term) -> Term {
        Term::Applied(1, vec![one, two])
    }

    #[test]
    fn sums_in_any_order_are_seen_to_be_equal() {
        let mut theory = Theory::new(vec![0, 0], 9);
        theory.add(&sum(x(0), x(1)), &sum(x(1), x(0)));
        theory.add(&sum(sum(x(0), x(1)), x(2)), &sum(x(0), sum(x(1), x(2))));
        let one = sum(sum(x(3), x(1)), sum(x(0), x(2)));
        let other = sum(x(2), sum(x(0), sum(x(3), x(1))));
        assert!(theory.proves(&one, &other));
        assert!(!theory.proves(&one, &sum(one.clone(), x(0))));
        assert!(theory.rules.len() < 8, "{:?}", theory.rules);
    }

    #[test]
    fn groups_have_the_consequences_that_are_known_of_them() {
        // The example of Knuth and Bendix: one, the inverse, the product.
        let one = || Term::Applied(0, vec![]);
        let inverse = |term| Term::Applied(2, vec![term]);
        let mut theory = Theory::new(vec![0, 0, 0], 11);
        theory.add(&sum(one(), x(0)), &x(0));
        theory.add(&sum(inverse(x(0)), x(0)), &one());
        theory.add(&sum(sum(x(0), x(1)), x(2)), &sum(x(0), sum(x(1), x(2))));
        assert!(theory.proves(&sum(x(0), one()), &x(0)));
        assert!(theory.proves(&inverse(inverse(x(0))), &x(0)));
        assert!(theory.proves(&sum(x(0), inverse(x(0))), &one()));
        assert!(theory.proves(&inverse(sum(x(0), x(1))), &sum(inverse(x(1)), inverse(x(0)))));
        assert!(!theory.proves(&sum(x(0), x(1)), &sum(x(1), x(0))));
    }

    #[test]
    fn what_holds_of_one_value_is_not_said_of_others() {
        let fixed = |number| Term::Fixed(Variable { sort: 0, number });
        let mut theory = Theory::new(vec![0, 0], 7);
        theory.add(&sum(fixed(0), fixed(1)), &fixed(1));
        assert!(theory.proves(&sum(sum(fixed(0), fixed(1)), x(2)), &sum(fixed(1), x(2))));
        assert!(!theory.proves(&sum(x(2), fixed(1)), &fixed(1)));
    }
}
