//! Tuning by examples: draw what is like given values, or unlike them.
//!
//! A generator that runs backwards says how each example is made. How often each branch was taken and each number was chosen, and in
//! which context, are the weights by which it then draws (after Soremekun et al., *Inputs from Hell*; Goldstein et al., *Reflecting on Random
//! Generation*, ICFP 2023):
//!
//! ```text
//!   examples ──reflect──► choices ──replay──► tally: branches and numbers ──► Weights ◄──► a file
//!                                             by site and context                │
//!                      random values ◄── Source asks at each choice ◄── chances ◄┘
//! ```
//!
//! Only chance is changed: what is replayed, reflected, recorded or shrunk is as it was.

mod chances;
mod counted;
mod numbers;
mod tally;
mod text;
mod tuned;
mod weights;

pub use counted::{CountedAs, Untuned};
pub use tuned::{Context, Tuned};
pub use weights::Weights;

use std::fmt::Debug;

use self::tally::Tally;
use astragal_core::support::choices_of;
use astragal_core::{Draw, Mismatch, Reflect};

/// Drawing by examples, and by the weights learned from them.
pub trait Tuning: Draw + Sized {
    /// Draws values like the examples: each branch as often as the examples take it; and numbers, characters and lengths like theirs. Ten
    /// examples are enough.
    ///
    /// An example that the generator does not make is an error, which says which one it is.
    ///
    /// Branches are those that have a name: the variants of derived types, options and results, the named arms of
    /// [`one_of!`](astragal_core::one_of). Branches never taken are not drawn, unless [smoothed](Tuned::smoothed). Arms without names
    /// are drawn as they would be.
    ///
    /// A number is drawn like those that the examples have in the same field of the same type: one that was seen several times as itself,
    /// one that was seen once as one near to it (a character, as one of its class: letters, digits). The length of a list or of
    /// a string is such a number, and its elements have their numbers in common. One number in fifty is drawn as it would be, so
    /// that none becomes impossible.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let orders = any::<Vec<u32>>().like(&[vec![990, 1004], vec![1011], vec![985, 1000, 997]])?;
    /// let numbers: Vec<u32> = (0..100).flat_map(|seed| orders.sample(seed)).collect();
    /// let near = numbers.iter().filter(|number| (970..1030).contains(*number)).count();
    /// assert!(near > numbers.len() * 9 / 10);
    /// # Ok::<(), astragal::backwards::Mismatch>(())
    /// ```
    ///
    /// Numbers count by the field they are in, branches by their type; [`by_context`](Tuned::by_context) tells them apart by what is around them.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// #[derive(Arbitrary, Clone, Debug, PartialEq)]
    /// enum Expr { Val(u8), Neg(Box<Expr>), Add(Box<Expr>, Box<Expr>), Mul(Box<Expr>, Box<Expr>) }
    /// use Expr::*;
    ///
    /// let example = Add(Box::new(Add(Box::new(Val(1)), Box::new(Val(2)))), Box::new(Neg(Box::new(Val(3)))));
    /// let sums = any::<Expr>().like(&[example])?;
    /// let chances: Vec<(String, f64)> = sums.chances("Expr");
    /// assert_eq!(chances.iter().find(|(branch, _)| branch == "Val").unwrap().1, 0.5); // three of six
    /// assert!((0..100).all(|seed| !format!("{:?}", sums.sample(seed)).contains("Mul")));
    /// # Ok::<(), astragal::backwards::Mismatch>(())
    /// ```
    fn like<'a>(self, examples: impl IntoIterator<Item = &'a Self::Value>) -> Result<Tuned<Self>, Mismatch>
    where
        Self: Reflect,
        Self::Value: PartialEq + Debug + 'a,
    {
        let weights = learned(&self, examples)?;
        Ok(Tuned::new(self, weights, false))
    }

    /// Draws values unlike the examples: each branch the less often, the more often the examples take it, in inverse
    /// proportion; and where there are branches that they never take, only those. So are numbers of a small range, and characters and
    /// lengths up to about twice the largest of the examples; of a large range few numbers are like theirs anyway.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let coin = one_of![heads: just('h'), tails: just('t')].named("coin");
    /// let unlike = vec_of(coin, 6).unlike(&["hhttth".chars().collect(), "tttttt".chars().collect()])?;
    /// assert_eq!(unlike.chances("coin"), [("heads".to_string(), 0.75), ("tails".to_string(), 0.25)]);
    /// # Ok::<(), astragal::backwards::Mismatch>(())
    /// ```
    fn unlike<'a>(self, examples: impl IntoIterator<Item = &'a Self::Value>) -> Result<Tuned<Self>, Mismatch>
    where
        Self: Reflect,
        Self::Value: PartialEq + Debug + 'a,
    {
        let weights = learned(&self, examples)?;
        Ok(Tuned::new(self, weights, true))
    }

    /// Draws by weights learned before, for example [read from a file](Weights). Branches they do not know are drawn as
    /// they would be, and branches the generator does not have are ignored: a generator may have changed since.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::learn::Weights;
    ///
    /// let weights: Weights = "astragal weights 1\noption.None: 1\noption.Some: 9\n".parse()?;
    /// let mostly = any::<Option<u8>>().tuned(&weights);
    /// assert!((0..100).filter(|&seed| mostly.sample(seed).is_some()).count() > 75);
    /// # Ok::<(), astragal::choices::ParseError>(())
    /// ```
    fn tuned(self, weights: &Weights) -> Tuned<Self> {
        Tuned::new(self, weights.clone(), false)
    }

    /// Has its first choice counted under a name: what would otherwise not count at all, what would count together with
    /// others of its kind, and numbers that are to be as strictly like the examples as branches are.
    ///
    /// Of a number or a character each possible value counts, if there are no more than 4,096 of them; with more, one that was
    /// seen once is drawn as one near to it. Of a list the length counts (likewise), and under `name[]` its elements,
    /// if each is one choice; so of a string its length and its characters. No others are drawn, unless [smoothed](Tuned::smoothed). Of
    /// a pick its branches count, also those without names. Without tuning it makes no difference.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let word = string_of('a'..='z', 1..).counted_as("word");
    /// let like = word.like(&["banana".to_string(), "anna".to_string()])?;
    /// let drawn: String = like.sample(1);
    /// assert!(drawn.chars().all(|letter| "abn".contains(letter)) && (3..=8).contains(&drawn.len()));
    /// # Ok::<(), astragal::backwards::Mismatch>(())
    /// ```
    fn counted_as(self, name: &'static str) -> CountedAs<Self> {
        CountedAs::new(self, name)
    }

    /// Leaves it as it is: nothing in it counts, and nothing in it is tuned.
    ///
    /// ```
    /// use astragal::prelude::*;
    ///
    /// let fair = any::<Option<bool>>().untuned();
    /// let pairs = (fair, any::<Option<bool>>()).like(&[(None, None)])?;
    /// assert!((0..100).any(|seed| pairs.sample(seed).0.is_some()));
    /// assert!((0..100).all(|seed| pairs.sample(seed).1.is_none()));
    /// # Ok::<(), astragal::backwards::Mismatch>(())
    /// ```
    fn untuned(self) -> Untuned<Self> {
        Untuned::new(self)
    }
}

impl<G: Draw> Tuning for G {}

/// How often the examples take which branches, and have which numbers.
fn learned<'a, G: Reflect>(generator: &G, examples: impl IntoIterator<Item = &'a G::Value>) -> Result<Weights, Mismatch>
where
    G::Value: PartialEq + Debug + 'a,
{
    let tally = Tally::default();
    for (index, example) in examples.into_iter().enumerate() {
        let choices = choices_of(generator, example).map_err(|mismatch| mismatch.of_value(index, example))?;
        tally.add(choices, |src| _ = generator.draw(src));
    }
    Ok(tally.finish())
}
