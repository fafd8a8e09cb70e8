//! A client asks a test binary, which is this very program, about its properties.

use astragal::prelude::*;
use astragal::protocol::{Asking, Binary, CaseOutcome, Description, Error, Ran};
use astragal::report::Origin;
use astragal::{Check, Choices};

/// Each of these is run by the tests below, in a process of its own.
mod subjects {
    use super::*;

    /// Small numbers
    ///
    /// in short lists.
    #[property(seed = 1, cases = 200, example(vec![7], 3))]
    #[ignore = "it fails, and is asked"]
    pub(super) fn is_small(list: Vec<u8>, #[from(0..=10u32)] n: u32) {
        note!("n is {n}");
        small(&list);
    }

    pub(super) fn small(list: &[u8]) {
        assume!(!list.contains(&13));
        assert!(list.iter().all(|&part| part < 100), "too large");
    }

    #[property]
    #[ignore = "it is asked"]
    fn is_rare(#[from(any::<u32>().filter(|n| n % 1_000 == 0))] _n: u32, #[from(rare())] _m: u8) {}

    /// A generator that rejects nine cases of ten.
    pub(super) fn rare() -> impl Gen<Value = u8> {
        from_fn(|src| match src.draw(0..10u8) {
            0 => src.draw(any::<u8>()),
            _ => src.reject(),
        })
    }

    #[derive(Debug, Clone, Arbitrary)]
    pub(super) enum Tree {
        Leaf,
        Node(Vec<Tree>),
    }

    #[property]
    #[ignore = "it is asked"]
    fn is_a_tree(tree: Tree, flag: bool) {
        if let (Tree::Node(trees), true) = (tree, flag) {
            assert!(trees.is_empty());
        }
    }

    #[property(seed = 1)]
    #[tokio::test]
    #[ignore = "it fails, and is asked"]
    async fn is_awaited(list: Vec<u8>) {
        tokio::task::yield_now().await;
        assert!(list.len() < 3, "too long");
    }

    #[test]
    #[ignore = "it fails, and is asked"]
    fn draws_while_it_runs() {
        check(|t| {
            let n = t.draw(any::<u8>());
            assert!(n < t.draw(100..200u8));
        });
    }

    #[property(seed = 1, isolated)]
    #[ignore = "it aborts, and is asked"]
    fn aborts_alone(n: u32) {
        if n > 1_000 {
            std::process::abort();
        }
    }

    #[test]
    #[ignore = "it is a test like any other"]
    fn is_not_a_property() {}
}

fn asking(subjects: &[&str]) -> Asking {
    let binary = Binary::new(std::env::current_exe().unwrap());
    let named = |binary: Binary, subject: &&str| binary.test(format!("asking::subjects::{subject}"));
    // The strategy of the settings would plan some of the samples.
    subjects.iter().fold(binary, named).env("ASTRAGAL_STRATEGY", "random").start().unwrap()
}

fn values(ran: &Ran) -> Vec<&str> {
    ran.sample.drawn.iter().map(|drawn| &*drawn.text).collect()
}

fn described(subject: &str) -> Description {
    let mut asking = asking(&[subject]);
    asking.next_property().unwrap().unwrap().describe().unwrap()
}

#[test]
fn properties_are_listed_in_the_order_in_which_they_are_reached() {
    let mut asking = asking(&["is_small", "is_not_a_property", "draws_while_it_runs", "is_awaited", "is_rare"]);
    let mut names = Vec::new();
    while let Some(property) = asking.next_property().unwrap() {
        names.push(property.name().split(':').next_back().unwrap().to_string());
    }
    names.retain(|name| name.parse::<u32>().is_err());
    assert_eq!(names, ["is_awaited", "is_rare", "is_small"]);
    assert!(asking.next_property().unwrap().is_none());
}

#[test]
fn a_binary_without_a_property_has_none() {
    assert!(asking(&["is_not_a_property"]).next_property().unwrap().is_none());
}

#[test]
fn a_property_describes_itself() {
    let property = described("is_small");
    assert_eq!(property.name, "runner::asking::subjects::is_small");
    assert_eq!(property.test.as_deref(), Some("asking::subjects::is_small"));
    assert!(property.file.ends_with("asking.rs") && property.first_line < property.last_line, "{property:?}");
    assert_eq!((&*property.package, &*property.manifest_dir), ("astragal", env!("CARGO_MANIFEST_DIR")));
    assert_eq!(property.arguments, ["list", "n"]);
    assert_eq!(property.doc, "Small numbers\n\nin short lists.");
    assert_eq!((&*property.types[0], &*property.types[1]), ("Vec<u8>", "u32"));
    assert_eq!((&*property.generators[0], &*property.generators[1]), ("", "0..=10u32"));
    assert_eq!((property.examples, property.is_closed, property.most_cases), (1, true, None));
    let shape = "(product (list sequence 0 - (number 255 0)) (number 10 0))";
    assert_eq!(property.shape.map(|shape| shape.to_string()).as_deref(), Some(shape));
    let setting = |name: &str| property.settings.iter().find(|setting| setting.name == name).unwrap();
    assert_eq!((&*setting("cases").value, &*setting("cases").origin), ("200", "the test"));
    assert_eq!(&*setting("strategy").origin, "ASTRAGAL_STRATEGY");
    assert_eq!(property.problem, None);
}

#[test]
fn a_shape_has_names_and_says_where_it_recurs() {
    let shape = described("is_a_tree").shape.unwrap().to_string();
    assert!(shape.contains("(type \"Tree\" (sum \"Tree\" (\"Leaf\" unit)"), "{shape}");
    assert!(shape.contains("(list sequence 0 - (same \"Tree\"))"), "{shape}");
    let rare = described("is_rare");
    assert!(!rare.is_closed);
    let shape = rare.shape.unwrap().to_string();
    assert!(shape.contains("(filtered \"") && shape.contains("(opaque \""), "{shape}");
    assert_eq!(described("draws_while_it_runs").shape, None);
}

/// Checks that samples are what the generator of the arguments draws.
fn samples_are<G: Gen>(subject: &str, generator: G, texts: impl Fn(&G::Value) -> Vec<String>) {
    let mut asking = asking(&[subject]);
    let samples = asking.next_property().unwrap().unwrap().sample(40, 30, 100).unwrap();
    assert_eq!(samples.len(), 30);
    for (seed, sample) in (40..).zip(&samples) {
        let (value, choices) = generator.record(seed).unwrap();
        assert_eq!(values(sample), texts(&value), "seed {seed}");
        assert_eq!((&sample.outcome, &sample.sample.choices), (&CaseOutcome::Drawn, &choices));
    }
}

#[test]
fn samples_are_those_of_the_generator() {
    let lists = (any::<Vec<u8>>(), 0..=10u32);
    samples_are("is_small", lists, |(list, n)| vec![format!("{list:?}"), format!("{n}")]);
    // Rejected samples are drawn again from the same other seeds.
    let rare = (any::<u32>().filter(|n| n % 1_000 == 0), subjects::rare());
    samples_are("is_rare", rare, |(n, m)| vec![n.to_string(), m.to_string()]);
    samples_are("is_awaited", (any::<Vec<u8>>(),), |(list,)| vec![format!("{list:?}")]);
}

#[test]
fn a_sample_has_the_size_that_is_asked_for() {
    let mut asking = asking(&["is_small"]);
    let mut property = asking.next_property().unwrap().unwrap();
    let mut choices = |size| -> usize {
        property.sample(1, 20, size).unwrap().iter().map(|sample| sample.sample.choices.len()).sum()
    };
    let (small, large) = (choices(0), choices(100));
    assert!(2 * small < large, "{small} choices at size 0, {large} at size 100");
}

#[test]
fn a_case_is_run_and_shown() {
    let mut asking = asking(&["is_small"]);
    let mut property = asking.next_property().unwrap().unwrap();
    let generator = (any::<Vec<u8>>(), 0..=10u32);
    let choices = |list: &[u8]| generator.choices_of(&(list.to_vec(), 4)).unwrap();

    let passed = property.run(&choices(&[1, 2])).unwrap();
    assert_eq!((&passed.outcome, values(&passed)), (&CaseOutcome::Passed, vec!["[1, 2]", "4"]));
    assert_eq!((&*passed.sample.drawn[0].name, &*passed.sample.notes[0].text), ("list", "n is 4"));
    assert_eq!(passed.sample.choices, choices(&[1, 2]));

    assert_eq!(property.run(&choices(&[13, 200])).unwrap().outcome, CaseOutcome::Rejected);

    let failed = property.run(&choices(&[200])).unwrap();
    let CaseOutcome::Failed { origin: Origin::Panicked(Some(place)), message, .. } = &failed.outcome else {
        panic!("{failed:?}")
    };
    assert!(place.contains("asking.rs") && message.contains("too large"), "{failed:?}");
    assert_eq!(values(&failed), ["[200]", "4"]);

    let example = property.run_example(0).unwrap();
    assert_eq!((&example.outcome, values(&example)), (&CaseOutcome::Passed, vec!["[7]", "3"]));
    let missing = property.run_example(1).unwrap_err();
    assert!(matches!(&missing, Error::Misunderstood { why } if why.contains("no example 1")), "{missing}");
    // A misunderstood request does not end the session.
    assert_eq!(property.run(&choices(&[])).unwrap().outcome, CaseOutcome::Passed);
}

#[test]
fn a_case_is_made_as_small_as_the_runner_makes_it() {
    let report = Check::new().seed(3).run((any::<Vec<u8>>(), 0..=10u32), |(list, _)| subjects::small(&list));
    let failure = &report.failures[0];
    let mut asking = asking(&["is_small"]);
    let mut property = asking.next_property().unwrap().unwrap();
    let shrunk = property.shrink(&failure.original.choices).unwrap();
    assert_eq!(values(&shrunk.ran), ["[100]", "0"]);
    assert_eq!(shrunk.ran.sample.choices, failure.minimal.choices);
    let shrinking = shrunk.shrinking.unwrap();
    assert_eq!((shrinking.steps, shrinking.finished), (failure.shrinking.steps, true));

    // A case that does not fail stays as it is.
    let passing = (any::<Vec<u8>>(), 0..=10u32).choices_of(&(vec![5], 5)).unwrap();
    let shrunk = property.shrink(&passing).unwrap();
    assert!(shrunk.shrinking.is_none());
    assert_eq!((&shrunk.ran.outcome, values(&shrunk.ran)), (&CaseOutcome::Passed, vec!["[5]", "5"]));
}

#[test]
fn an_async_property_is_asked_like_any_other() {
    let mut asking = asking(&["is_awaited"]);
    let mut property = asking.next_property().unwrap().unwrap();
    let list = (any::<Vec<u8>>(),).choices_of(&(vec![9, 8, 7, 6],)).unwrap();
    let ran = property.run(&list).unwrap();
    assert!(matches!(&ran.outcome, CaseOutcome::Failed { message, .. } if message.contains("too long")), "{ran:?}");
    assert_eq!(values(&ran), ["[9, 8, 7, 6]"]);
    assert_eq!(values(&property.shrink(&list).unwrap().ran), ["[0, 0, 0]"]);
    assert!(asking.next_property().unwrap().is_none());
}

#[test]
fn a_property_that_draws_while_it_runs_is_asked_like_any_other() {
    let mut asking = asking(&["draws_while_it_runs"]);
    let mut property = asking.next_property().unwrap().unwrap();
    let ran = property.run(&Choices::from_numbers([255, 7])).unwrap();
    assert!(matches!(ran.outcome, CaseOutcome::Failed { .. }), "{ran:?}");
    assert_eq!(values(&ran), ["255", "107"]);
    assert_eq!(values(&property.shrink(&ran.sample.choices).unwrap().ran), ["100", "100"]);
    let sample = &property.sample(1, 1, 100).unwrap()[0];
    assert_eq!(values(sample).len(), 2, "{sample:?}");
}

#[test]
#[cfg(unix)]
fn a_case_that_ends_the_process_is_made_small_in_isolation() {
    let mut asking = asking(&["aborts_alone"]);
    let mut property = asking.next_property().unwrap().unwrap();
    let shrunk = property.shrink(&(any::<u32>(),).choices_of(&(70_000,)).unwrap()).unwrap();
    assert_eq!(values(&shrunk.ran), ["1001"]);
    let died = Origin::Died("the process died by SIGABRT".into());
    assert!(matches!(&shrunk.ran.outcome, CaseOutcome::Failed { origin, .. } if *origin == died), "{shrunk:?}");
    // The process that was asked is still there.
    assert_eq!(property.describe().unwrap().arguments, ["n"]);
}
