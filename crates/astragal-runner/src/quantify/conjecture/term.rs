//! Terms over the functions of a signature: how they are compared, matched and unified.
//!
//! The order is that of Knuth and Bendix where every symbol weighs one: a larger term is greater, and of two of the same size the one with
//! the later function. With variables taken for constants it is total, and terms are enumerated in it.

use std::cmp::Ordering;

/// A function, by its number in the signature.
pub(super) type Symbol = usize;

/// A variable of a type, which is known by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Variable {
    pub(super) sort: usize,
    pub(super) number: usize,
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// Any value.
    Variable(Variable),
    /// One value: the variable is that of a condition, which need not hold of others.
    Fixed(Variable),
    /// What a function makes of the values of terms.
    Applied(Symbol, Vec<Term>),
}

impl Term {
    /// How many symbols it is written with.
    pub(super) fn size(&self) -> usize {
        1 + self.arguments().iter().map(Term::size).sum::<usize>()
    }

    /// How deep functions are nested in it.
    pub(super) fn depth(&self) -> usize {
        1 + self.arguments().iter().map(Term::depth).max().unwrap_or(0)
    }

    pub(super) fn arguments(&self) -> &[Term] {
        if let Term::Applied(_, arguments) = self { arguments } else { &[] }
    }

    /// Calls a function for each variable, from left to right.
    fn each_variable(&self, see: &mut impl FnMut(Variable)) {
        match self {
            Term::Variable(variable) => see(*variable),
            Term::Fixed(_) => {}
            Term::Applied(_, arguments) => arguments.iter().for_each(|argument| argument.each_variable(see)),
        }
    }

    /// Its variables in the order in which they first occur.
    pub(super) fn variables(&self) -> Vec<Variable> {
        let mut variables = Vec::new();
        self.each_variable(&mut |variable| {
            if !variables.contains(&variable) {
                variables.push(variable);
            }
        });
        variables
    }

    /// Puts something else in place of each variable, fixed ones included.
    pub(super) fn replace(&self, by: &mut impl FnMut(Variable, bool) -> Term) -> Term {
        match self {
            Term::Variable(variable) => by(*variable, false),
            Term::Fixed(variable) => by(*variable, true),
            Term::Applied(symbol, arguments) => {
                Term::Applied(*symbol, arguments.iter().map(|argument| argument.replace(by)).collect())
            }
        }
    }

    /// The order in which variables are constants, the smallest of all.
    pub(super) fn order(&self, other: &Term) -> Ordering {
        self.size().cmp(&other.size()).then_with(|| match (self, other) {
            (Term::Applied(one, mine), Term::Applied(two, theirs)) => one.cmp(two).then_with(|| {
                let unequal = mine.iter().zip(theirs).map(|(one, other)| one.order(other)).find(|order| order.is_ne());
                unequal.unwrap_or(Ordering::Equal)
            }),
            (Term::Applied(..), _) => Ordering::Greater,
            (_, Term::Applied(..)) => Ordering::Less,
            (Term::Fixed(one) | Term::Variable(one), Term::Fixed(two) | Term::Variable(two)) => {
                one.cmp(two).then_with(|| matches!(self, Term::Variable(_)).cmp(&matches!(other, Term::Variable(_))))
            }
        })
    }

    /// Whether it is greater than another term, whatever its variables are.
    pub(super) fn is_greater(&self, other: &Term) -> bool {
        let mut counts: Vec<(Variable, isize)> = Vec::new();
        let mut count = |variable, by| match counts.iter_mut().find(|(known, _)| *known == variable) {
            Some((_, count)) => *count += by,
            None => counts.push((variable, by)),
        };
        self.each_variable(&mut |variable| count(variable, 1));
        other.each_variable(&mut |variable| count(variable, -1));
        if counts.iter().any(|(_, count)| *count < 0) {
            return false;
        }
        match self.size().cmp(&other.size()) {
            Ordering::Equal => match (self, other) {
                (Term::Applied(one, mine), Term::Applied(two, theirs)) if one == two => {
                    let unequal = mine.iter().zip(theirs).find(|(one, other)| one != other);
                    unequal.is_some_and(|(one, other)| one.is_greater(other))
                }
                (Term::Variable(_), _) | (_, Term::Variable(_)) => false,
                _ => self.order(other).is_gt(),
            },
            order => order.is_gt(),
        }
    }
}

/// Terms in place of variables.
#[derive(Debug, Default)]
pub(super) struct Substitution(Vec<(Variable, Term)>);

impl Substitution {
    pub(super) fn get(&self, variable: Variable) -> Option<&Term> {
        self.0.iter().find(|(known, _)| *known == variable).map(|(_, term)| term)
    }

