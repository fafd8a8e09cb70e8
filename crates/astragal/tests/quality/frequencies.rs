//! Frequencies of constructors: requests are met, and impossible ones are reported.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Write};

use astragal::generators::Any;
use astragal::generators::one_of_vec;
use astragal::laws::Laws;
use astragal::prelude::*;
use astragal::shapes::{Frequencies, FrequencyError, Frequent, Strategy};
use astragal::{Choices, Draw, Source};

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Expr {
    Val(i8),
    Var(u8),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
}

/// Only leaves and binary nodes: there is little to choose.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
    Triple(Box<Tree>, Box<Tree>, Box<Tree>),
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Stmt {
    Skip,
    Assign(u8, Cond),
    Seq(Box<Stmt>, Box<Stmt>),
    While(Cond, Box<Stmt>),
}

/// Conditions may hold statements: the two types contain each other.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Cond {
    True,
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    After(Box<Stmt>, Box<Cond>),
}

/// A type that holds another, which does not hold it.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Program {
    Nothing,
    Print(Expr),
    Then(Box<Program>, Box<Program>),
    Repeat(Expr, Box<Program>),
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Json {
    Null,
    Number(u8),
    Array(Vec<Json>),
    Object(Vec<(char, Json)>),
    Maybe(Option<Box<Json>>),
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
#[allow(dead_code)]
enum Weighted {
    #[arbitrary(weight = 3)]
    Stop,
    Other,
    #[arbitrary(weight = 2)]
    One(Box<Weighted>),
    Two(Box<Weighted>, Box<Weighted>),
}

/// Neither variant ends without the other type.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Wrapped<T: Arbitrary + 'static> {
    Plain(T),
    Twice(T, T),
}

#[derive(Arbitrary, Clone, Copy, Debug, PartialEq)]
enum Colour {
    Red,
    Green,
    Blue,
}

const VALUES: u64 = if cfg!(debug_assertions) { 10_000 } else { 20_000 };

/// Counts the names in what is written by `Debug`.
#[derive(Default)]
struct Tally(Vec<(String, f64)>);

impl Write for Tally {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.starts_with(char::is_alphabetic) {
            match self.0.iter_mut().find(|(name, _)| name == text) {
                Some((_, count)) => *count += 1.0,
                None => self.0.push((text.into(), 1.0)),
            }
        }
        Ok(())
    }
}

/// How many of each constructor there are in many values.
fn counts<G: Draw>(generator: &G) -> BTreeMap<String, f64>
where
    G::Value: Debug,
{
    let mut tally = Tally::default();
    let mut src = Source::random(0);
    for seed in 0..VALUES {
        src.restart(seed);
        write!(tally, "{:?}", src.try_draw(generator).unwrap()).unwrap();
    }
    tally.0.into_iter().collect()
}

fn frequent<T: Arbitrary>(frequencies: Frequencies) -> Frequent<T::Gen> {
    T::any().with_frequencies(frequencies).unwrap_or_else(|error| panic!("{error}"))
}

/// The ratios are met within 5%, and all means are as predicted.
#[track_caller]
fn meets<T: Arbitrary + Debug>(frequencies: Frequencies, ratios: &[(&str, f64, &str)]) -> BTreeMap<String, f64> {
    let all = ratios.iter().fold(frequencies, |all, &(more, times, than)| all.ratio(more, times, than));
    let generator = frequent::<T>(all);
    let counts = counts(&generator);
    for &(more, times, than) in ratios {
        let found = counts[more] / counts[than];
        assert!((found / times - 1.0).abs() < 0.05, "{more} : {than} is {found}, not {times}: {counts:?}");
    }
    for (name, mean) in generator.expected() {
        let name = name.split_once("::").unwrap().1;
        let found = counts.get(name).copied().unwrap_or(0.0) / VALUES as f64;
        let enough = found * VALUES as f64 > 2_000.0;
        assert!(!enough || (found / mean - 1.0).abs() < 0.05, "{name}: {found}, predicted {mean}");
    }
    counts
}

