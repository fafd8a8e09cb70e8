//! Stored cases outlive changes of the generator.

use astragal::config::Folder;
use astragal::prelude::*;
use astragal::report::{Found, Now, Problem, Style, Verdict};
use astragal::{Check, Draw, Report};

use super::smallest;

/// A directory that is gone afterwards.
pub(super) struct Directory(std::path::PathBuf);

impl Directory {
    pub(super) fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("astragal-versions-{name}-{}", std::process::id()));
        Directory(path)
    }

    pub(super) fn path(&self) -> &std::path::Path {
        &self.0
    }

    /// One random case: a failure is found only because it was stored.
    pub(super) fn check(&self) -> Check {
        let there = Folder::Directory(self.0.clone());
        Check::new().seed(1).named("versions::property").cases(1).seed(1).with(|config| config.regressions(there))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Many cases of the first version, until one fails, which is stored.
#[track_caller]
pub(super) fn store<G: Draw<Value: std::fmt::Debug>>(
    directory: &Directory,
    generator: G,
    holds: impl Fn(&G::Value) -> bool,
) -> String {
    let report = directory.check().cases(10_000).run(generator, |value| holds(&value));
    assert_eq!(report.verdict, Verdict::Failed);
    smallest(&report)[0].to_string()
}

#[track_caller]
pub(super) fn is_found_again(report: &Report, value: &str) {
    assert_eq!(report.verdict, Verdict::Failed);
    assert_eq!(report.failures[0].found, Found::Regression);
    assert_eq!(smallest(report), [value]);
}

mod first {
    use astragal::prelude::*;

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    pub(super) enum Shape {
        Dot,
        Circle(u16),
        Square(u16),
        Text(String),
    }

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    pub(super) struct Order {
        pub(super) name: String,
        pub(super) price: u32,
        pub(super) amount: u8,
    }

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    pub(super) struct Basket {
        pub(super) prices: Vec<u16>,
        pub(super) name: String,
        pub(super) size: u32,
        pub(super) amounts: Vec<u8>,
    }
}

mod reordered {
    use astragal::prelude::*;

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    pub(super) enum Shape {
        Text(String),
        Square(u16),
        Dot,
        Circle(u16),
    }

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    pub(super) struct Basket {
        pub(super) size: u32,
        pub(super) name: String,
        pub(super) prices: Vec<u16>,
        pub(super) amounts: Vec<u8>,
    }
}

mod extended {
    use astragal::prelude::*;

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    pub(super) enum Shape {
        Nothing,
        Dot,
        Ellipse(u16, u16),
        Circle(u16),
        Pair(Box<Shape>, Box<Shape>),
        Square(u16),
        Text(String),
    }

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    pub(super) struct Order {
        pub(super) urgent: bool,
        pub(super) name: String,
        pub(super) street: String,
        pub(super) price: u32,
        pub(super) amount: u8,
    }
}

mod reduced {
    use astragal::prelude::*;

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    pub(super) enum Shape {
        Dot,
        Square(u16),
        Text(String),
    }

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    pub(super) struct Order {
        pub(super) price: u32,
        pub(super) amount: u8,
    }
}

#[test]
fn variants_are_found_by_name() {
    let directory = Directory::new("variants");
    let stored = store(&directory, any::<Vec<first::Shape>>(), |shapes| {
        !shapes.iter().any(|shape| matches!(shape, first::Shape::Square(side) if *side > 40_000))
    });
    assert_eq!(stored, "[Square(40001)]");
    // Nothing is shrunk further: exactly this value fails.
    let report =
        directory.check().run(any::<Vec<reordered::Shape>>(), |shapes| shapes != [reordered::Shape::Square(40_001)]);
    is_found_again(&report, "[Square(40001)]");
    assert_eq!(report.reread, []);
    let report =
        directory.check().run(any::<Vec<extended::Shape>>(), |shapes| shapes != [extended::Shape::Square(40_001)]);
    is_found_again(&report, "[Square(40001)]");
    let report =
        directory.check().run(any::<Vec<reduced::Shape>>(), |shapes| shapes != [reduced::Shape::Square(40_001)]);
    is_found_again(&report, "[Square(40001)]");
}

#[test]
fn fields_come_and_go() {
    let directory = Directory::new("fields");
    let stored = store(&directory, any::<first::Order>(), |order| order.price < 70_000 || order.amount < 3);
    assert_eq!(stored, "Order { name: \"\", price: 70000, amount: 3 }");
    let report = directory.check().run(any::<extended::Order>(), |order| (order.price, order.amount) != (70_000, 3));
    is_found_again(&report, "Order { urgent: false, name: \"\", street: \"\", price: 70000, amount: 3 }");
    assert_eq!((report.reread.len(), report.reread[0].ended), (1, Now::Fails));
    let report = directory.check().run(any::<reduced::Order>(), |order| (order.price, order.amount) != (70_000, 3));
    is_found_again(&report, "Order { price: 70000, amount: 3 }");
}

#[test]
fn bounds_change() {
    let directory = Directory::new("bounds");
    let stored = store(&directory, vec_of(0..100u8, 0..=5), |list| list.len() < 3 || list[2] < 7);
    assert_eq!(stored, "[0, 0, 7]");
    let report = directory.check().run(vec_of(0..50u8, 0..=30), |list| list != [0, 0, 7]);
    is_found_again(&report, "[0, 0, 7]");
    assert_eq!(report.reread, [], "it is the same value");
}

#[test]
fn what_passes_and_is_another_value_is_told() {
    let directory = Directory::new("stale");
    store(&directory, any::<first::Shape>(), |shape| !matches!(shape, first::Shape::Circle(_)));
    let report = directory.check().run(any::<reduced::Shape>(), |_| true);
    assert_eq!(report.verdict, Verdict::Passed);
    let reread = &report.reread[0];
    assert_eq!((&*reread.stored, reread.ended, report.reread.len()), ("Circle(0)", Now::Passes, 1));
    let text = report.render(Style::plain());
    let told = "warning: a stored case was recorded by an earlier version of the generator; matched by its labels,\n         it passes today\n  \
                was     Circle(0)\n  is now  Square(0)\n  either its bug is fixed, or the entry has lost its meaning and can be removed: ";
    assert!(text.contains(told), "{text}");
    assert!(text.contains(&reread.address.as_ref().unwrap()[..8]), "{text}");
}

#[test]
fn what_passes_and_is_the_same_value_is_not_worth_a_word() {
    let directory = Directory::new("fixed");
    store(&directory, any::<first::Shape>(), |shape| !matches!(shape, first::Shape::Circle(_)));
    let report = directory.check().run(any::<reordered::Shape>(), |_| true);
    assert_eq!((report.verdict, report.reread, report.statistics.regressions), (Verdict::Passed, Vec::new(), 1));
}

#[test]
fn what_is_rejected_now_is_told() {
    let directory = Directory::new("rejected");
    store(&directory, vec_of(0..100u8, 0..=5), |list| list.len() < 2);
    let report = directory.check().run(vec_of((0..100u8, any::<bool>()), 0..=5), |list| {
        assume!(list.len() != 2);
    });
    assert_eq!(report.reread[0].ended, Now::Rejected);
}

#[test]
fn a_value_is_a_case_whatever_the_choices_are() {
    let directory = Directory::new("values");
    let report = directory
        .check()
        .run_with_values(any::<Vec<u32>>(), [vec![], vec![9, 5_000]], |list| list.iter().all(|&n| n < 1_000));
    assert_eq!((&report.verdict, &report.failures[0].found), (&Verdict::Failed, &Found::Given));
    assert_eq!(report.failures[0].minimal.drawn[0].text, "[1000]");
    let text = report.render(Style::plain());
    assert!(text.contains("a given value fails") && !text.contains("the pinned case"), "{text}");
    assert!(matches!(report.failures[0].stored, astragal::report::Stored::In(_)));
    let report = Check::new().seed(1).run_with_values(0..10u8, [12], |_| true);
    let Verdict::Unknown(Problem::Usage { message, .. }) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(message.starts_with("the generator cannot make the value 12"), "{message}");
}

#[test]
fn fields_in_another_order_keep_their_values() {
    let directory = Directory::new("order");
    let stored = store(&directory, any::<first::Basket>(), |it| {
        !(it.prices.iter().any(|&price| price > 700) && it.name.contains('x') && it.size > 30 && it.amounts.len() > 1)
    });
    assert_eq!(stored, r#"Basket { prices: [701], name: "x", size: 31, amounts: [0, 0] }"#);
    let report = directory.check().run(any::<reordered::Basket>(), |it| {
        !(it.prices.iter().any(|&price| price > 700) && it.name.contains('x') && it.size > 30 && it.amounts.len() > 1)
    });
    is_found_again(&report, r#"Basket { size: 31, name: "x", prices: [701], amounts: [0, 0] }"#);
}
