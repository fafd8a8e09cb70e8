//! Growths composed of others: of the fields of a record, of the elements of a list, and of what a function makes of them.

use std::fmt::{self, Debug};
use std::sync::OnceLock;

use super::{Grow, Growing};
use astragal_core::{Label, Place, Reject, Source};

/// More start values than these are not combined.
const STARTS: usize = 1_000;

impl<P: Grow> Growing<P> {
    /// Grows two parts beside each other. The start values are all pairs of theirs; a step changes one part, and its label says
    /// which: `0 = inc`, `1 = dec`, or by their [names](Growing::named).
    ///
    /// ```
    /// use astragal::shapes::grow;
    ///
    /// #[derive(Clone, Debug, PartialEq)]
    /// struct Account { open: bool, balance: i64 }
    ///
    /// let open = grow([true, false]).step("not", |open| !open).named("open");
    /// let balance = grow([0i64]).step("inc", |n| n + 1).step("dec", |n| n - 1).named("balance");
    /// let accounts = open.and(balance).map_grown(|(open, balance)| Account { open, balance });
    /// let found = accounts.breadth_first().find(|account| account.balance < 0 && !account.open).unwrap();
    /// assert_eq!(found.path().map(|(label, _)| label).collect::<Vec<_>>(), ["seed", "balance = dec"]);
    /// ```
    pub fn and<Q: Grow>(self, other: Growing<Q>) -> Growing<Pairs<P, Q>> {
        Growing::new(Pairs { one: self, other, starts: OnceLock::new() })
    }

    /// Names a part, for the labels of the steps of what it is [a part of](Growing::and).
    #[must_use]
    pub fn named(mut self, name: &'static str) -> Growing<P> {
        self.name = Some(name);
        self
    }

    /// Grows lists of its values: they start empty, a step adds a start value to the end (`add`), or changes one element
    /// (`apply inc to element 3`).
    ///
    /// ```
    /// use astragal::shapes::grow;
    ///
    /// let lists = grow([0]).step("inc", |n| n + 1).list();
    /// let found = lists.breadth_first().find(|list| **list == [0, 2]).unwrap();
    /// let labels: Vec<_> = found.path().map(|(label, _)| label).collect();
    /// assert_eq!(labels, ["seed", "add", "add", "apply inc to element 1", "apply inc to element 1"]);
    /// ```
    pub fn list(self) -> Growing<Lists<P>> {
        Growing::new(Lists { element: self, starts: [Vec::new()] })
    }

    /// Grows what a function makes of its values, with the same steps.
    pub fn map_grown<B, F: Fn(P::Value) -> B>(self, function: F) -> Growing<MapGrowth<P, F>> {
        Growing::new(MapGrowth { of: self, function })
    }
}

/// Two parts that grow. See [`Growing::and`].
pub struct Pairs<P: Grow, Q: Grow> {
    one: Growing<P>,
    other: Growing<Q>,
    starts: OnceLock<Vec<(P::State, Q::State)>>,
}

/// A step in one of two parts.
#[derive(Clone, Copy, Debug)]
pub enum NamedStep<S, T> {
    /// In the first.
    One(S),
    /// In the second.
    Other(T),
}

impl<P: Grow, Q: Grow> Grow for Pairs<P, Q> {
    type Value = (P::Value, Q::Value);
    type State = (P::State, Q::State);
    type Step = NamedStep<P::Step, Q::Step>;

    fn starts(&self) -> &[Self::State] {
        self.starts.get_or_init(|| {
            let others = self.other.plant.starts();
            let pairs = |one: &P::State| others.iter().map(|other| (one.clone(), other.clone())).collect::<Vec<_>>();
            self.one.plant.starts().iter().flat_map(pairs).take(STARTS).collect()
        })
    }

    fn no_start(&self, src: &mut Source) -> Reject {
        if self.one.plant.starts().is_empty() { self.one.plant.no_start(src) } else { self.other.plant.no_start(src) }
    }

    fn steps(&self, (one, other): &Self::State) -> Vec<Self::Step> {
        let in_one = self.one.plant.steps(one).into_iter().map(NamedStep::One);
        in_one.chain(self.other.plant.steps(other).into_iter().map(NamedStep::Other)).collect()
    }

    fn take(&self, (one, other): &Self::State, step: Self::Step) -> Option<(Label, Self::State)> {
        Some(match step {
            NamedStep::One(step) => {
                let (label, one) = self.one.plant.take(one, step)?;
                (labeled(self.one.name, "0", &label), (one, other.clone()))
            }
            NamedStep::Other(step) => {
                let (label, other) = self.other.plant.take(other, step)?;
                (labeled(self.other.name, "1", &label), (one.clone(), other))
            }
        })
    }

