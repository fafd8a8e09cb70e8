//! The same seed and settings give the same report, byte for byte: at rest, on a busy machine, where cases take longer, where they
//! are observed, and on any number of threads.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use astragal::Case;
use astragal::config::Strategy;
use astragal::observe::Observer;
use astragal::prelude::*;
use astragal::report::Style;
use astragal::spaces::exists;
use astragal::{Check, Report};

/// How a run is disturbed.
#[derive(Clone, Copy, PartialEq)]
enum Disturbed {
    AtRest,
    BusyMachine,
    SlowCases,
    Observed,
}

thread_local! {
    /// Whether runs have an observer.
    static IS_OBSERVED: Cell<bool> = const { Cell::new(false) };
}

/// Wants to be told of everything.
struct Watching;

impl Observer for Watching {}

/// Makes some calls slow, if calls are to be slow.
#[derive(Clone, Copy)]
struct Pause(Disturbed);

impl Pause {
    fn here(self) {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        if self.0 == Disturbed::SlowCases && CALLS.fetch_add(1, Ordering::Relaxed) % 32 == 0 {
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

/// What a property is run with. The clock must not stop a run here.
fn check(threads: usize) -> Check {
    let unhurried = |config: astragal::Config| config.time(None).shrink_time(Duration::MAX).threads(threads);
    let check = Check::new()
        .seed(7)
        .named(format!("subject_{}", std::process::id()))
        .cases(400)
        .with(unhurried)
        .with(|config| config.shrink_evaluations(500));
    if IS_OBSERVED.get() { check.observed_by(Watching) } else { check }
}

/// A binary tree.
#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree {
    Leaf,
    Node(Box<Tree>, #[arbitrary(with = 0..20u8)] u8, Box<Tree>),
}

impl Tree {
    fn keys(&self) -> Vec<u8> {
        match self {
            Tree::Leaf => Vec::new(),
            Tree::Node(left, key, right) => [left.keys(), vec![*key], right.keys()].concat(),
        }
    }

    fn depth(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + left.depth().max(right.depth()),
        }
    }
}

/// A queue that loses an element when it wraps around.
#[derive(Default)]
struct Queue {
    items: Vec<u8>,
    popped: usize,
}

impl Queue {
    fn push(&mut self, item: u8) {
        if self.popped != 3 || self.items.len() != 2 {
            self.items.push(item);
        }
    }

    fn pop(&mut self) -> Option<u8> {
        let first = (!self.items.is_empty()).then(|| self.items.remove(0));
        self.popped += usize::from(first.is_some());
        first
    }
}

fn queue_and_model(t: &mut Case<'_>, pause: Pause) {
    let (mut queue, mut model) = (Queue::default(), Vec::new());
    for _ in 0..t.draw(0..20usize) {
        pause.here();
        if t.draw(any::<bool>()) {
            let item = t.draw(any::<u8>());
            queue.push(item);
            model.push(item);
        } else {
            let expected = (!model.is_empty()).then(|| model.remove(0));
            assert_eq!(queue.pop(), expected);
        }
    }
    assert_eq!(queue.items, model);
}

type Subject = (&'static str, fn(Pause) -> Report);

/// On one thread.
const SUBJECTS: &[Subject] = &[
    ("passing numbers", |pause| check(1).run(any::<u64>(), move |_| pause.here())),
    ("a failing number", |pause| {
        check(1).run(any::<u64>(), move |n| {
            pause.here();
            assert!(n < 123_456);
        })
    }),
    ("a pair that is alike", |pause| {
        check(1).run(any::<(u16, u16)>(), move |(a, b)| {
            pause.here();
            assert!(a / 8 != b / 8 || a < 300);
        })
    }),
    ("floats", |pause| {
        check(1).run(any::<(f64, f64)>(), move |(a, b)| {
            pause.here();
            assert!((a + b) - b == a || !a.is_finite() || !b.is_finite());
        })
    }),
    ("texts", |pause| {
        check(1).run(any::<String>(), move |text| {
            pause.here();
            assert_eq!(text.to_lowercase().to_uppercase(), text.to_uppercase());
        })
    }),
    ("lists of texts", |pause| {
        check(1).run(any::<Vec<String>>(), move |list| {
            pause.here();
            assert!(list.iter().map(String::len).sum::<usize>() < 40);
        })
    }),
    ("trees", |pause| {
        check(1).run(any::<Tree>(), move |tree| {
            pause.here();
            assert!(tree.keys().is_sorted());
        })
    }),
    ("many are rejected", |pause| {
        check(1).run(any::<u64>(), move |a| {
            pause.here();
            assume!(a % 3 == 0);
        })
    }),
    ("a failure after many rejections", |pause| {
        check(1).cases(1_000).run(any::<(u64, u8)>(), move |(a, b)| {
            pause.here();
            assume!(a % 3 == 0);
            assert!((a, b) != (30, 18) && a % 1_000 != 999);
        })
    }),
    ("a filter that is slow", |pause| {
        let filtered = any::<u32>().filter(move |n| {
            pause.here();
            n % 5 == 0
        });
        check(1).cases(300).run(filtered, |n| assert!(n < 40_000))
    }),
    ("most are rejected, and it gives up", |pause| {
        check(1).run(any::<u64>(), move |n| {
            pause.here();
            assume!(n % 512 == 300);
        })
    }),
    ("nothing gets through", |pause| {
        check(1).run(any::<u64>(), move |_| {
            pause.here();
            assume!(false);
        })
    }),
    ("sorted lists by an assumption", |pause| {
        check(1).cases(200).run(vec_of(0..50u8, 0..=8), move |list| {
            pause.here();
            assume!(list.is_sorted());
            collect!("length", list.len());
        })
    }),
    ("covering", |pause| {
        check(1).run(any::<Vec<u8>>(), move |list| {
            pause.here();
            cover!("long", list.len() > 10, at_least = 10);
            cover!("empty", list.is_empty(), at_least = 1);
        })
    }),
    ("covering what is near the limit", |pause| {
        check(1).cases(50).run(0..100u8, move |n| {
            pause.here();
            cover!("small", n < 31, at_least = 30);
        })
    }),
    ("covering what is not there", |pause| {
        check(1).run(any::<u16>(), move |n| {
            pause.here();
            cover!("even", n % 2 == 0, at_least = 60);
        })
    }),
    ("targeting a sum", |pause| {
        check(1).run(vec_of(0..100u32, 0..=20), move |list| {
            pause.here();
            let sum: u32 = list.iter().sum();
            target!("sum", sum);
            assert!(sum < 1_700);
        })
    }),
    ("targeting without a failure", |pause| {
        check(1).cases(400).run(any::<Tree>(), move |tree| {
            pause.here();
            target!("depth", tree.depth());
        })
    }),
    ("guided", |pause| {
        let sorted = vec_of(0..60u8, 5..=8).filter(|list| list.is_sorted()).guided();
        check(1).cases(200).run(sorted, move |list| {
            pause.here();
            assert!(list[0] < 30);
        })
    }),
    ("by a strategy", |pause| {
        let planned = |config: astragal::Config| config.strategy("agata:linear".parse::<Strategy>().unwrap());
        check(1).with(planned).run(any::<Tree>(), move |tree| {
            pause.here();
            assert!(tree.depth() < 6);
        })
    }),
    ("by growth", |pause| {
        check(1).with(|config| config.growth(0.5)).run(any::<(Tree, u16)>(), move |(tree, n)| {
            pause.here();
            assume!(n % 3 != 1);
            assert!(tree.depth() < 3 || n < 1_000);
        })
    }),
    ("all cases", |pause| check(1).run(any::<(bool, u8)>(), move |_| pause.here())),
    ("all cases of a closure", |pause| {
        check(1).run_drawing(move |t| {
            pause.here();
            let n = t.draw(0..20u8);
            assert!(t.draw(0..=n) <= n);
        })
    }),
    ("a queue and its model", |pause| check(1).run_drawing(move |t| queue_and_model(t, pause))),
    ("maps", |pause| {
        check(1).run(any::<BTreeMap<u8, u8>>(), move |map| {
            pause.here();
            assert!(map.values().map(|&value| u32::from(value)).sum::<u32>() < 600);
        })
    }),
    ("two bugs", |pause| {
        check(1).run(any::<Vec<u8>>(), move |list| {
            pause.here();
            assert!(list.len() < 7, "too long");
            assert!(!list.contains(&200), "two hundred");
        })
    }),
    ("several minima", |pause| {
        check(1).with(|config| config.minima(3)).run(any::<Vec<u8>>(), move |list| {
            pause.here();
            assert!(list.iter().map(|&n| u32::from(n)).sum::<u32>() < 300);
        })
    }),
    ("examples", |pause| {
        check(1).run_with_examples(any::<u32>(), &[&|| 7, &|| 70_000], move |n| {
            pause.here();
            assert!(n < 60_000);
        })
    }),
    ("a searched witness", |pause| {
        check(1).cases(60).run(0..50u16, move |n| {
            pause.here();
            exists(0..400u16, |m| m == n * 9)
        })
    }),
];

type Threaded = (&'static str, fn(usize, Pause) -> Report);

/// On one, two and four threads, with one report.
const THREADED: &[Threaded] = &[
    ("failing lists", |threads, pause| {
        check(threads).run_on_threads(any::<Vec<u16>>(), move |list| {
            pause.here();
            assert!(list.iter().all(|&n| n < 5_000), "a large one");
        })
    }),
    ("rejecting and collecting", |threads, pause| {
        check(threads).run_on_threads(any::<u32>(), move |n| {
            pause.here();
            assume!(n % 4 != 1);
            collect!("last digit", n % 10);
            classify!("large", n > 1_000);
        })
    }),
    ("targeting", |threads, pause| {
        check(threads).run_on_threads(vec_of(0..100u32, 0..=20), move |list| {
            pause.here();
            let sum: u32 = list.iter().sum();
            target!("sum", sum);
            assert!(sum < 1_650);
        })
    }),
    ("growing", |threads, pause| {
        check(threads).with(|config| config.growth(1.0)).run_on_threads(any::<Vec<u16>>(), move |list| {
            pause.here();
            collect!("length", list.len());
            assert!(list.len() < 3 || list[1] < 256, "a large one");
        })
    }),
    ("covering", |threads, pause| {
        check(threads).cases(80).run_on_threads(any::<Vec<bool>>(), move |list| {
            pause.here();
            cover!("even", list.len() % 2 == 0, at_least = 5);
        })
    }),
    ("a failure in enumerated cases or beside them", |threads, pause| {
        check(threads).run_on_threads(any::<Vec<bool>>(), move |list| {
            pause.here();
            assert_ne!(list.len(), 6);
        })
    }),
];

/// Keeps all processors busy until it is dropped, in bursts: these delay now one case and now another.
struct Load(&'static AtomicBool, Vec<std::thread::JoinHandle<()>>);

impl Load {
    fn new() -> Load {
        let is_over: &'static AtomicBool = Box::leak(Box::default());
        let spin = || {
            std::thread::spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    (0..20_000).for_each(|_| std::hint::spin_loop());
                    std::thread::sleep(Duration::from_millis(2));
                }
            })
        };
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        Load(is_over, (0..threads).map(|_| spin()).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        for thread in self.1.drain(..) {
            let _ = thread.join();
        }
    }
}

/// All reports, by the names of the subjects.
fn reports(disturbed: Disturbed) -> Vec<(String, String)> {
    let _load = (disturbed == Disturbed::BusyMachine).then(Load::new);
    IS_OBSERVED.set(disturbed == Disturbed::Observed);
    let pause = Pause(disturbed);
    let alone = SUBJECTS.iter().map(|(name, run)| (name.to_string(), run(pause).render(Style::plain())));
    let threaded = THREADED.iter().flat_map(|(name, run)| {
        [1, 2, 4].map(|threads| (format!("{name}, {threads} threads"), run(threads, pause).render(Style::plain())))
    });
    alone.chain(threaded).collect()
}

#[test]
fn how_fast_cases_are_changes_no_byte_of_a_report() {
    let at_rest = reports(Disturbed::AtRest);
    assert!(at_rest.len() >= 40, "{}", at_rest.len());
    for disturbed in [Disturbed::BusyMachine, Disturbed::SlowCases, Disturbed::Observed] {
        for (rest, other) in at_rest.iter().zip(reports(disturbed)) {
            assert_eq!(*rest, other, "{}", rest.0);
        }
    }
    let of_threads = &at_rest[SUBJECTS.len()..];
    let without_setting = |text: &str| {
        let lines = text.lines().filter(|line| !line.contains("threads = "));
        lines.collect::<Vec<_>>().join("\n")
    };
    for reports in of_threads.chunks(3) {
        for (name, report) in reports {
            assert_eq!(without_setting(report), without_setting(&reports[0].1), "{name}");
        }
    }
}
