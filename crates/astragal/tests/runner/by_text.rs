//! A stored value is found again by its text where labels do not lead to it.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::net::Ipv4Addr;
use std::time::Duration;

use astragal::generators::Chars;
use astragal::generators::{btree_map_of, btree_set_of};
use astragal::prelude::*;
use astragal::report::{Now, ReadBy, Style, Verdict};
use astragal::{Draw, Report, Source};

use super::versions::{Directory, is_found_again, store};

/// Stores the value that fails with the first generator, and checks that the second one makes it again, where only it fails.
#[track_caller]
fn moves<A, B>(name: &str, stored_by: A, fails: impl Fn(&A::Value) -> bool, read_by: B, value: &str)
where
    A: Draw<Value: Debug>,
    B: Draw<Value: Debug>,
{
    let directory = Directory::new(name);
    assert_eq!(store(&directory, stored_by, |value| !fails(value)), value);
    let report = directory.check().run(read_by, |read| format!("{read:?}") != value);
    is_found_again(&report, value);
    assert_eq!(report.reread.len(), 1, "{:?}", report.reread);
    let reread = &report.reread[0];
    assert_eq!((reread.by, reread.ended, &*reread.stored, &*reread.now), (ReadBy::Text, Now::Fails, value, value));
}

#[test]
fn a_range_moves() {
    moves("range", 0..=1000, |n| *n >= 700, -500..=1000, "700");
    moves("same-bound", 0..=1000, |n| *n >= 300, -500..=500, "300");
    moves("upwards", 0..=1000, |n| *n >= 300, int(100..=5000).origin(4000), "300");
    moves("downwards", -1000..=0, |n| *n <= -300, int(-2000..=-200).origin(-250), "-300");
    moves("steps", 0..=1000u32, |n| *n >= 699, int(0..500u32).map(|n| n * 3), "699");
    moves("squares", 0..=1_000_000u64, |n| *n >= 1 << 18, int(0..5_000u64).map(|n| n * n), "262144");
    moves("all", 0..=i64::MAX, |n| *n >= 1 << 60, any::<i64>(), "1152921504606846976");
    moves("wide", 0..=u64::MAX, |n| *n >= 1 << 60, any::<i128>(), "1152921504606846976");
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Order {
    name: String,
    lines: Vec<(u8, u16)>,
    price: u32,
}

#[test]
fn fields_are_drawn_in_another_order() {
    let other_order = |src: &mut Source| {
        let price = src.draw(int(0..=u32::MAX).map(|n| u32::MAX - n));
        let lines = src.draw(vec_of((any::<u16>(), any::<u8>()).map(|(b, a)| (a, b)), 0..=9));
        Order { name: src.draw(any::<String>()), lines, price }
    };
    let fails = |order: &Order| {
        order.price >= 70_000
            && order.name.chars().any(|c| c >= 'é')
            && order.lines.iter().filter(|(a, b)| *a >= 3 && *b >= 1_000).count() >= 2
    };
    let value = r#"Order { name: "é", lines: [(3, 1000), (3, 1000)], price: 70000 }"#;
    moves("fields", any::<Order>(), fails, from_fn(other_order), value);
    moves(
        "pair",
        (any::<u8>(), 0..1000i32),
        |pair| pair.0 >= 3 && pair.1 >= 500,
        (-9..9000i32, any::<u16>()).map(|(b, a)| (a, b)),
        "(3, 500)",
    );
}

#[test]
fn a_list_becomes_a_recursion_that_asks_whether_there_is_more() {
    fn more(src: &mut Source, list: &mut Vec<u16>) {
        if src.draw(any::<bool>()) {
            list.push(src.draw(5..=9_000u16));
            more(src, list);
        }
    }
    let recursion = from_fn(|src: &mut Source| {
        let mut list = Vec::new();
        more(src, &mut list);
        list
    });
    let fails = |list: &Vec<u16>| {
        list.len() >= 4 && list.iter().all(|n| *n >= 80) && list.windows(2).all(|pair| pair[0] < pair[1])
    };
    moves("recursion", vec_of(0..1_000u16, 0..=9), fails, recursion, "[80, 81, 82, 83]");
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Expr {
    Number(i32),
    Variable(char),
    Not(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Multiply(Box<Expr>, Box<Expr>),
}

fn by_hand() -> impl Gen<Value = Expr> {
    recursive(|expr| {
        let pair = || (expr.clone(), expr.clone()).map(|(a, b)| (Box::new(b), Box::new(a)));
        one_of![
            Chars::range('a'..='z').map(Expr::Variable),
            int(-100..100).map(Expr::Number),
            int(100..=i32::MAX).map(Expr::Number),
            pair().map(|(a, b)| Expr::Multiply(a, b)),
            pair().map(|(a, b)| Expr::Add(a, b)),
            expr.clone().map(|inner| Expr::Not(Box::new(inner))),
        ]
    })
}

#[test]
fn a_derived_enum_is_written_by_hand() {
    fn has(expr: &Expr, wanted: &dyn Fn(&Expr) -> bool) -> bool {
        let within = match expr {
            Expr::Number(_) | Expr::Variable(_) => false,
            Expr::Not(inner) => has(inner, wanted),
            Expr::Add(a, b) | Expr::Multiply(a, b) => has(a, wanted) || has(b, wanted),
        };
        within || wanted(expr)
    }
    let fails = |expr: &Expr| {
        let is_sum = |expr: &Expr| matches!(expr, Expr::Add(a, b) if has(a, &|a| matches!(a, Expr::Not(_))) && has(b, &|b| matches!(b, Expr::Variable(_))));
        has(
            expr,
            &|expr| matches!(expr, Expr::Multiply(a, b) if has(a, &is_sum) && has(b, &|b| matches!(b, Expr::Number(n) if *n > 1_000))),
        )
    };
    let value = "Multiply(Add(Not(Number(0)), Variable('a')), Number(1001))";
    moves("enum", any::<Expr>(), fails, by_hand(), value);
}

#[test]
fn a_branch_is_taken_by_chance_and_not_by_a_pick() {
    let by_chance = from_fn(|src: &mut Source| {
        let mut list = Vec::new();
        while list.len() < 9 && src.draw(any::<bool>()) {
            let is_name = src.draw(0..10) < 4;
            list.push(if is_name { Expr::Variable(src.draw('a'..='z')) } else { Expr::Number(src.draw(-50..=1_000)) });
        }
        list
    });
    let fails = |list: &Vec<Expr>| list.iter().any(|expr| matches!(expr, Expr::Number(300..)));
    moves("by-chance", vec_of(any::<Expr>(), 0..=9), fails, by_chance, "[Number(300)]");
}

#[test]
fn characters_strings_and_floats_are_found() {
    moves("letter", any::<char>(), |c| *c >= 'q', 'b'..='z', "'q'");
    moves("capital", 'A'..='Z', |c| *c >= 'Q', any::<char>(), "'Q'");
    let value = r#""\"\n\u{202e}""#;
    let letters = vec_of(any::<char>(), 0..=20).map(|letters| letters.into_iter().collect::<String>());
    moves("string", select(["".to_string(), "\"\n\u{202e}".into()]), |text| !text.is_empty(), letters, value);
    let pair = (any::<f64>(), any::<u8>()).map(|pair| pair.0);
    moves("fraction", select([0.0, 123_456.789]), |x| *x > 0.0, pair, "123456.789");
    moves("tenths", int(0..=1000).map(|n| f64::from(n) / 10.0), |x| *x >= 70.3, float(-1e3..1e3f64), "70.3");
    moves("narrow", int(0..=1000).map(|n| n as f32 / 10.0), |x| *x >= 70.3, any::<f32>(), "70.3");
    moves("to-tenths", select([0.0, -12.3]), |x| *x < 0.0, int(-1000..=1000).map(|n| f64::from(n) / 10.0), "-12.3");
}

#[test]
fn sets_maps_and_long_lists_are_found() {
    let fails = |set: &BTreeSet<i32>| set.len() >= 3 && set.iter().all(|n| *n >= 200);
    moves(
        "set",
        btree_set_of(0..=1000, 0..=9),
        fails,
        btree_set_of(int(-500..=1000).origin(100), 0..=9),
        "{200, 201, 202}",
    );
    let fails =
        |map: &BTreeMap<u8, bool>| map.len() >= 2 && map.values().all(|held| *held) && map.keys().all(|key| *key >= 7);
    moves(
        "map",
        any::<BTreeMap<u8, bool>>(),
        fails,
        btree_map_of(int(0..=250u8).map(|n| 250 - n), any::<bool>(), 0..=5),
        "{7: true, 8: true}",
    );
    let long = (1..60u16).map(|n| n * 997 % 5000).collect::<Vec<_>>();
    let value = format!("{long:?}");
    moves("long", select([vec![], long]), |list| !list.is_empty(), vec_of(-9..=6000i16, 0..=100), &value);
}

#[test]
fn what_is_made_of_several_choices_or_printed_as_several_numbers_is_found() {
    let address = Ipv4Addr::new(10, 188, 97, 78);
    moves(
        "address",
        select([Ipv4Addr::UNSPECIFIED, address]),
        |is| *is == address,
        any::<u32>().map(Ipv4Addr::from),
        "10.188.97.78",
    );
    let time = Duration::from_nanos(12_345_678_901_234);
    let parts = (any::<u64>(), 0..1_000_000_000u32).map(|(seconds, nanos)| Duration::new(seconds, nanos));
    moves("time", select([Duration::ZERO, time]), |is| *is == time, parts, "12345.678901234s");
    let list = vec![Some((false, 97u16)), Some((true, 3)), None, Some((true, 123)), None];
    let (stored, value) = (select([vec![], list.clone()]), format!("{list:?}"));
    let some = (any::<u16>(), any::<bool>()).map(|(number, flag)| Some((flag, number)));
    moves("options", stored, |is| *is == list, vec_of(one_of![some, just(None)], 0..=300), &value);
}

#[test]
fn a_value_that_cannot_be_made_any_more_is_told_as_before() {
    let directory = Directory::new("impossible");
    store(&directory, vec_of(0..100u8, 0..=5), |list| !list.contains(&77));
    let report = directory.check().run(vec_of(0..50u8, 0..=30), |_| true);
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!(
        (report.reread[0].by, report.reread[0].ended, &*report.reread[0].stored),
        (ReadBy::Labels, Now::Passes, "[77]")
    );
}

#[test]
fn the_user_is_told_in_one_sentence() {
    let directory = Directory::new("told");
    store(&directory, 0..=1000, |n| *n < 700);
    let read = |property: fn(i32) -> bool| directory.check().run(-500..=1000, property);
    let text = read(|n| n != 700).render(Style::plain());
    let told = "warning: a stored case was recorded by an earlier version of the generator; the same value was found\n         \
                again by its text and fails today\n  value   700\n  the new form is stored too, so remove the old entry: ";
    assert!(text.contains(told), "{text}");
    // The result is stored: the next time there is nothing to look for.
    let report: Report = read(|_| true);
    assert_eq!((report.verdict, report.reread, report.statistics.regressions), (Verdict::Passed, vec![], 2));
}

#[test]
fn looking_for_a_value_does_not_run_the_property() {
    let directory = Directory::new("runs");
    store(&directory, vec_of(0..=1000, 0..=9), |list| list.iter().sum::<i32>() < 3_500);
    let runs = Cell::new(0);
    let report = directory.check().run(vec_of(-500..=1000, 0..=9), |list| {
        runs.set(runs.get() + 1);
        list.iter().sum::<i32>() != 3_500
    });
    assert_eq!(report.reread[0].by, ReadBy::Text);
    assert!(runs.get() < 200, "{}", runs.get());
}

/// One draw takes longer than the search for a value ever took.
#[test]
fn how_long_it_takes_to_draw_does_not_decide_what_is_found() {
    let slow = Cell::new(true);
    let read_by = int(-500..=1000).map(move |n| {
        if slow.replace(false) {
            std::thread::sleep(Duration::from_millis(2_100));
        }
        n
    });
    moves("slow", 0..=1000, |n| *n >= 700, read_by, "700");
}

/// The choices of one entry are many, and the property reads one of them.
#[test]
fn a_long_entry_is_read_in_as_few_runs_as_a_short_one() {
    let runs_with = |choices: usize| {
        let directory = Directory::new(&format!("long-{choices}"));
        let mut writer = astragal::choices::Writer::default();
        (0..choices).for_each(|_| writer.put(7, 8));
        let entry = astragal::store::Entry::new(writer.finish(), "[7, 7]");
        let regressions = astragal::store::Regressions::in_directory(directory.path(), "versions::property");
        regressions.save(&entry).unwrap();
        let (runs, drawn) = (Cell::new(0), Cell::new(0));
        let generator = any::<u32>().map(|n| {
            drawn.set(drawn.get() + 1);
            n
        });
        let report = directory.check().run(generator, |_| runs.set(runs.get() + 1));
        assert_eq!((report.verdict, report.statistics.regressions), (Verdict::Passed, 1));
        (runs.get(), drawn.get())
    };
    for choices in [100, 80_000] {
        let (runs, drawn) = runs_with(choices);
        assert!(runs < 20 && drawn < 100, "{choices}: {runs}, {drawn}");
    }
}

#[test]
fn a_property_that_draws_while_it_runs_is_run() {
    let directory = Directory::new("drawing");
    let check = || directory.check().cases(10_000);
    let first = check().run_drawing(|t| {
        let len = t.draw(1..=5usize);
        let list: Vec<i32> = (0..len).map(|_| t.draw(0..=100)).collect();
        list.len() < 3 || list[2] < 70
    });
    assert_eq!(first.verdict, Verdict::Failed);
    let second = check().cases(1).run_drawing(|t| {
        let len = t.draw(0..=9usize);
        let list: Vec<i32> = (0..len).map(|_| t.draw(-50..=100)).collect();
        list != [0, 0, 70]
    });
    assert_eq!(
        (second.verdict, second.reread[0].by, &*second.reread[0].now),
        (Verdict::Failed, ReadBy::Text, "3, 0, 0, 70")
    );
}

#[test]
fn a_text_that_only_begins_like_it_is_another_value() {
    let directory = Directory::new("begins");
    store(&directory, 0..=9, |n| *n < 5);
    let report = directory.check().run(int(0..=900).map(|n| n * 10), |_| true);
    assert_eq!((report.reread[0].by, &*report.reread[0].stored, &*report.reread[0].now), (ReadBy::Labels, "5", "50"));
}
