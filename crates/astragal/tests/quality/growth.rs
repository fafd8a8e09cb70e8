//! Structured growth as the thesis on it has it (chapter 4), and what it left open.

use std::collections::BTreeSet;
use std::fmt::Debug;

use astragal::prelude::*;
use astragal::report::{Found, Style, Verdict};
use astragal::shapes::{ByHand, Grow, Growing};
use astragal::shapes::{Grown, grow, grown};
use astragal::{Check, Draw, Report};

/// The generator of integers of listing 20, from given start values.
fn integers<'a>(seeds: &[i64]) -> Growing<ByHand<'a, i64>> {
    grow(seeds.to_vec()).step("inc", |n| n + 1).step("dec", |n| n - 1).step("*3", |n| n * 3)
}

fn enumerated<P: Grow<Value: Debug>>(growing: &Growing<P>, count: usize) -> Vec<P::Value> {
    growing.breadth_first().take(count).map(Grown::into_value).collect()
}

fn shown<P: Grow<Value: Debug>>(growing: &Growing<P>, text: &str, among: usize) -> String {
    let found = growing.breadth_first().take(among).find(|value| format!("{:?}", **value) == text);
    format!("{:?}", found.unwrap_or_else(|| panic!("{text} is not among the first {among}")))
}

fn text_of(report: &Report) -> &str {
    &report.failures[0].minimal.drawn[0].text
}

#[test]
fn listing_17_the_first_three_levels_of_the_tree() {
    // Level by level, without repeats (in parentheses): 0 | 1 -1 (0) | 2 (0) 3 (0) -2 -3.
    let tree = integers(&[0]);
    assert_eq!(enumerated(&tree, 7), [0, 1, -1, 2, 3, -2, -3]);
    let depths: Vec<usize> = tree.breadth_first().take(7).map(|n| n.depth()).collect();
    assert_eq!(depths, [0, 1, 1, 2, 2, 2, 2]);
}

#[test]
fn listing_20_all_start_values_are_mixed() {
    assert_eq!(enumerated(&integers(&[-1, 0, 1]), 13), [-1, 0, 1, -2, -3, 2, 3, -6, -4, -9, 6, 4, 9]);
}

#[test]
fn listing_23_a_failing_value_prints_its_path() {
    // In the order of the list: the first value that fails has the shortest path, and nothing has to be shrunk.
    let report = Check::new().seed(1).run(integers(&[2]).first(500), |n| assert_ne!(*n, 5));
    assert_eq!(text_of(&report), "2 -> 6 -> 5 (seed, *3, dec)");
    assert_eq!(report.failures[0].found, Found::Exhaustive(9));
    let page = report.render(Style::plain());
    assert!(page.contains("2 -> 6 -> 5 (seed, *3, dec)"), "{page}");

    // By a random walk, whose steps shrink: the same path from every seed.
    for seed in 0..20 {
        let report = Check::new().seed(seed).run(integers(&[2]), |n| *n != 5);
        assert_eq!(text_of(&report), "2 -> 6 -> 5 (seed, *3, dec)", "seed {seed}");
        let again = Check::new()
            .seed(1)
            .cases(1)
            .pin(report.failures[0].minimal.choices.token())
            .run(integers(&[2]), |n| *n != 5);
        assert_eq!(text_of(&again), text_of(&report));
    }
}

