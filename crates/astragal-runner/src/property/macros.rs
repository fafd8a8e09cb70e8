//! The macros that a property calls while it runs: `assume!`, `collect!`, `classify!`, `cover!`, `target!`, `note!`; and `reach!`, which
//! is in the code under test.

/// Rejects the case if a condition does not hold: it counts neither as passed nor as failed.
///
/// It returns from the function in which it is written, which must return `()`, `bool` or a `Result`. The report always says
/// how many cases were rejected.
///
/// Like the other macros of a case, it works only on the thread of the property. On a spawned thread it is a usage error. Outside
/// of all properties the others are ignored, but an assumption that does not hold panics, since there is no case to reject:
/// a plain test that returned early would be green.
///
/// ```
/// use astragal::{Check, any, assume};
///
/// let report = Check::new().seed(1).run((any::<u8>(), any::<u8>()), |(a, b)| {
///     assume!(b != 0);
///     assert!(a / b <= a);
/// });
/// assert!(report.verdict.is_pass());
/// ```
///
/// A message may follow, as in `assert!`. It is only for readers of the property: the report shows the place.
#[macro_export]
macro_rules! assume {
    ($condition:expr $(,)?) => {
        if !$condition {
            return $crate::__private::rejected();
        }
    };
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            let _ = ::core::format_args!($($message)+); // so that it is checked
            return $crate::__private::rejected();
        }
    };
    () => {
        ::core::compile_error!("write the condition: `assume!(condition)`")
    };
}

/// Charts a value of the case: a number as a histogram, anything else by its `Debug` text.
///
/// ```
/// use astragal::{Check, any, collect};
///
/// let report = Check::new().seed(1).run(any::<Vec<u8>>(), |list| {
///     collect!("length", list.len());
/// });
/// assert_eq!(report.statistics.charts.len(), 1);
/// ```
///
/// Without a label, the expression is the label: `collect!(list.len())`.
#[macro_export]
macro_rules! collect {
    ($label:literal, $value:expr $(,)?) => {
        $crate::__private::collected($label, &$value)
    };
    ($value:expr, $label:literal $(,)?) => {
        ::core::compile_error!("the label comes first: `collect!(\"label\", value)`")
    };
    ($label:expr, $value:expr $(,)?) => {
        $crate::__private::collected($label, &$value)
    };
    ($value:expr $(,)?) => {
        $crate::__private::collected(::core::stringify!($value), &$value)
    };
    ($($other:tt)*) => {
        ::core::compile_error!("write `collect!(\"label\", value)`, or `collect!(value)`")
    };
}

/// Counts the cases for which a condition holds.
///
/// ```
/// use astragal::{Check, any, classify};
///
/// let report = Check::new().seed(1).run(any::<Vec<u8>>(), |list| {
///     classify!("empty", list.is_empty());
/// });
/// assert_eq!(report.statistics.charts.len(), 1);
/// ```
#[macro_export]
macro_rules! classify {
    ($label:literal, $condition:expr $(,)?) => {
        $crate::__private::classified($label, $condition)
    };
    ($condition:expr, $label:literal $(,)?) => {
        ::core::compile_error!("the label comes first: `classify!(\"label\", condition)`")
    };
    ($label:expr, $condition:expr $(,)?) => {
        $crate::__private::classified($label, $condition)
    };
    ($($other:tt)*) => {
        ::core::compile_error!("write `classify!(\"label\", condition)`")
    };
}

/// Requires that a condition holds for at least this many percent of the cases.
///
/// The runner adds cases until it is sure, whatever the setting `cases` says.
///
/// ```
/// use astragal::{Check, any, cover};
///
/// let report = Check::new().seed(1).run(any::<bool>().map(|b| b), |b| {
///     cover!("true", b, at_least = 30);
/// });
/// assert!(report.verdict.is_pass());
/// # use astragal::prelude::*;
/// ```
///
/// The percentage is any number, such as `0.5` for one case in two hundred.
#[macro_export]
macro_rules! cover {
    ($label:literal, $condition:expr, at_least = $percent:expr $(,)?) => {
        $crate::__private::covered($label, $condition, $percent)
    };
    ($condition:expr, $label:literal, at_least = $percent:expr $(,)?) => {
        ::core::compile_error!("the label comes first: `cover!(\"label\", condition, at_least = 10)`")
    };
    ($label:expr, $condition:expr, at_least = $percent:expr $(,)?) => {
        $crate::__private::covered($label, $condition, $percent)
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "write `cover!(\"label\", condition, at_least = percent)`: for at least 10 of 100 cases, \
             `cover!(\"large\", n > 3, at_least = 10)`"
        )
    };
}

