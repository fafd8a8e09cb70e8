//! `default`: fields that are not drawn.

use astragal::generators::BoxedGen;
use astragal::prelude::*;

use crate::support::{check, check_forwards, mismatch, reflects};

/// Has no generator.
#[derive(Debug, Default, PartialEq)]
struct Cache(Vec<u8>);

#[derive(Debug, PartialEq, Arbitrary)]
struct Entry {
    key: u8,
    #[arbitrary(default)]
    cache: Cache,
    value: u8,
    #[arbitrary(default = 40 + 2)]
    version: u32,
}

fn entry(cache: &[u8], version: u32) -> Entry {
    Entry { key: 1, cache: Cache(cache.to_vec()), value: 2, version }
}

#[test]
fn constants_take_no_choice() {
    check(Entry { key: 0, cache: Cache::default(), value: 0, version: 42 });
    assert_eq!(any::<Entry>().choices_of(&entry(&[], 42)).expect("reflects").len(), 2);
}

#[test]
fn another_value_than_the_constant_does_not_fit() {
    reflects(&entry(&[], 42));
    assert_eq!(mismatch(&entry(&[1], 42)), "at Entry: `Entry.cache` is not its default");
    assert_eq!(mismatch(&entry(&[], 43)), "at Entry: `Entry.version` is not its default");
}

#[derive(Debug, PartialEq, Arbitrary)]
struct OnlyConstants {
    #[arbitrary(default)]
    first: Cache,
    #[arbitrary(default = "x")]
    second: &'static str,
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Command {
    Run(#[arbitrary(default)] Cache, u8),
    Stop(#[arbitrary(default = Cache(vec![7]))] Cache),
}

#[derive(Debug, PartialEq, Arbitrary)]
enum NothingDrawn {
    One(#[arbitrary(default)] u8),
    Two(#[arbitrary(default = 2)] u8),
}

#[test]
fn constants_in_every_form_of_type() {
    check(OnlyConstants { first: Cache::default(), second: "x" });
    check(Command::Stop(Cache(vec![7])));
    check(NothingDrawn::One(0));
    reflects(&Command::Stop(Cache(vec![7])));
    assert_eq!(mismatch(&Command::Stop(Cache(vec![]))), "at Command: `Command::Stop.0` is not its default");
    assert_eq!(mismatch(&NothingDrawn::Two(3)), "`NothingDrawn::Two.0` is not its default");
    let other = OnlyConstants { first: Cache::default(), second: "y" };
    assert_eq!(mismatch(&other), "`OnlyConstants.second` is not its default");
}

/// A constant ends a type that would otherwise go on forever.
#[derive(Debug, PartialEq, Arbitrary)]
struct Parent {
    id: u8,
    #[arbitrary(default)]
    parent: Link,
}

#[derive(Debug, Default, PartialEq)]
struct Link(Option<Box<Parent>>);

#[test]
fn a_constant_ends_a_recursive_type() {
    check(Parent { id: 0, parent: Link(None) });
}

/// Cannot be compared.
#[derive(Default)]
struct Lock(std::sync::Mutex<u8>);

#[derive(Arbitrary)]
struct Guarded {
    id: u8,
    #[arbitrary(default, forwards)]
    lock: Lock,
    #[arbitrary(opaque, default = Lock(std::sync::Mutex::new(3)))]
    other: Lock,
}

#[derive(Debug, PartialEq)]
struct Seen(u8, u8, u8);

impl Arbitrary for Seen {
    type Gen = BoxedGen<'static, Seen>;

    fn any() -> Self::Gen {
        let seen = |guarded: Guarded| {
            let [lock, other] = [guarded.lock, guarded.other].map(|lock| lock.0.into_inner().expect("not poisoned"));
            Seen(guarded.id, lock, other)
        };
        any::<Guarded>().map(seen).boxed()
    }
}

#[test]
fn what_cannot_be_compared_runs_forwards() {
    check_forwards(Seen(0, 0, 3));
}