#[test]
fn listing_24_records_by_hand_and_for_nothing() {
    #[derive(Clone, Debug, PartialEq, Arbitrary)]
    struct MyRecord {
        a: bool,
        b: i64,
    }
    // Composed: all combinations of start values, and one field grows at a time.
    let by_hand = grow([false, true])
        .step("not", |a| !a)
        .named("a")
        .and(grow([-1, 0, 1]).step("inc", |b| b + 1).step("dec", |b| b - 1).named("b"))
        .map_grown(|(a, b)| MyRecord { a, b });
    let starts: Vec<(bool, i64)> = enumerated(&by_hand, 6).into_iter().map(|record| (record.a, record.b)).collect();
    assert_eq!(starts, [(false, -1), (false, 0), (false, 1), (true, -1), (true, 0), (true, 1)]);
    assert_eq!(
        shown(&by_hand, "MyRecord { a: true, b: 3 }", 20),
        "MyRecord { a: true, b: 1 } -> MyRecord { a: true, b: 2 } -> MyRecord { a: true, b: 3 } (seed, b = inc, b = inc)"
    );
    // For free: the boundaries of each field.
    let derived = grown(any::<MyRecord>());
    assert_eq!(shown(&derived, "MyRecord { a: true, b: 0 }", 3), "MyRecord { a: true, b: 0 } (seed)");
    let all = enumerated(&derived, 200);
    for b in [0, 1, -1, i64::MAX, i64::MIN] {
        assert!([true, false].iter().all(|&a| all.contains(&MyRecord { a, b })), "{b}");
    }
}

#[test]
fn listing_25_lists_of_any_length() {
    // Each start value is added, each step is taken on each element: also on the sixth, which `a -> a` did not reach.
    let lists = integers(&[-1, 0, 1]).list();
    assert_eq!(enumerated(&lists, 4), [vec![], vec![-1], vec![0], vec![1]]);
    let report = Check::new().seed(1).run(&lists, |list| list.iter().sum::<i64>() < 3);
    assert_eq!(text_of(&report), "[] -> [1] -> [3] (seed, add, apply *3 to element 0)");
    let report = Check::new().seed(1).run(&lists, |list| list.len() < 6 || list[5] != 2);
    let path = "(seed, add, add, add, add, add, add, apply inc to element 5)";
    assert!(text_of(&report).ends_with(path), "{}", text_of(&report));

    // For free: empty, one element in each class, two equal ones.
    let all = enumerated(&grown(any::<Vec<i64>>()), 60);
    assert_eq!(all[..3], [vec![], vec![0], vec![0, 0]]);
    for list in [vec![i64::MAX], vec![i64::MIN], vec![i64::MAX; 2], vec![0, i64::MIN]] {
        assert!(all.contains(&list), "{list:?}");
    }
}

/// A condition of a part holds of it in the whole, and growth still goes through what does not meet it.
#[test]
fn conditions_of_parts_hold_in_what_is_composed_of_them() {
    let even = || integers(&[1]).take_when(|n| n % 2 == 0);
    assert!(enumerated(&even().list(), 100).iter().flatten().all(|n| n % 2 == 0));
    assert!(enumerated(&even().list(), 100).contains(&vec![2, 0]));
    let pairs = even().and(integers(&[0])).map_grown(|(one, other)| [one, other]);
    for seed in 0..200 {
        let grown = pairs.sample(seed);
        assert_eq!(grown[0] % 2, 0, "{grown:?}");
        let choices = pairs.choices_of(&grown).unwrap();
        assert_eq!(pairs.replay(&choices).unwrap(), grown);
    }
    let odd = grow([1]).take_when(|n| n % 2 == 0).list();
    let one = grow([1]).list().breadth_first().nth(1).unwrap();
    assert_eq!(*one, [1]);
    assert!(odd.choices_of(&one).is_err(), "no element is taken");
}

#[test]
fn listing_27_natural_numbers_by_a_condition() {
    let naturals = integers(&[-1, 0, 1]).take_when(|n| *n >= 0);
    assert_eq!(enumerated(&naturals, 8), [0, 1, 2, 3, 6, 4, 9, 7]);
    assert!((0..500).all(|seed| *naturals.sample(seed) >= 0));
}

/// The classes of a type are among its first values.
#[track_caller]
fn has_classes<G: Draw<Value: Debug>>(generator: G, among: usize, classes: &[&str]) {
    let all: BTreeSet<String> =
        grown(generator).breadth_first().take(among).map(|value| format!("{:?}", *value)).collect();
    for class in classes {
        assert!(all.contains(*class), "{class} is missing among {all:#?}");
    }
}

