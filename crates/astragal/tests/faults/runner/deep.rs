//! Values a million levels deep: nothing of ours recurses on them.

use std::fmt;

use astragal::config::Folder;
use astragal::prelude::*;
use astragal::report::{Problem, Style, Verdict};
use astragal::source::deep;
use astragal::store::Entry;
use astragal::{Check, Choices, Source};

use crate::store_support::Directory;

/// A list whose `Drop` and `Debug` do not recurse either, as those of a careful user.
#[derive(Clone, Default)]
struct Chain(Option<Box<Chain>>);

impl Chain {
    fn of(depth: usize) -> Chain {
        (0..depth).fold(Chain(None), |chain, _| Chain(Some(Box::new(chain))))
    }

    fn depth(&self) -> usize {
        std::iter::successors(self.0.as_ref(), |chain| chain.0.as_ref()).count()
    }
}

impl Drop for Chain {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut chain) = next {
            next = chain.0.take();
        }
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth();
        f.write_str(&"Link(".repeat(depth))?;
        f.write_str("End")?;
        f.write_str(&")".repeat(depth))
    }
}

const MILLION: u32 = 1_000_000;

/// Chains whose spans are nested as deeply as they are. It is a loop, as a generator of such values has to be.
fn chains() -> impl Gen<Value = Chain> {
    from_fn(|src: &mut Source| {
        let depth = src.draw(0..=MILLION);
        for _ in 0..depth {
            src.open("Link");
        }
        let chain = Chain::of(depth as usize);
        for _ in 0..depth {
            src.close();
        }
        chain
    })
}

#[test]
fn a_million_levels_are_generated_shrunk_printed_dropped_and_written() {
    let mut src = Source::replay(Choices::from_numbers([u64::from(MILLION)])).recording();
    assert_eq!(src.try_draw(chains()).unwrap().depth(), MILLION as usize);
    let choices = src.recorded();
    assert!(choices.spans().len() >= MILLION as usize);
    let report = Check::new()
        .seed(1)
        .pin(choices.token())
        .with(|config| config.shrink_evaluations(3).set("shrink_time", "1s").set("phases", "regressions,shrink"))
        .run(chains(), |chain| assert!(chain.depth() < MILLION as usize, "too deep"));
    assert_eq!(report.verdict, Verdict::Failed);
    let minimal = &report.failures[0].minimal;
    assert_eq!(minimal.choices, choices);
    let text = &minimal.drawn[0].text;
    assert!(text.starts_with("Link(Link(Link(") && text.ends_with("… (cut here: the text is too long)"));
    let text = report.render(Style::plain());
    assert!(text.contains("too deep") && text.len() < 1 << 20, "{} bytes", text.len());
    // The text form has a test of its own, beside other hostile texts.
    assert_eq!(Choices::from_token(&choices.token()).unwrap().numbers().collect::<Vec<_>>(), [u64::from(MILLION)]);
}

/// A small stack simulates a large depth: there would not be a hundred bytes for each level.
#[test]
fn a_value_is_shrunk_and_explained_on_a_stack_too_small_to_recurse_on_it() {
    const DEPTH: usize = 2_000;
    let small = std::thread::Builder::new().stack_size(192 << 10);
    let shrink = || {
        let report = Check::new()
            .seed(1)
            .pin(Choices::from_numbers([DEPTH as u64]).token())
            .with(|config| config.set("shrink_time", "1s"))
            .run(chains(), |chain| assert!(chain.depth() < DEPTH, "too deep"));
        (report.verdict.clone(), report.failures[0].minimal.choices.spans().len(), report.render(Style::plain()))
    };
    let (verdict, spans, text) = small.spawn(shrink).unwrap().join().unwrap();
    assert_eq!(verdict, Verdict::Failed, "{text}");
    assert!(spans >= DEPTH, "{spans}");
}

#[derive(Debug, Arbitrary)]
enum Nested {
    End,
    Link(Box<Nested>),
}

impl Nested {
    /// Taken apart level by level.
    fn depth(self) -> usize {
        let (mut nested, mut depth) = (self, 0);
        while let Nested::Link(next) = nested {
            (nested, depth) = (*next, depth + 1);
        }
        depth
    }
}

/// The choices of a value that was never built: a pick at each level.
fn nested(depth: usize) -> Choices {
    Choices::from_numbers((0..depth).map(|_| 1).chain([0]))
}

#[test]
fn a_derived_type_too_deep_for_its_thread_is_a_usage_error() {
    let token = nested(1_000_000).token();
    let report = Check::new().seed(1).pin(token).run(any::<Nested>(), |value| assert!(value.depth() < usize::MAX));
    let Verdict::Unknown(Problem::Usage { message, .. }) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(message.contains("deep"), "{message}");
    assert!(message.starts_with("the pinned case `a1-") && message.contains("deep.rs:"), "{message}");
}

/// The message says which entry of which file it is, and how to go on.
#[test]
fn a_stored_value_too_deep_for_its_thread_is_named() {
    let directory = Directory::new();
    let entry = Entry::new(nested(60_000), "Link(..)");
    directory.regressions().save(&entry).unwrap();
    let there = Folder::Directory(directory.path().to_owned());
    let check =
        || Check::new().seed(1).cases(5).named("tests::property").with(|config| config.regressions(there.clone()));
    let report = check().run(any::<Nested>(), |value| assert!(value.depth() < usize::MAX));
    let Verdict::Unknown(Problem::Usage { message, .. }) = &report.verdict else { panic!("{:?}", report.verdict) };
    let file = directory.regressions().path().unwrap().display().to_string();
    for part in ["a stored case", "remove its lines to forget it", entry.address(), &file, "too deep"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    // An error that every case has is not blamed on the stored one.
    let report = check().run(int(5..5u8), |_| ());
    let Verdict::Unknown(Problem::Usage { message, .. }) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert!(!message.contains("stored case"), "{message}");
}

#[test]
fn a_derived_type_has_room_on_a_deep_thread() {
    const DEPTH: usize = 20_000;
    let (verdict, depth, text) = deep(|| {
        let report = Check::new()
            .seed(1)
            .pin(nested(DEPTH).token())
            .with(|config| config.set("shrink_time", "2s").set("phases", "regressions,shrink"))
            .run(any::<Nested>(), |value| assert!(value.depth() < DEPTH / 2, "too deep"));
        let depth = report.failures[0].minimal.drawn[0].text.matches("Link").count();
        (report.verdict.clone(), depth, report.render(Style::plain()))
    });
    assert_eq!(verdict, Verdict::Failed, "{text}");
    assert!((DEPTH / 2..=DEPTH).contains(&depth), "{depth}");
}
