//! Trees of a value and its shrinks, and shrinkers that a user wrote.
//!
//! There are three ways to say how a value gets simpler, and all of them meet here:
//!
//! - *by its choices*: every generator has the tree of a value and of what simpler choices make ([`Shrinking::rose`]);
//! - *by hand, as a tree*: a [`Rose`] is built from smaller ones, as generators are, so that a part is shrunk by what
//!   made it;
//! - *by hand, by type*: a function from a value to simpler values. It becomes a tree with [`Rose::unfold`], and a part
//!   of a generator with [`Shrinking::shrink_with`], whose steps are choices too ([`take_turns`]).

mod build;
mod judging;
mod own_steps;
mod shrink_with;
mod shrinking;
mod steps;

use std::fmt;
use std::rc::Rc;

pub use build::Towards;
pub use judging::{Judging, judging};
pub use own_steps::{OwnSteps, own_order, own_steps, take_own_steps, take_turns};
pub use shrink_with::ShrinkWith;
pub use shrinking::Shrinking;

/// The shrinks of a value, one by one.
type Shrinks<T> = Box<dyn Iterator<Item = Rose<T>>>;
/// What makes them.
type Shrink<T> = dyn Fn(&T) -> Shrinks<T>;

/// A value and its shrinks, each of which is such a tree again: a lazy rose tree.
///
/// No shrink is computed before it is asked for, and asking again computes it again. A copy is two pointers.
///
/// ```
/// use astragal::shrink::Rose;
///
/// let age = Rose::towards(0u32, 84);
/// let name = Rose::list("Nikolaus".chars().map(Rose::leaf).collect());
/// let person = name.zip(&age).map(|(name, age)| (name.iter().collect::<String>(), *age));
///
/// let smallest = person.minimal(|(name, age)| name.contains('k') && *age >= 18);
/// assert_eq!(*smallest.root(), ("k".to_owned(), 18));
/// ```
pub struct Rose<T> {
    root: Rc<T>,
    shrinks: Rc<Shrink<T>>,
}

