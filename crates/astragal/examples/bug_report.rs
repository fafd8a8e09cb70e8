//! A bug report that was typed in: is it valid, how small can it be, what is like it, what if some of it is unknown?
//!
//! No seed and no choices come with a report, only the value. A generator that runs backwards needs no more.

use astragal::backwards::{Incomplete, NotShrunk};
use astragal::prelude::*;

/// A web shop's order.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Order {
    #[arbitrary(with = string_of('a'..='z', 1..=12))]
    customer: String,
    #[arbitrary(with = vec_of(any::<Item>(), 1..=20))]
    items: Vec<Item>,
    voucher: Option<Voucher>,
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct Item {
    #[arbitrary(with = string_of('a'..='z', 1..=12))]
    name: String,
    #[arbitrary(with = 1..=100_000u32)]
    cents: u32,
    #[arbitrary(with = 1..=99u32)]
    count: u32,
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Voucher {
    Percent(#[arbitrary(with = 1..=100u32)] u32),
    Cents(#[arbitrary(with = 1..=10_000u32)] u32),
    /// Both of two.
    Both(Box<Voucher>, Box<Voucher>),
}

fn total(order: &Order) -> i64 {
    let sum: i64 = order.items.iter().map(|item| i64::from(item.cents) * i64::from(item.count)).sum();
    order.voucher.as_ref().map_or(sum, |voucher| reduced(sum, voucher))
}

/// The bug: the discount in cents may be more than the sum.
fn reduced(sum: i64, voucher: &Voucher) -> i64 {
    match voucher {
        Voucher::Percent(percent) => sum - sum * i64::from(*percent) / 100,
        Voucher::Cents(cents) => sum - i64::from(*cents),
        Voucher::Both(one, other) => reduced(reduced(sum, one), other),
    }
}

fn item(name: &str, cents: u32, count: u32) -> Item {
    Item { name: name.into(), cents, count }
}

fn main() {
    let orders = any::<Order>();
    let fails = |order: &Order| total(order) < 0;

    // As the customer wrote it.
    let reported = Order {
        customer: "hildegard".into(),
        items: vec![item("teapot", 3_950, 1), item("saucer", 450, 6), item("spoon", 120, 6)],
        voucher: Some(Voucher::Both(
            Box::new(Voucher::Percent(95)),
            Box::new(Voucher::Both(Box::new(Voucher::Cents(500)), Box::new(Voucher::Percent(10)))),
        )),
    };
    println!("reported: {reported:?}\ntotal: {}", total(&reported));
    assert!(fails(&reported));

    // A typo is told from a bug: the impossible part is named.
    let mistyped = Order { items: vec![item("teapot", 3_950, 0)], ..reported.clone() };
    let NotShrunk::Invalid(mismatch) = orders.shrink(&mistyped, fails).unwrap_err() else { panic!("it is invalid") };
    println!("mistyped: {mismatch}");
    assert_eq!(mismatch.to_string(), "at Order > vec > Item: 0 is not in 1..=99");

    // Which parts of it matter. Whatever is tried is an order.
    let shrunk = orders.shrink(&reported, fails).unwrap();
    println!("shrunk, in {} evaluations: {:?}", shrunk.evaluations, shrunk.value);
    assert_eq!(shrunk.value.items, [item("a", 1, 1)]);
    assert_eq!(shrunk.value.voucher, Some(Voucher::Cents(2)));

    // Others like it: a few edits away, or with some parts drawn again.
    for seed in 0..3 {
        let mutant = orders.mutate(&reported, seed).unwrap();
        println!("mutant {seed}: {mutant:?}");
        assert!(mutant != reported && orders.can_make(&mutant).is_ok());
    }
    let like_it = (&orders).near(&reported).unwrap();
    let failing = (0..1_000).filter(|&seed| fails(&like_it.sample(seed))).count();
    println!("of 1,000 like it, {failing} fail");
    assert!((500..1_000).contains(&failing));

    // Half of the report was not readable: the rest is kept, and what is missing is drawn.
    let torn = Incomplete::new(reported.clone()).without(|order| &order.customer).without(|order| &order.items[1]);
    let completed = orders.complete(&torn, 4).unwrap();
    println!("completed: {completed:?}");
    assert_eq!(completed.items[2], reported.items[2]);
    assert_ne!(completed.items[1], reported.items[1]);

    // Each order is made in one way; how likely that is without any bias, and how often the value is drawn with it.
    let chance = orders.plain_probability_of(&reported).unwrap();
    println!("{}, with a chance of {chance}", orders.traces(&reported).unwrap().overlap());
    assert!(!chance.is_exact() && chance.log2() < -100.0);
    let estimate = orders.estimated_probability_of(&reported, 1_000, 5).unwrap();
    println!("drawn: {estimate}");
    assert_eq!(estimate.drawn(), 0);
}