#[test]
fn open_point_the_boundaries_of_standard_types_are_start_values() {
    has_classes(any::<i32>(), 30, &["0", "1", "-1", "2147483647", "-2147483648", "128", "-128", "32768"]);
    has_classes(any::<u64>(), 30, &["18446744073709551615", "255", "256", "4294967296", "9223372036854775808"]);
    has_classes(any::<i128>(), 30, &[&i128::MAX.to_string(), &i128::MIN.to_string(), "0", "-1"]);
    has_classes(
        any::<f64>(),
        40,
        &["NaN", "inf", "-inf", "-0.0", "5e-324", "2.2250738585072014e-308", &format!("{:?}", f64::MAX), "0.5"],
    );
    has_classes(any::<f32>(), 40, &["NaN", "-inf", "-0.0", "1e-45", "1.1920929e-7", "3.4028235e38"]);
    has_classes(any::<char>(), 45, &["'a'", "'Z'", "'\\0'", "'\\n'", "'ß'", "'\\u{202e}'", "'😀'", "'\\u{10ffff}'"]);
    has_classes(any::<String>(), 250, &["\"\"", "\"a\"", "\"aa\"", "\"ß\"", "\"😀\"", "\"\\0\"", "\"ßß\""]);
    has_classes(any::<Option<u8>>(), 40, &["None", "Some(0)", "Some(255)", "Some(127)"]);
    has_classes(any::<Result<bool, u8>>(), 40, &["Ok(true)", "Err(255)"]);
    has_classes(any::<Vec<u8>>(), 60, &["[]", "[0]", "[0, 0]", "[255]", "[255, 255]", "[0, 255]"]);
    has_classes(any::<[i8; 2]>(), 70, &["[0, 0]", "[-128, -128]", "[127, 0]", "[0, 127]"]);
    has_classes(any::<std::time::Duration>(), 40, &["0ns", "18446744073709551615s", "999.999999ms"]);
    has_classes(any::<BTreeSet<u8>>(), 60, &["{}", "{0}", "{255}"]);
}

#[test]
fn open_point_several_arguments() {
    let report = Check::new()
        .seed(1)
        .run(grown((any::<u8>(), any::<u8>())).first(900), |pair| pair.0.checked_add(pair.1).is_some());
    assert_eq!(text_of(&report), "(255, 255) (seed)");
    // Each argument has its own growth, and each failing one its own path.
    let report = Check::new().seed(3).run((integers(&[2]), integers(&[0])), |(a, b)| *a < 5 || *b < 3);
    assert_eq!(text_of(&report), "(2 -> 6 (seed, *3), 0 -> 1 -> 3 (seed, inc, *3))");
}

#[test]
fn open_point_random_and_structured_in_one_run() {
    // One bug is at a boundary, the other at an arbitrary value.
    let mixed = || grown(any::<u64>()).or_random(any::<u64>());
    let boundary = Check::new().seed(1).cases(2_000).seed(5).run(mixed(), |n| *n != u64::MAX);
    assert_eq!(text_of(&boundary), "18446744073709551615 (seed)");
    let anywhere = Check::new().seed(1).cases(2_000).seed(5).run(mixed(), |n| *n % 101 != 77);
    assert_eq!(anywhere.verdict, Verdict::Failed);
}

#[test]
fn a_part_with_growth_of_its_own_in_a_larger_value() {
    let leap_years = grow([1900, 2000, 2024]).step("+4", |year: &u32| year + 4);
    let dates = grown((leap_years, 1..=12u8, 1..=31u8)).first(1_000);
    let report = Check::new().seed(1).run(dates, |date| *date.0 % 100 != 0 || *date.0 % 400 == 0 || date.2 < 31);
    assert_eq!(text_of(&report), "(1900 (seed), 1, 31) (seed)");
}

/// The names of the steps to the first value that is looked for.
fn steps<P: Grow>(growing: &Growing<P>, among: usize, is_it: impl Fn(&P::Value) -> bool) -> Vec<String>
where
    P::Value: Debug,
{
    let found = growing.breadth_first().take(among).find(|value| is_it(value)).expect("a value among the first");
    found.path().map(|(label, _)| label.to_string()).collect()
}