impl<T: 'static> Rose<T> {
    /// A value, and a function that makes the trees of its shrinks, the most daring first.
    pub fn new<I>(root: T, shrinks: impl Fn(&T) -> I + 'static) -> Rose<T>
    where
        I: IntoIterator<Item = Rose<T>, IntoIter: 'static>,
    {
        Rose::shared(Rc::new(root), shrinks)
    }

    fn shared<I>(root: Rc<T>, shrinks: impl Fn(&T) -> I + 'static) -> Rose<T>
    where
        I: IntoIterator<Item = Rose<T>, IntoIter: 'static>,
    {
        Rose { root, shrinks: Rc::new(move |value| Box::new(shrinks(value).into_iter())) }
    }

    /// A value that is as simple as it gets.
    pub fn leaf(root: T) -> Rose<T> {
        Rose::new(root, |_| [])
    }

    /// The tree that a function from a value to simpler values spans: it is applied to a value, to what it gives, and so
    /// on. If there is no endless way down, [`minimal`](Rose::minimal) ends.
    ///
    /// ```
    /// use astragal::shrink::Rose;
    ///
    /// let text = Rose::unfold("a-b-c".to_owned(), |text| text.rsplit_once('-').map(|(start, _)| start.to_owned()));
    /// assert_eq!(*text.minimal(|text| text.len() > 1).root(), "a-b");
    /// ```
    pub fn unfold<I>(root: T, simpler: impl Fn(&T) -> I + 'static) -> Rose<T>
    where
        I: IntoIterator<Item = T, IntoIter: 'static>,
    {
        Rose::unfold_by(root, Rc::new(simpler))
    }

    fn unfold_by<I, F: Fn(&T) -> I + 'static>(root: T, simpler: Rc<F>) -> Rose<T>
    where
        I: IntoIterator<Item = T, IntoIter: 'static>,
    {
        Rose::new(root, move |value| {
            let again = Rc::clone(&simpler);
            simpler(value).into_iter().map(move |value| Rose::unfold_by(value, Rc::clone(&again)))
        })
    }

    /// The value.
    pub fn root(&self) -> &T {
        &self.root
    }

    /// Its shrinks, from the first on.
    pub fn shrinks(&self) -> impl Iterator<Item = Rose<T>> + use<T> {
        (self.shrinks)(&self.root)
    }

    /// The tree of what a function makes of every value.
    pub fn map<B: 'static>(&self, function: impl Fn(&T) -> B + 'static) -> Rose<B> {
        self.map_by(Rc::new(function))
    }

    fn map_by<B: 'static, F: Fn(&T) -> B + 'static>(&self, function: Rc<F>) -> Rose<B> {
        let (root, of) = (function(&self.root), self.clone());
        Rose::new(root, move |_| {
            let function = Rc::clone(&function);
            of.shrinks().map(move |shrink| shrink.map_by(Rc::clone(&function)))
        })
    }

    /// The tree without the values for which a condition does not hold; nothing if it does not hold for the root.
    ///
    /// A shrink goes with all that is below it: to look there for values that fit may never end. If that cuts off too
    /// much, let the function of [`unfold`](Rose::unfold) make only values that fit.
    ///
    /// ```
    /// use astragal::shrink::Rose;
    ///
    /// let even = Rose::towards(0, 40).filter(|n| n % 2 == 0).unwrap();
    /// assert_eq!(even.shrinks().map(|shrink| *shrink.root()).collect::<Vec<_>>(), [0, 20, 30, 38]);
    /// ```
    pub fn filter(&self, keep: impl Fn(&T) -> bool + 'static) -> Option<Rose<T>> {
        self.filter_by(Rc::new(keep))
    }

    fn filter_by<F: Fn(&T) -> bool + 'static>(&self, keep: Rc<F>) -> Option<Rose<T>> {
        let of = self.clone();
        keep(&self.root).then(|| {
            Rose::shared(Rc::clone(&self.root), move |_| {
                let keep = Rc::clone(&keep);
                of.shrinks().filter_map(move |shrink| shrink.filter_by(Rc::clone(&keep)))
            })
        })
    }

    /// The tree without what was met on the way: a shrink that equals a value above it, or one that came before it beside
    /// that value or beside itself, is left out, with all that is below it.
    ///
    /// So [`minimal`](Rose::minimal) asks about no value twice, and ends even where a shrinker leads in a circle.
    ///
    /// ```
    /// use astragal::shrink::Rose;
    ///
    /// let number = Rose::unfold(10u32, |n| [n / 2, n.saturating_sub(1)]);
    /// let mut asked = 0;
    /// number.distinct().minimal(|n| { asked += 1; *n >= 7 });
    /// // 5, 9; below 9: 4, 8; below 8: 7; below 7: 3, 6.
    /// assert_eq!(asked, 7);
    /// ```
    pub fn distinct(&self) -> Rose<T>
    where
        T: PartialEq,
    {
        self.distinct_after(Rc::new(Met { value: Rc::clone(&self.root), before: None }))
    }

    fn distinct_after(&self, met: Rc<Met<T>>) -> Rose<T>
    where
        T: PartialEq,
    {
        let of = self.clone();
        Rose::shared(Rc::clone(&self.root), move |_| {
            let mut met = Rc::clone(&met);
            of.shrinks().filter_map(move |shrink| {
                let is_new = met.all().all(|value| *value != *shrink.root);
                is_new.then(|| {
                    met = Rc::new(Met { value: Rc::clone(&shrink.root), before: Some(Rc::clone(&met)) });
                    shrink.distinct_after(Rc::clone(&met))
                })
            })
        })
    }

    /// Pairs of two values that do not depend on each other: one is shrunk at a time, first those of the left.
    pub fn zip<B: Clone + 'static>(&self, other: &Rose<B>) -> Rose<(T, B)>
    where
        T: Clone,
    {
        let (left, right) = (self.clone(), other.clone());
        Rose::new((T::clone(&self.root), B::clone(&other.root)), move |_| {
            let (fixed_left, fixed_right) = (left.clone(), right.clone());
            let lefts = left.shrinks().map(move |shrink| shrink.zip(&fixed_right));
            lefts.chain(right.shrinks().map(move |shrink| fixed_left.zip(&shrink)))
        })
    }

    /// A value that depends on another: the tree that a function makes of it.
    ///
    /// First the outer value is shrunk, and an inner one is made anew for each. Once an inner shrink is taken, the outer
    /// value stays as it is, because the inner one was made for it: so what depends on something else shrinks less well
    /// than what does not. Prefer [`zip`](Rose::zip); or shrink by choices, where this does not happen.
    pub fn and_then<B: 'static>(&self, next: impl Fn(&T) -> Rose<B> + 'static) -> Rose<B> {
        self.and_then_by(Rc::new(next))
    }

    fn and_then_by<B: 'static, F: Fn(&T) -> Rose<B> + 'static>(&self, next: Rc<F>) -> Rose<B> {
        let (outer, inner) = (self.clone(), next(&self.root));
        Rose::shared(Rc::clone(&inner.root), move |_| {
            let next = Rc::clone(&next);
            outer.shrinks().map(move |shrink| shrink.and_then_by(Rc::clone(&next))).chain(inner.shrinks())
        })
    }

    /// Goes down as long as something still fails: always to the first shrink that does.
    ///
    /// The result fails, and none of its shrinks does. The root is taken to fail and is not asked.
    pub fn minimal(&self, mut fails: impl FnMut(&T) -> bool) -> Rose<T> {
        let mut found = self.clone();
        while let Some(simpler) = found.shrinks().find(|shrink| fails(&shrink.root)) {
            found = simpler;
        }
        found
    }
}

/// A value that was met on the way through a tree, and those before it.
struct Met<T> {
    value: Rc<T>,
    before: Option<Rc<Met<T>>>,
}

impl<T> Met<T> {
    /// All of them, the last first.
    fn all(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(Some(self), |met| met.before.as_deref()).map(|met| &*met.value)
    }
}

impl<T> Drop for Met<T> {
    /// One after the other: a long way would overflow the stack.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut met) = before.and_then(|met| Rc::try_unwrap(met).ok()) {
            before = met.before.take();
        }
    }
}

impl<T> Clone for Rose<T> {
    fn clone(&self) -> Rose<T> {
        Rose { root: Rc::clone(&self.root), shrinks: Rc::clone(&self.shrinks) }
    }
}

impl<T: fmt::Debug> fmt::Debug for Rose<T> {
    /// The root alone: the tree may be infinite.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rose").field("root", &self.root).finish_non_exhaustive()
    }
}