#[test]
fn without_demands_values_are_as_before() {
    for (frequent, plain) in [
        (counts(&frequent::<Expr>(Frequencies::new())), counts(&any::<Expr>())),
        (counts(&frequent::<Stmt>(Frequencies::new())), counts(&any::<Stmt>())),
        (counts(&frequent::<Json>(Frequencies::new())), counts(&any::<Json>())),
        (counts(&frequent::<Weighted>(Frequencies::new())), counts(&any::<Weighted>())),
    ] {
        for (name, plain) in plain.iter().filter(|(_, count)| **count > 5_000.0) {
            assert!((frequent[name] / plain - 1.0).abs() < 0.05, "{name}: {} and {plain}", frequent[name]);
        }
    }
}

#[test]
fn ratios_are_met() {
    // Two that grow, two that end.
    meets::<Expr>(Frequencies::new(), &[("Add", 2.0, "Mul")]);
    meets::<Expr>(Frequencies::new(), &[("Add", 2.0, "Neg")]);
    meets::<Expr>(Frequencies::new(), &[("Var", 5.0, "Val")]);
    // One that grows and one that ends.
    meets::<Expr>(Frequencies::new(), &[("Neg", 3.0, "Val")]);
    meets::<Expr>(Frequencies::new(), &[("Add", 2.0, "Val")]);
    meets::<Expr>(Frequencies::new(), &[("Val", 10.0, "Neg")]);
    // Several.
    meets::<Expr>(Frequencies::new(), &[("Add", 2.0, "Neg"), ("Neg", 1.0, "Var"), ("Mul", 0.5, "Neg")]);
    meets::<Tree>(Frequencies::new(), &[("Node", 4.0, "Triple")]);
    meets::<Tree>(Frequencies::new(), &[("Node", 0.5, "Leaf")]);
}

#[test]
fn what_is_left_out_does_not_come() {
    let counts = meets::<Expr>(Frequencies::new().without("Mul"), &[("Add", 2.0, "Neg")]);
    assert!(!counts.contains_key("Mul"));
    // A chain, of which the length is what is asked for.
    let chains = meets::<Expr>(Frequencies::new().without("Mul").without("Expr::Add"), &[("Neg", 7.0, "Val")]);
    assert!(!chains.contains_key("Add"));
    // A type that no longer recurs.
    let leaves = meets::<Expr>(Frequencies::new().without("Mul").without("Add").without("Neg"), &[("Var", 3.0, "Val")]);
    assert_eq!(leaves["Var"] + leaves["Val"], VALUES as f64);
}

#[test]
fn all_about_equally_often() {
    let counts = meets::<Expr>(Frequencies::equal(), &[]);
    let of = |name: &str| counts[name] / counts["Neg"];
    // As many leaves as binary nodes, and one more.
    assert!(["Val", "Var", "Add", "Mul"].iter().all(|name| (of(name) - 1.0).abs() < 0.05), "{counts:?}");
    let trees = meets::<Tree>(Frequencies::equal(), &[]);
    assert!(trees["Node"] > trees["Triple"], "{trees:?}"); // each triple takes two more leaves
}

#[test]
fn types_that_contain_each_other() {
    meets::<Stmt>(Frequencies::new(), &[("Seq", 1.0, "While"), ("Not", 2.0, "And")]);
    meets::<Stmt>(Frequencies::new(), &[("Assign", 2.0, "Skip"), ("After", 0.5, "Not")]);
    meets::<Stmt>(Frequencies::new(), &[("Not", 3.0, "Seq")]);
    meets::<Cond>(Frequencies::new(), &[("Seq", 2.0, "And")]);
    meets::<Stmt>(Frequencies::new().without("After"), &[("And", 1.0, "Seq")]);
}