    /// Makes a pattern equal to a term. Whether that is possible.
    pub(super) fn matches(&mut self, pattern: &Term, term: &Term) -> bool {
        match (pattern, term) {
            (Term::Variable(variable), _) => match self.get(*variable) {
                Some(known) => known == term,
                None => {
                    self.0.push((*variable, term.clone()));
                    true
                }
            },
            (Term::Fixed(one), Term::Fixed(two)) => one == two,
            (Term::Applied(one, mine), Term::Applied(two, theirs)) => {
                one == two && mine.iter().zip(theirs).all(|(pattern, term)| self.matches(pattern, term))
            }
            _ => false,
        }
    }

    /// Makes two terms equal. Whether that is possible.
    pub(super) fn unifies(&mut self, one: &Term, two: &Term) -> bool {
        let (one, two) = (self.head(one).clone(), self.head(two).clone());
        match (&one, &two) {
            _ if one == two => true,
            (Term::Variable(variable), other) | (other, Term::Variable(variable)) => {
                let other = self.apply(other);
                let is_within = other.variables().contains(variable);
                if !is_within {
                    self.0.push((*variable, other));
                }
                !is_within
            }
            (Term::Applied(first, mine), Term::Applied(second, theirs)) => {
                first == second && mine.iter().zip(theirs).all(|(one, two)| self.unifies(one, two))
            }
            _ => false,
        }
    }

    /// A term, or what is in place of it if it is a variable.
    fn head<'t>(&'t self, mut term: &'t Term) -> &'t Term {
        while let Term::Variable(variable) = term {
            match self.get(*variable) {
                Some(known) => term = known,
                None => break,
            }
        }
        term
    }

    /// A term with all that is in place of its variables, and of theirs.
    pub(super) fn apply(&self, term: &Term) -> Term {
        match self.head(term) {
            Term::Applied(symbol, arguments) => {
                Term::Applied(*symbol, arguments.iter().map(|argument| self.apply(argument)).collect())
            }
            leaf => leaf.clone(),
        }
    }

    /// As [`apply`](Substitution::apply), once: where a pattern was matched, variables of the term are others than its own.
    pub(super) fn instance(&self, pattern: &Term) -> Term {
        pattern.replace(&mut |variable, is_fixed| match self.get(variable) {
            Some(term) if !is_fixed => term.clone(),
            _ if is_fixed => Term::Fixed(variable),
            // Anything will do: the smallest is the most likely to be simpler.
            _ => Term::Variable(Variable { number: 0, ..variable }),
        })
    }
}

/// Gives the variables of terms the smallest numbers of their type, in the order in which they first occur.
pub(super) struct Canonical(Vec<(Variable, Variable)>);

impl Canonical {
    pub(super) fn new() -> Canonical {
        Canonical(Vec::new())
    }

    pub(super) fn rename(&mut self, term: &Term) -> Term {
        term.replace(&mut |variable, is_fixed| match is_fixed {
            true => Term::Fixed(variable),
            false => Term::Variable(self.of(variable)),
        })
    }

    fn of(&mut self, variable: Variable) -> Variable {
        if let Some((_, known)) = self.0.iter().find(|(known, _)| *known == variable) {
            return *known;
        }
        let number = self.0.iter().filter(|(known, _)| known.sort == variable.sort).count();
        let renamed = Variable { number, ..variable };
        self.0.push((variable, renamed));
        renamed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(number: usize) -> Term {
        Term::Variable(Variable { sort: 0, number })
    }

    fn f(one: Term, two: Term) -> Term {
        Term::Applied(1, vec![one, two])
    }

    #[test]
    fn the_order_goes_by_size_and_then_from_left_to_right() {
        let c = Term::Applied(0, vec![]);
        let ascending = [x(0), x(1), c.clone(), f(x(0), x(0)), f(x(0), x(1)), f(x(1), x(0)), f(c.clone(), x(0))];
        assert!(ascending.is_sorted_by(|one, two| one.order(two).is_lt()));
        // Whatever the variables are, only some are greater.
        assert!(f(f(x(0), x(1)), x(2)).is_greater(&f(x(0), f(x(1), x(2)))));
        assert!(!f(x(0), x(1)).is_greater(&f(x(1), x(0))) && !f(x(1), x(0)).is_greater(&f(x(0), x(1))));
        assert!(f(x(0), x(1)).is_greater(&x(1)) && !f(x(0), x(1)).is_greater(&x(2)));
        assert!(!f(c.clone(), c).is_greater(&x(0)));
    }

    #[test]
    fn terms_unify_where_no_variable_would_be_within_itself() {
        let mut unifier = Substitution::default();
        assert!(unifier.unifies(&f(x(0), f(x(1), x(0))), &f(f(x(2), x(3)), x(4))));
        assert_eq!(unifier.apply(&x(4)), f(x(1), f(x(2), x(3))));
        assert!(!Substitution::default().unifies(&f(x(0), x(0)), &f(x(1), f(x(1), x(2)))));
        let mut matching = Substitution::default();
        assert!(!matching.matches(&f(x(0), x(0)), &f(x(1), x(2))));
    }
}
