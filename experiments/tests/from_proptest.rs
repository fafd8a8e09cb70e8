//! Ten everyday proptest tests and the same tests in Astragal, side by side: `cargo test -p experiments --test from_proptest`.
//!
//! Each module has the proptest version, `proptest`, and ours, `astragal`, under the same name.

/// A subject: dates, as a service might have them.
#[derive(Clone, Debug, PartialEq)]
struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    fn text(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    fn parse(text: &str) -> Result<Date, String> {
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else { return Err(format!("{text:?} does not have three parts")) };
        let number = |part: &str| part.parse::<u16>().map_err(|error| format!("{part:?}: {error}"));
        Ok(Date { year: number(year)?, month: number(month)? as u8, day: number(day)? as u8 })
    }
}

/// A subject: expressions.
#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Number(i64),
    Add(Box<Expr>, Box<Expr>),
}

impl Expr {
    fn value(&self) -> i64 {
        match self {
            Expr::Number(n) => *n,
            Expr::Add(a, b) => a.value().wrapping_add(b.value()),
        }
    }

    fn folded(self) -> Expr {
        Expr::Number(self.value())
    }
}

/// `prop_compose!`: a generator in steps.
mod compose {
    use super::Date;

    mod proptest {
        use super::Date;
        use ::proptest::prelude::*;

        prop_compose! {
            fn dates()(year in 1900..2100u16, month in 1..=12u8)
                      (day in 1..=(if month == 2 { 28u8 } else { 30 }), year in Just(year), month in Just(month)) -> Date {
                Date { year, month, day }
            }
        }

        proptest! {
            #[test]
            fn parses_what_it_prints(date in dates()) {
                prop_assert_eq!(Date::parse(&date.text()), Ok(date));
            }
        }
    }

    mod astragal {
        use super::Date;
        use ::astragal::prelude::*;

        fn dates() -> impl Gen<Value = Date> {
            from_fn(|src| {
                let (year, month) = src.draw((1900..2100u16, 1..=12u8));
                let day = src.draw(1..=if month == 2 { 28 } else { 30 });
                Date { year, month, day }
            })
        }

        #[property]
        fn parses_what_it_prints(#[from(dates())] date: Date) {
            assert_eq!(Date::parse(&date.text()), Ok(date));
        }
    }
}

/// `prop_oneof!`: one of several generators, with weights.
mod one_of {
    mod proptest {
        use ::proptest::prelude::*;

        fn ports() -> impl Strategy<Value = u16> {
            prop_oneof![3 => Just(8080), 1 => 1..=1023u16]
        }

        proptest! {
            #[test]
            fn ports_are_not_zero(port in ports()) {
                prop_assert_ne!(port, 0);
            }
        }
    }

    mod astragal {
        use ::astragal::prelude::*;

        fn ports() -> impl Gen<Value = u16> {
            one_of![3 => just(8080), 1 => 1..=1023u16]
        }

        #[property]
        fn ports_are_not_zero(#[from(ports())] port: u16) {
            assert_ne!(port, 0);
        }
    }
}

/// `prop_flat_map`: a generator that depends on a value.
mod flat_map {
    mod proptest {
        use ::proptest::collection::vec;
        use ::proptest::prelude::*;

        fn matrices() -> impl Strategy<Value = Vec<Vec<u8>>> {
            (1..5usize).prop_flat_map(|columns| vec(vec(any::<u8>(), columns), 1..5))
        }

        proptest! {
            #[test]
            fn rows_are_equally_long(matrix in matrices()) {
                prop_assert!(matrix.iter().all(|row| row.len() == matrix[0].len()));
            }
        }
    }

    mod astragal {
        use ::astragal::prelude::*;

        fn matrices() -> impl Gen<Value = Vec<Vec<u8>>> {
            int(1..5usize).and_then(|columns| vec_of(vec_of(any::<u8>(), columns), 1..5))
        }

        #[property]
        fn rows_are_equally_long(#[from(matrices())] matrix: Vec<Vec<u8>>) {
            assert!(matrix.iter().all(|row| row.len() == matrix[0].len()));
        }
    }
}

/// `prop_filter` and `prop_map`; and an assumption in the test itself.
mod filter {
    mod proptest {
        use ::proptest::prelude::*;

        fn odd_squares() -> impl Strategy<Value = u64> {
            (0..1_000u64).prop_filter("odd", |n| n % 2 == 1).prop_map(|n| n * n)
        }

        proptest! {
            #[test]
            fn odd_squares_are_one_modulo_eight(square in odd_squares()) {
                prop_assume!(square > 1);
                prop_assert_eq!(square % 8, 1);
            }
        }
    }

    mod astragal {
        use ::astragal::prelude::*;

        fn odd_squares() -> impl Gen<Value = u64> {
            int(0..1_000u64).filter(|n| n % 2 == 1).map(|n| n * n)
        }

        #[property]
        fn odd_squares_are_one_modulo_eight(#[from(odd_squares())] square: u64) {
            assume!(square > 1);
            assert_eq!(square % 8, 1);
        }
    }
}

/// `prop_recursive`: recursion with a limit.
mod recursive {
    use super::Expr;

    mod proptest {
        use super::Expr;
        use ::proptest::prelude::*;

        fn exprs() -> impl Strategy<Value = Expr> {
            any::<i64>().prop_map(Expr::Number).prop_recursive(4, 32, 2, |inner| {
                (inner.clone(), inner).prop_map(|(a, b)| Expr::Add(Box::new(a), Box::new(b)))
            })
        }

        proptest! {
            #[test]
            fn folding_keeps_the_value(expr in exprs()) {
                prop_assert_eq!(expr.clone().folded().value(), expr.value());
            }
        }
    }

