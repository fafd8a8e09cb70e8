//! Methods that shape what a generator draws: by a strategy, or to frequencies.

use crate::frequencies::{Frequencies, FrequencyError, Frequent};
use astragal_core::{By, Draw, Strategy};

/// Shapes what is drawn, and not what can be made: every generator has these methods.
pub trait Shaping: Draw {
    /// Draws by a strategy, which plans the whole value: how large each recursive part becomes, and of what shape.
    ///
    /// What the generator can make, and what it makes of given choices, stays the same; only chance is steered. Invariants that
    /// hold across the value are put right afterwards, by `map`.
    ///
    /// ```
    /// use astragal::prelude::*;
    /// use astragal::shapes::agata;
    ///
    /// // Programs that use only names that they declare.
    /// let programs = any::<(Vec<String>, Vec<usize>)>().by(agata::linear()).map(|(mut names, uses)| {
    ///     names.push("main".into());
    ///     let uses: Vec<usize> = uses.iter().map(|name| name % names.len()).collect();
    ///     (names, uses)
    /// });
    /// let (names, uses) = programs.sample(1);
    /// assert!(uses.iter().all(|&name| name < names.len()));
    /// ```
    #[track_caller]
    fn by(self, strategy: Strategy) -> By<Self>
    where
        Self: Sized,
    {
        By::new(self, strategy)
    }

    /// Draws so that constructors occur with given frequencies: weights are computed that bring them about.
    ///
    /// What the generator can make, and what it makes of given choices, stays the same; only chance is steered, and it draws
    /// as fast as before. A demand that cannot be met is an error, which says what can be. The frequencies are those of all
    /// constructors in many values, at size 100 (see [`Frequencies::at_size`]). With a [strategy](Shaping::by) the weights are
    /// used too: `any::<T>().with_frequencies(..)?.by(..)`.
    ///
    /// ```
    /// use astragal::shapes::Frequencies;
    /// use astragal::prelude::*;
    ///
    /// #[derive(Arbitrary, Debug)]
    /// enum Expr { Val(i32), Neg(Box<Expr>), Add(Box<Expr>, Box<Expr>), Mul(Box<Expr>, Box<Expr>) }
    ///
    /// let wanted = Frequencies::new().ratio("Add", 2.0, "Neg").without("Mul");
    /// let exprs = any::<Expr>().with_frequencies(wanted)?;
    /// let text: String = (0..100).map(|seed| format!("{:?}", exprs.sample(seed))).collect();
    /// let (adds, negs) = (text.matches("Add").count() as f64, text.matches("Neg").count() as f64);
    /// assert!((1.7..2.3).contains(&(adds / negs)));
    /// assert!(!text.contains("Mul"));
    ///
    /// let error = any::<Expr>().with_frequencies(Frequencies::new().ratio("Add", 2.0, "Val")).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`Add` cannot be twice as frequent as `Val`: each `Add` has 2 places for `Expr`, each of which must end, so there \
    ///      are at most 1 `Add` for each `Val`"
    /// );
    /// # Ok::<(), astragal::shapes::FrequencyError>(())
    /// ```
    fn with_frequencies(self, frequencies: Frequencies) -> Result<Frequent<Self>, FrequencyError>
    where
        Self: Sized,
    {
        Frequent::new(self, &frequencies)
    }
}

impl<G: Draw> Shaping for G {}