#[test]
fn types_that_hold_others() {
    meets::<Program>(Frequencies::new(), &[("Add", 1.0, "Then")]);
    meets::<Program>(Frequencies::new(), &[("Add", 8.0, "Then"), ("Neg", 1.0, "Add")]);
    meets::<Program>(Frequencies::new(), &[("Print", 3.0, "Nothing"), ("Repeat", 1.0, "Then")]);
    meets::<(Colour, Option<Colour>)>(Frequencies::new(), &[("Red", 2.0, "Green"), ("Blue", 0.1, "Green")]);
    meets::<Vec<Colour>>(Frequencies::new(), &[("Red", 9.0, "Green")]);
    meets::<Wrapped<Expr>>(Frequencies::new(), &[("Twice", 4.0, "Plain"), ("Neg", 2.0, "Add")]);
}

#[test]
fn lists_and_options_have_the_lengths_that_they_have() {
    meets::<Json>(Frequencies::new(), &[("Array", 3.0, "Object")]);
    meets::<Json>(Frequencies::new(), &[("Number", 4.0, "Null"), ("Maybe", 2.0, "Array")]);
    meets::<Weighted>(Frequencies::new(), &[("One", 1.0, "Two"), ("Stop", 1.0, "Other")]);
}

#[test]
fn values_grow_to_their_size_all_the_same() {
    let nodes = |counts: &BTreeMap<String, f64>| counts.values().sum::<f64>();
    let plain = nodes(&counts(&any::<Expr>()));
    for ratio in [("Add", 2.0, "Mul"), ("Add", 2.0, "Neg"), ("Val", 3.0, "Var")] {
        let frequent = nodes(&meets::<Expr>(Frequencies::new(), &[ratio]));
        assert!(frequent > 0.95 * plain, "{ratio:?}: {frequent}, and {plain} without");
    }
}

#[test]
fn what_is_impossible_is_said() {
    fn error<T: Arbitrary>(frequencies: Frequencies) -> String {
        T::any().with_frequencies(frequencies).err().map_or_else(|| "possible".into(), |error| error.to_string())
    }
    let new = Frequencies::new;
    assert_eq!(
        error::<Expr>(new().without("Var").ratio("Add", 2.0, "Val")),
        "`Add` cannot be twice as frequent as `Val`: each `Add` has 2 places for `Expr`, each of which must end, so there are \
         at most 1 `Add` for each `Val`"
    );
    assert_eq!(
        error::<Tree>(new().ratio("Triple", 3.0, "Leaf")),
        "`Triple` cannot be 3 times as frequent as `Leaf`: each `Triple` has 3 places for `Tree`, each of which must end, so \
         there are at most 0.5 `Triple` for each `Leaf`"
    );
    assert_eq!(
        error::<Expr>(new().ratio("Foo", 1.0, "Val")),
        "no constructor is called `Foo`: there are `Val`, `Var`, `Neg`, `Add` and `Mul`"
    );
    assert_eq!(error::<Expr>(new().without("Val").without("Var")), "without `Val` and `Var` no value of `Expr` ends");
    assert_eq!(
        error::<Program>(new().without("Val").without("Var").without("Nothing")),
        "without `Val`, `Var` and `Nothing` no value of `Program` ends"
    );
    assert_eq!(
        error::<Program>(new().without("Val").without("Var").ratio("Then", 1.0, "Print")),
        "there is no `Print` without `Val` and `Var`"
    );
    assert_eq!(error::<Expr>(new().without("Mul").ratio("Mul", 2.0, "Add")), "there is no `Mul` without `Mul`");
    assert_eq!(
        error::<Expr>(new().ratio("Add", 2.0, "Mul").ratio("Mul", 1.0, "Neg").ratio("Add", 3.0, "Neg")),
        "`Add` cannot be 3 times as frequent as `Neg`: there are exactly 2 `Add` for each `Neg` (after the demands before)"
    );
    assert_eq!(
        error::<Expr>(new().ratio("Add", -1.0, "Mul")),
        "nothing is -1 times as frequent: it takes a number above zero, or `without`"
    );
    assert_eq!(
        error::<(Expr, Wrapped<bool>, Wrapped<u8>)>(new().ratio("Foo", 1.0, "Val")),
        "no constructor is called `Foo`: there are `Expr::Val`, `Expr::Var`, `Expr::Neg`, `Expr::Add`, `Expr::Mul`, \
         `Wrapped::Plain` and `Wrapped::Twice`"
    );
    let numbers = any::<u8>().with_frequencies(new().without("Foo")).unwrap_err();
    assert!(matches!(&numbers, FrequencyError::Unknown { known, .. } if known.is_empty()), "{numbers}");
}

