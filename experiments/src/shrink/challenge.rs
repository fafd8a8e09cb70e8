//! A challenge: values, a property of them that fails, and the smallest value on which it does.

use super::measure::Outcome;
use super::observer::Run;
use std::fmt::Debug;

/// What a property says of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Holds,
    /// The property says nothing about such values.
    Skipped,
    Fails,
}

impl Verdict {
    /// The verdict of a property without a guard.
    pub(super) fn fails_if(fails: bool) -> Verdict {
        if fails { Verdict::Fails } else { Verdict::Holds }
    }
}

/// One row, without the generators, which each library has its own of.
pub(crate) trait Challenge: 'static {
    /// What is generated.
    type Value: Clone + Debug + 'static;

    /// The property.
    fn judge(value: &Self::Value) -> Verdict;

    /// Whether no failure is smaller. There may be several such values, which count as one.
    fn is_smallest(value: &Self::Value) -> bool;

    /// The value without what makes no difference to the property, such as the order of a list.
    fn normal(value: &Self::Value) -> Self::Value {
        value.clone()
    }
}

/// A challenge as one library takes it.
pub(super) struct Row {
    pub(super) name: &'static str,
    run: Box<dyn Fn(u64) -> Option<Outcome>>,
}

impl Row {
    /// `run` looks for a failure and shrinks it; the argument is its seed.
    pub(super) fn of<C: Challenge>(name: &'static str, run: impl Fn(u64) -> Run<C::Value> + 'static) -> Row {
        Row { name, run: Box::new(move |seed| Outcome::of::<C>(run(seed))) }
    }

    /// What one run comes to, or nothing if it finds no failure.
    pub(super) fn run(&self, seed: u64) -> Option<Outcome> {
        (self.run)(seed)
    }
}

/// All rows, each as `$run::<ItsChallenge>` takes it.
macro_rules! every_row {
    ($run:ident) => {
        $crate::shrink::challenge::every_row! { $run;
            "bound5" => $crate::shrink::lists::Bound5,
            "large_union_list" => $crate::shrink::lists::LargeUnionList,
            "reverse" => $crate::shrink::lists::Reverse,
            "calculator" => $crate::shrink::calculator::Calculator,
            "lengthlist" => $crate::shrink::lists::LengthList,
            "difference_zero" => $crate::shrink::numbers::Difference<0, 0, { u64::MAX }>,
            "difference_small" => $crate::shrink::numbers::Difference<1, 4, { u64::MAX }>,
            "difference_one" => $crate::shrink::numbers::Difference<1, 1, { u64::MAX }>,
            "difference_zero_1k" => $crate::shrink::numbers::Difference<0, 0, 1_000>,
            "difference_small_1k" => $crate::shrink::numbers::Difference<1, 4, 1_000>,
            "difference_one_1k" => $crate::shrink::numbers::Difference<1, 1, 1_000>,
            "binheap" => $crate::shrink::binheap::BinHeap,
            "coupling" => $crate::shrink::lists::Coupling,
            "deletion" => $crate::shrink::lists::Deletion<{ i64::MIN }, { i64::MAX }>,
            "deletion_1k" => $crate::shrink::lists::Deletion<0, 1_000>,
            "distinct" => $crate::shrink::lists::Distinct,
            "nestedlists" => $crate::shrink::lists::NestedLists,
        }
    };
    ($run:ident; $($name:literal => $challenge:ty,)+) => {
        vec![$($crate::shrink::challenge::Row::of::<$challenge>($name, $run::<$challenge>)),+]
    };
}
pub(super) use every_row;