#[test]
fn a_derived_type_grows_by_the_names_of_its_fields() {
    #[derive(Clone, Debug, PartialEq, Arbitrary)]
    struct Point {
        x: i8,
        y: Option<u16>,
    }
    #[derive(Clone, Debug, PartialEq, Arbitrary)]
    enum Shape {
        Nothing,
        Dot(Point),
        Line { from: Point, to: Box<Point> },
        Path(Vec<Point>, bool),
    }
    #[derive(Clone, Debug, PartialEq, Arbitrary)]
    struct Natural(u32);

    let points = grown(any::<Point>());
    assert_eq!(steps(&points, 4_000, |p| p.x == 2 && p.y.is_none()), ["seed", "x = next but one"]);
    assert_eq!(steps(&points, 4_000, |p| p.x == 0 && p.y == Some(3)), ["seed", "y = next but one"]);
    assert_eq!(steps(&grown(any::<Natural>()), 900, |n| n.0 == 3), ["seed", "next but one"]);
    let shapes = grown(any::<Shape>());
    assert_eq!(steps(&shapes, 9_000, |s| *s == Shape::Dot(Point { x: 2, y: None })), ["seed", "x = next but one"]);
    let line = |x| Shape::Line { from: Point { x: 0, y: None }, to: Box::new(Point { x, y: None }) };
    assert_eq!(steps(&shapes, 9_000, |s| *s == line(2)), ["seed", "to = x = next but one"]);
    let lists = grown(any::<Vec<Point>>());
    let is_second = |list: &Vec<Point>| list.len() == 2 && list[1].x == 2 && list[1].y.is_none();
    assert_eq!(steps(&lists, 9_000, is_second).last().unwrap(), "apply x = next but one to element 1");
    assert_eq!(steps(&grown(any::<(bool, [u16; 2])>()), 9_000, |s| s.1 == [0, 3]), ["seed", "1 = 1 = next but one"]);
    assert_eq!(steps(&grown(any::<(bool, Shape)>()), 50, |s| s.1 == Shape::Nothing), ["seed"]);
}

#[test]
fn a_growth_within_a_larger_one_goes_on_by_its_own_steps() {
    let pairs = grown((integers(&[2]), any::<bool>()));
    assert_eq!(steps(&pairs, 500, |pair| *pair.0 == 5 && !pair.1), ["seed", "0 = *3", "0 = dec"]);
    // The inner path is a shortest one too, and each value comes once.
    let all: Vec<_> = pairs.breadth_first().take(200).collect();
    let inner: BTreeSet<_> = all.iter().map(|pair| (*pair.0, pair.1)).collect();
    assert_eq!(inner.len(), all.len());
    assert!(all.iter().all(|pair| pair.0.depth() <= pair.depth()));

    fn names<'a>() -> Growing<ByHand<'a, String>> {
        grow(["a".to_string()]).steps("double", |name| (name.len() < 9).then(|| name.repeat(2)))
    }
    #[derive(Clone, Debug, PartialEq, Arbitrary)]
    struct Account {
        #[arbitrary(opaque = grow([-1i64, 0, 1]).step("*3", |n| n.wrapping_mul(3)).map(Grown::into_value))]
        balance: i64,
        #[arbitrary(with = vec_of(names(), 0..=2), open)]
        names: Vec<Grown<String>>,
    }
    let accounts = grown(any::<Account>());
    assert_eq!(
        steps(&accounts, 2_000, |account| account.balance == 9 && account.names.is_empty()),
        ["seed", "balance = *3", "balance = *3"]
    );
    let doubled = |account: &Account| account.names.len() == 2 && *account.names[1] == "aa";
    assert_eq!(steps(&accounts, 2_000, doubled).last().unwrap(), "names = apply double to element 1");
}

#[test]
fn fewer_values_than_at_random_find_what_is_next_to_a_boundary() {
    // The midpoint of two numbers overflows for large ones.
    let midpoint = |(low, high): (i32, i32)| low.checked_add(high).is_some();
    let grown_first = grown(any::<(i32, i32)>()).breadth_first().position(|pair| !midpoint(*pair)).unwrap();
    assert!(grown_first < 20, "{grown_first}");
}