#[test]
fn constructors_of_the_same_name_are_told_apart() {
    mod other {
        use super::Arbitrary;

        #[derive(Arbitrary, Clone, Debug)]
        pub(super) enum Bush {
            Leaf,
            Fork(Box<Bush>, Box<Bush>),
        }
    }
    let error =
        any::<(Tree, other::Bush)>().with_frequencies(Frequencies::new().ratio("Leaf", 1.0, "Node")).unwrap_err();
    assert_eq!(error.to_string(), "several constructors are called `Leaf`: say which, `Tree::Leaf` or `Bush::Leaf`");
    let both = frequent::<(Tree, other::Bush)>(Frequencies::new().ratio("Tree::Leaf", 2.0, "Node"));
    let mean = |name: &str| both.expected().iter().find(|(known, _)| known == name).unwrap().1;
    assert!((mean("Tree::Leaf") / mean("Tree::Node") / 2.0 - 1.0).abs() < 0.04, "{:?}", both.expected());
    assert!((mean("Bush::Leaf") - mean("Bush::Fork") - 1.0).abs() < 1e-6, "{:?}", both.expected());
}

#[test]
fn the_laws_hold() {
    let exprs = frequent::<Expr>(Frequencies::new().ratio("Add", 2.0, "Neg").without("Mul"));
    Laws::of(&exprs).forwards().unwrap();
    Laws::of(&exprs).backwards().unwrap();
    let programs = frequent::<Program>(Frequencies::equal());
    Laws::of(&programs).forwards().unwrap();
    Laws::of(&programs).backwards().unwrap();
    // An excluded constructor still parses.
    let product = Expr::Mul(Box::new(Expr::Val(1)), Box::new(Expr::Var(2)));
    let choices = exprs.choices_of(&product).unwrap();
    assert_eq!(exprs.replay(&choices).unwrap(), product);
    assert_eq!(any::<Expr>().choices_of(&product).unwrap(), choices);
    assert_eq!(exprs.replay(&Choices::default()).unwrap(), Expr::Val(0));
}

#[test]
fn others_are_drawn_as_before() {
    let exprs = frequent::<Expr>(Frequencies::new().without("Add").without("Mul"));
    let mut src = Source::random(7);
    let mut other = Source::random(7);
    for seed in 0..200 {
        src.restart(seed);
        other.restart(seed);
        let before = src.try_draw(any::<Expr>()).unwrap();
        assert_eq!(before, other.try_draw(any::<Expr>()).unwrap());
        let chain = format!("{:?}", src.try_draw(&exprs).unwrap());
        assert!(!chain.contains("Add") && !chain.contains("Mul"));
        let after = format!("{:?}", src.draw(vec_of(any::<Expr>(), 5)));
        assert!(seed > 5 || after.contains("Add") || after.contains("Mul"));
    }
    // A part that is rejected leaves nothing behind.
    let never = frequent::<Expr>(Frequencies::new().without("Add").without("Mul"));
    let picky = from_fn(move |src| {
        src.draw(&never);
        src.reject()
    });
    src.restart(3);
    other.restart(3);
    assert!(src.try_draw(&picky).is_err());
    src.restart(3);
    assert_eq!(src.draw(any::<Expr>()), other.draw(any::<Expr>()));
}