    mod astragal {
        use super::Expr;
        use ::astragal::prelude::*;

        fn exprs() -> impl Gen<Value = Expr> {
            recursive(|inner| {
                let sum = (inner.clone(), inner).map(|(a, b)| Expr::Add(Box::new(a), Box::new(b)));
                one_of![any::<i64>().map(Expr::Number), sum]
            })
            .depth(4)
        }

        #[property]
        fn folding_keeps_the_value(#[from(exprs())] expr: Expr) {
            assert_eq!(expr.clone().folded().value(), expr.value());
        }
    }
}

/// `any_with`: parameters. A function with arguments takes its place.
mod any_with {
    mod proptest {
        use ::proptest::collection::size_range;
        use ::proptest::prelude::*;

        proptest! {
            #[test]
            fn short_lists_are_short(list in any_with::<Vec<u8>>(size_range(0..4).lift())) {
                prop_assert!(list.len() < 4);
            }
        }
    }

    mod astragal {
        use ::astragal::prelude::*;

        fn lists(longest: usize) -> impl Gen<Value = Vec<u8>> {
            vec_of(any::<u8>(), 0..=longest)
        }

        #[property]
        fn short_lists_are_short(#[from(lists(3))] list: Vec<u8>) {
            assert!(list.len() < 4);
        }
    }
}

/// `sample::Index`: a position in a list. An argument that depends on an earlier one is another way.
mod index {
    mod proptest {
        use ::proptest::prelude::*;
        use ::proptest::sample::Index;

        proptest! {
            #[test]
            fn removing_makes_shorter(list in ::proptest::collection::vec(any::<u8>(), 1..9), index in any::<Index>()) {
                let mut shorter = list.clone();
                shorter.remove(index.index(list.len()));
                prop_assert_eq!(shorter.len(), list.len() - 1);
            }
        }
    }

    mod astragal {
        use ::astragal::generators::Index;
        use ::astragal::prelude::*;

        #[property]
        fn removing_makes_shorter(#[from(vec_of(any::<u8>(), 1..9))] list: Vec<u8>, index: Index) {
            let mut shorter = list.clone();
            shorter.remove(index.of(&list));
            assert_eq!(shorter.len(), list.len() - 1);
        }

        #[property]
        fn so_it_does_at_a_position(
            #[from(vec_of(any::<u8>(), 1..9))] list: Vec<u8>,
            #[from(0..list.len())] at: usize,
        ) {
            let mut shorter = list.clone();
            shorter.remove(at);
            assert_eq!(shorter.len(), list.len() - 1);
        }
    }
}

/// Strings from a regular expression.
mod regex {
    use super::Date;

    mod proptest {
        use super::Date;
        use ::proptest::prelude::*;

        proptest! {
            #[test]
            fn dates_are_parsed(text in "[0-9]{4}-[01][0-9]-[0-3][0-9]") {
                prop_assert!(Date::parse(&text).is_ok());
            }
        }
    }

    mod astragal {
        use super::Date;
        use ::astragal::prelude::*;

        #[property]
        fn dates_are_parsed(#[from(string_matching("[0-9]{4}-[01][0-9]-[0-3][0-9]"))] text: String) {
            assert!(Date::parse(&text).is_ok());
        }
    }
}

/// State by hand: operations against a model.
mod state {
    use std::collections::BTreeSet;

    /// What is done to a set.
    #[derive(Clone, Debug, ::astragal::Arbitrary)]
    enum Operation {
        Insert(u8),
        Remove(u8),
    }

    /// Whether a sorted list of distinct numbers is the same set as the model after all operations.
    fn agrees(operations: &[Operation]) -> bool {
        let (mut model, mut list) = (BTreeSet::new(), Vec::new());
        operations.iter().all(|operation| {
            match operation {
                Operation::Insert(n) => {
                    model.insert(*n);
                    if let Err(at) = list.binary_search(n) {
                        list.insert(at, *n);
                    }
                }
                Operation::Remove(n) => {
                    model.remove(n);
                    list.retain(|other| other != n);
                }
            }
            model.iter().eq(&list)
        })
    }

    mod proptest {
        use super::{Operation, agrees};
        use ::proptest::collection::vec;
        use ::proptest::prelude::*;

        fn operations() -> impl Strategy<Value = Operation> {
            prop_oneof![any::<u8>().prop_map(Operation::Insert), any::<u8>().prop_map(Operation::Remove)]
        }

        proptest! {
            #[test]
            fn the_list_is_the_set(operations in vec(operations(), 0..50)) {
                prop_assert!(agrees(&operations));
            }
        }
    }

    mod astragal {
        use super::{Operation, agrees};
        use ::astragal::prelude::*;

        // The type derives `Arbitrary`; a list of them needs no generator of its own.
        #[property]
        fn the_list_is_the_set(operations: Vec<Operation>) {
            assert!(agrees(&operations));
        }
    }
}

/// Errors: a test that returns a `Result` and uses `?`.
mod errors {
    use super::Date;

    mod proptest {
        use super::Date;
        use ::proptest::prelude::*;

        proptest! {
            #[test]
            fn years_survive(year in 1900..2100u16) {
                let date = Date::parse(&format!("{year}-01-01")).map_err(TestCaseError::fail)?;
                prop_assert_eq!(date.year, year);
            }
        }
    }

    mod astragal {
        use super::Date;
        use ::astragal::prelude::*;

        #[property]
        fn years_survive(#[from(1900..2100)] year: u16) -> Result<(), String> {
            let date = Date::parse(&format!("{year}-01-01"))?;
            assert_eq!(date.year, year);
            Ok(())
        }
    }
}
