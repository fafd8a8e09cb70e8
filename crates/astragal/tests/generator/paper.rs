//! The examples of "Reflecting on Random Generation" (Goldstein et al., ICFP 2023), as users of this library write them.

use astragal::generators::Chars;
use astragal::learn::Tuned;
use astragal::prelude::*;

/// Digits, one after the other.
#[derive(Clone, Debug, PartialEq)]
enum Num {
    End,
    More(char, Box<Num>),
}

#[generator]
fn num() -> Num {
    pick! {
        end: Num::End,
        more: {
            let first = draw!(digit());
            let rest = draw!(num());
            Num::More(first, Box::new(rest))
        },
    }
}

#[generator]
fn digit() -> char {
    pick! {
        one: '1',
        two: '2',
        three: '3',
    }
}

impl Num {
    fn written(&self) -> String {
        match self {
            Num::End => String::new(),
            Num::More(digit, rest) => format!("{digit}{}", rest.written()),
        }
    }
}

/// The chances of branches, in the order in which they are asked for.
fn chances<const N: usize>(tuned: &Tuned<impl Gen>, site: &str, branches: [&str; N]) -> [f64; N] {
    let chances = tuned.chances(site);
    branches.map(|branch| {
        let found = chances.iter().find(|(name, _)| name == branch);
        found.map_or(f64::NAN, |(_, chance)| (chance * 1e6).round() / 1e6)
    })
}

#[test]
fn numbers_like_twelve_and_unlike_it() {
    let twelve = Num::More('1', Box::new(Num::More('2', Box::new(Num::End))));
    let like = num().like([&twelve]).unwrap();
    assert_eq!(chances(&like, "num", ["end", "more"]), [0.333333, 0.666667]);
    assert_eq!(chances(&like, "digit", ["one", "two", "three"]), [0.5, 0.5, 0.0]);
    let drawn: Vec<String> = (0..1_000).map(|seed| like.sample(seed).written()).collect();
    assert!(drawn.iter().all(|number| !number.contains('3')));
    let ends_at_once = drawn.iter().filter(|number| number.is_empty()).count();
    assert!((280..390).contains(&ends_at_once), "{ends_at_once} of 1,000, a third is expected");

    let unlike = num().unlike([&twelve]).unwrap();
    assert_eq!(chances(&unlike, "num", ["end", "more"]), [0.666667, 0.333333]);
    assert_eq!(chances(&unlike, "digit", ["one", "two", "three"]), [0.0, 0.0, 1.0]);
    assert!((0..1_000).all(|seed| unlike.sample(seed).written().chars().all(|digit| digit == '3')));
}

/// A payload and the checksum of it, which no grammar without context has: it is computed.
#[derive(Clone, Debug, PartialEq)]
struct Message {
    payload: Vec<u8>,
    checksum: u32,
}

fn checksum(payload: &[u8]) -> u32 {
    payload.iter().fold(5381, |hash: u32, &byte| hash.wrapping_mul(33) ^ u32::from(byte))
}

#[generator]
fn message() -> Message {
    let payload = draw!(vec_of(any::<u8>(), 0..=20));
    Message { checksum: checksum(&payload), payload }
}

#[test]
fn a_computed_field_is_tested_on_the_way_back() {
    for seed in 0..100 {
        let drawn = message().sample(seed);
        assert_eq!(drawn.checksum, checksum(&drawn.payload));
        message().can_make(&drawn).unwrap();
    }
    let wrong = Message { payload: vec![1, 2], checksum: 7 };
    assert!(message().can_make(&wrong).is_err());

    // Shrunk values stay valid: a smaller payload has its own checksum.
    let received = Message { payload: vec![9, 200, 4, 201], checksum: checksum(&[9, 200, 4, 201]) };
    let shrunk = message().shrink(&received, |message| message.payload.iter().any(|&byte| byte > 100)).unwrap();
    assert_eq!(shrunk.value, Message { payload: vec![101], checksum: checksum(&[101]) });
}

#[derive(Clone, Debug, PartialEq)]
enum Heap {
    Empty,
    Node(i64, Box<Heap>, Box<Heap>),
}

/// The invariant holds by construction.
#[generator]
fn heap(least: i64, size: u32) -> Heap {
    pick! {
        1 => Heap::Empty,
        if size > 0, 7 => {
            let root = draw!(least..=1_000);
            let left = draw!(heap(root, size / 2));
            let right = draw!(heap(root, size / 2));
            Heap::Node(root, Box::new(left), Box::new(right))
        },
    }
}

impl Heap {
    fn node(root: i64, left: Heap, right: Heap) -> Heap {
        Heap::Node(root, Box::new(left), Box::new(right))
    }

    fn reaches(&self, element: i64) -> bool {
        match self {
            Heap::Empty => false,
            Heap::Node(root, left, right) => *root >= element || left.reaches(element) || right.reaches(element),
        }
    }
}

#[test]
fn a_heap_that_was_never_generated_is_shrunk_and_stays_one() {
    let leaf = |root| Heap::node(root, Heap::Empty, Heap::Empty);
    let typed_in = Heap::node(3, Heap::node(5, leaf(77), leaf(90)), Heap::node(4, Heap::Empty, leaf(77)));
    let shrunk = heap(-1_000, 16).shrink(&typed_in, |heap| heap.reaches(77)).unwrap();
    assert_eq!(shrunk.value, leaf(77));

    let unordered = Heap::node(5, leaf(4), Heap::Empty);
    let error = heap(0, 16).can_make(&unordered).unwrap_err();
    assert!(error.to_string().contains("4 is not in 5..=1000"), "{error}");
}

#[derive(Clone, Debug, PartialEq)]
struct Package {
    name: String,
    dependencies: Vec<(String, String)>,
}

#[generator]
fn package() -> Package {
    let name = draw!(word());
    let dependencies = draw!(vec_of((word(), word()), 0..=10));
    Package { name, dependencies }
}

fn word() -> impl Reflect<Value = String> {
    string_of(Chars::alphanumeric().union('.'..='.').union('^'..='^'), 1..=20)
}

/// Lines of `name version` below the name of the package.
fn lock_file() -> impl Reflect<Value = String> {
    package().iso(
        |package| {
            let lines = package.dependencies.iter().map(|(name, version)| format!("{name} {version}\n"));
            format!("{}\n{}", package.name, lines.collect::<String>())
        },
        |text| {
            let (name, lines) = text.split_once('\n')?;
            let line = |line: &str| line.split_once(' ').map(|(name, version)| (name.to_string(), version.to_string()));
            Some(Package { name: name.to_string(), dependencies: lines.lines().map(line).collect::<Option<_>>()? })
        },
    )
}

#[test]
fn a_text_from_a_user_is_shrunk() {
    let reported = "server\nbabel ^6.26.0\nexpress ^4.15.3\nlevel ^4.0.0\n".to_string();
    let shrunk = lock_file().shrink(&reported, |text| text.contains("express ^4.15.3")).unwrap();
    assert_eq!(shrunk.value, "a\nexpress ^4.15.3\n");
}