#[derive(Arbitrary, Clone, Debug)]
struct Endless(Box<More>);

#[derive(Arbitrary, Clone, Debug)]
#[allow(dead_code)]
enum More {
    Again(Endless),
    Both(Endless, Endless),
}

#[test]
fn whatever_the_generator_nothing_panics() {
    let new = Frequencies::new;
    // A type without values is reported when one is drawn, as always.
    let endless = any::<Endless>().with_frequencies(new().ratio("Again", 1.0, "Both")).unwrap();
    assert!(endless.try_sample(1).unwrap_err().to_string().contains("infinite"));
    let (least, most) = (5, 2);
    let no_length = vec_of(any::<Expr>(), least..=most).with_frequencies(new().ratio("Add", 2.0, "Neg"));
    assert!(no_length.map_or(true, |lists| lists.try_sample(1).is_err()));
    let no_arms = one_of_vec(Vec::<(u32, Any<Expr>)>::new()).with_frequencies(new());
    assert!(no_arms.unwrap().try_sample(1).is_err());
    let long = vec_of(any::<Colour>(), 1 << 33..).with_frequencies(new().ratio("Red", 2.0, "Blue"));
    assert!(long.unwrap().try_sample(1).is_err());
    for size in [0, 1, 2, 10, u32::MAX] {
        let _ = any::<Stmt>().with_frequencies(new().ratio("Seq", 2.0, "And").at_size(size));
        let _ = any::<Json>().with_frequencies(Frequencies::equal().at_size(size));
    }
    for times in [1e-300, 1e-9, 1e9, 1e300, f64::NAN, f64::INFINITY] {
        let _ = any::<Expr>().with_frequencies(new().ratio("Neg", times, "Val"));
        let _ = any::<Expr>().with_frequencies(new().ratio("Val", times, "Var").ratio("Add", times, "Add"));
    }
    // A closure says nothing of what it draws.
    let closure = from_fn(|src| src.draw(any::<Expr>())).with_frequencies(new().without("Add")).err().unwrap();
    assert!(closure.to_string().starts_with("no constructor is called `Add`: there is none"), "{closure}");
}

#[test]
fn what_is_possible_but_out_of_reach_is_said() {
    // A longer chain would have this many, but not at that size.
    let chains = Frequencies::new().without("Add").without("Mul").without("Var").ratio("Neg", 500.0, "Val");
    let error = any::<Expr>().with_frequencies(chains.clone()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`Neg` cannot be made 500 times as frequent as `Val` at size 100: by weights it gets 50 times as frequent at the nearest"
    );
    assert!(any::<Expr>().with_frequencies(chains.at_size(1_000)).is_ok());
    // Where lots are drawn for each element, one in ten million is fine.
    assert!(any::<Vec<Colour>>().with_frequencies(Frequencies::new().ratio("Red", 1e7, "Blue")).is_ok());
}

#[test]
fn recorded_values_are_the_same() {
    let exprs = frequent::<Expr>(Frequencies::new().ratio("Add", 2.0, "Neg"));
    for seed in 0..200 {
        let (value, choices) = exprs.record(seed).unwrap();
        assert_eq!(value, exprs.sample(seed));
        assert_eq!(exprs.replay(&choices).unwrap(), value);
    }
}

#[test]
fn strategies_use_the_weights() {
    let wanted = Frequencies::new().ratio("Add", 3.0, "Neg").ratio("Var", 4.0, "Val").without("Mul");
    let strategy: Strategy = "holey:equal".parse().unwrap();
    let counts = counts(&frequent::<Expr>(wanted).by(strategy));
    let (grows, ends) = (counts["Add"] / counts["Neg"], counts["Var"] / counts["Val"]);
    assert!((grows / 3.0 - 1.0).abs() < 0.05 && (ends / 4.0 - 1.0).abs() < 0.05, "{counts:?}");
    assert!(!counts.contains_key("Mul"));
}