    fn value(&self, (one, other): &Self::State) -> Option<Self::Value> {
        Some((self.one.plant.value(one)?, self.other.plant.value(other)?))
    }

    fn rejection(&self, (one, other): &Self::State) -> Option<Place> {
        self.one.judged(one)?.1.or_else(|| self.other.judged(other)?.1)
    }
}

fn labeled(name: Option<&'static str>, place: &str, step: &Label) -> Label {
    Label::from(format!("{} = {}", name.unwrap_or(place), step.as_str()))
}

/// Lists of elements that grow. See [`Growing::list`].
pub struct Lists<P: Grow> {
    element: Growing<P>,
    starts: [Vec<P::State>; 1],
}

impl<P: Grow> Grow for Lists<P> {
    type Value = Vec<P::Value>;
    type State = Vec<P::State>;
    /// What is added; or an element and its step.
    type Step = NamedStep<P::State, (usize, P::Step)>;

    fn starts(&self) -> &[Self::State] {
        &self.starts
    }

    fn no_start(&self, src: &mut Source) -> Reject {
        self.element.plant.no_start(src)
    }

    fn steps(&self, from: &Self::State) -> Vec<Self::Step> {
        let added = self.element.plant.starts().iter().cloned().map(NamedStep::One);
        let of_one = |(at, element)| {
            let steps = self.element.plant.steps(element);
            steps.into_iter().map(move |step| NamedStep::Other((at, step)))
        };
        added.chain(from.iter().enumerate().flat_map(of_one)).collect()
    }

    fn take(&self, from: &Self::State, step: Self::Step) -> Option<(Label, Self::State)> {
        let mut list = from.clone();
        let label = match step {
            NamedStep::One(start) => {
                list.push(start);
                Label::from("add")
            }
            NamedStep::Other((at, step)) => {
                let (label, element) = self.element.plant.take(list.get(at)?, step)?;
                list[at] = element;
                Label::from(format!("apply {} to element {at}", label.as_str()))
            }
        };
        Some((label, list))
    }

    fn value(&self, state: &Self::State) -> Option<Self::Value> {
        state.iter().map(|element| self.element.plant.value(element)).collect()
    }

    fn rejection(&self, state: &Self::State) -> Option<Place> {
        state.iter().find_map(|element| self.element.judged(element)?.1)
    }
}

/// What a function makes of values that grow. See [`Growing::map_grown`].
pub struct MapGrowth<P: Grow, F> {
    of: Growing<P>,
    function: F,
}

impl<P: Grow, B, F: Fn(P::Value) -> B> Grow for MapGrowth<P, F> {
    type Value = B;
    type State = P::State;
    type Step = P::Step;

    fn starts(&self) -> &[Self::State] {
        self.of.plant.starts()
    }

    fn no_start(&self, src: &mut Source) -> Reject {
        self.of.plant.no_start(src)
    }

    fn steps(&self, from: &Self::State) -> Vec<Self::Step> {
        self.of.plant.steps(from)
    }

    fn take(&self, from: &Self::State, step: Self::Step) -> Option<(Label, Self::State)> {
        self.of.plant.take(from, step)
    }

    fn value(&self, state: &Self::State) -> Option<B> {
        self.of.plant.value(state).map(&self.function)
    }

    fn rejection(&self, state: &Self::State) -> Option<Place> {
        self.of.judged(state)?.1
    }
}

impl<P: Grow + Clone, Q: Grow + Clone> Clone for Pairs<P, Q> {
    fn clone(&self) -> Self {
        Pairs { one: self.one.clone(), other: self.other.clone(), starts: OnceLock::new() }
    }
}

impl<P: Grow + Clone> Clone for Lists<P> {
    fn clone(&self) -> Self {
        Lists { element: self.element.clone(), starts: [Vec::new()] }
    }
}

impl<P: Grow + Clone, F: Clone> Clone for MapGrowth<P, F> {
    fn clone(&self) -> Self {
        MapGrowth { of: self.of.clone(), function: self.function.clone() }
    }
}

impl<P: Grow + Debug, Q: Grow + Debug> Debug for Pairs<P, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pairs").field(&self.one).field(&self.other).finish()
    }
}

impl<P: Grow + Debug> Debug for Lists<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lists").field(&self.element).finish()
    }
}

impl<P: Grow + Debug, F> Debug for MapGrowth<P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MapGrowth").field(&self.of).finish()
    }
}