/// Scores the case: the runner searches for cases with higher scores.
///
/// A property with scores spends up to half of its cases on the search, and about as much time as on the others; if the setting
/// `time` is set, as much as is left. Such cases are made from the random ones with the highest scores, by changing their choices,
/// so any generator will do. A score is anything that is high close to a failure: a length, a depth, a sum, an error, a number
/// of steps.
///
/// Where there are several labels, a case is worth keeping unless another one is as good by each of them. NaN is not a
/// score. The report shows the highest scores; the setting `phases` can omit the phase `target`.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::Check;
///
/// let report = Check::new().seed(1).run(vec_of(0..100u32, 0..=20), |list| {
///     let sum: u32 = list.iter().sum();
///     target!("sum", sum);
///     assert!(sum < 1_900); // 95 and more on average: chance alone would take some 10^23 cases
/// });
/// assert!(!report.verdict.is_pass());
/// ```
#[macro_export]
macro_rules! target {
    ($label:literal, $score:expr $(,)?) => {
        $crate::__private::scored($label, ($score) as f64)
    };
    ($score:expr, $label:literal $(,)?) => {
        ::core::compile_error!("the label comes first: `target!(\"label\", score)`")
    };
    ($label:expr, $score:expr $(,)?) => {
        $crate::__private::scored($label, ($score) as f64)
    };
    ($score:expr $(,)?) => {
        $crate::__private::scored(::core::stringify!($score), ($score) as f64)
    };
    ($($other:tt)*) => {
        ::core::compile_error!("write `target!(\"label\", score)`, or `target!(score)`")
    };
}

/// Adds a note to this case. Notes are shown only for the reported failure.
///
/// ```
/// use astragal::{Check, any, note};
///
/// let report = Check::new().seed(1).run(any::<u32>(), |n| {
///     let half = n / 2;
///     note!("half is {half}");
///     assert!(half < 100);
/// });
/// assert_eq!(report.failures[0].minimal.notes[0].text, "half is 100");
/// ```
#[macro_export]
macro_rules! note {
    ($($text:tt)+) => {
        $crate::__private::noted(
            |out| ::core::fmt::Write::write_fmt(out, ::core::format_args!($($text)+)),
            ::core::file!(),
            ::core::line!(),
        )
    };
    () => {
        ::core::compile_error!("write what is to be noted, as for `println!`: `note!(\"half is {half}\")`")
    };
}

/// Marks a place in the code under test, for a search that looks for a value which leads there.
///
/// With the feature `spaces`, `spaces::reach(generator, "label", |value| ..)` finds the smallest such value, or says that there is none
/// within its bound. Anywhere else a mark does nothing, and costs a look at a variable of the thread; a library that depends on Astragal
/// only for its tests writes `#[cfg(test)]` before it. The place must be reached on the thread of the search.
///
/// ```
/// use astragal::prelude::*;
/// use astragal::{reach, spaces};
///
/// fn kind_of_triangle(a: u32, b: u32, c: u32) -> &'static str {
///     if a + b <= c || b + c <= a || c + a <= b {
///         return "none";
///     }
///     if a * a + b * b == c * c {
///         reach!("right angle");
///     }
///     "triangle"
/// }
///
/// let found = spaces::reach((0..100u32, 0..100u32, 0..100u32), "right angle", |&(a, b, c)| kind_of_triangle(a, b, c));
/// assert_eq!(found.value(), Some(&(4, 3, 5)));
/// ```
///
/// Where several places have the same label, the first that is reached ends the search.
#[macro_export]
macro_rules! reach {
    ($label:literal $(,)?) => {
        $crate::__private::reached($label)
    };
    ($($other:tt)*) => {
        ::core::compile_error!("write a label, which a search looks for: `reach!(\"label\")`")
    };
}
