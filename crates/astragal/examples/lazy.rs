//! Lazy parts: a parser of packets that looks at the first fields only, checked for all packets there are.
//!
//! A `Lazy<T>` is drawn when it is forced. A part that is never forced is shown as `_`, and one run settles all its values.

use astragal::Check;
use astragal::generators::{Lazy, LazyList, lazy, lazy_list_of};
use astragal::prelude::*;
use astragal::report::{Found, Style, Verdict};
use astragal::spaces::{Measure, exhaustively};

/// What a packet may carry.
#[derive(Clone, Copy, Debug, PartialEq, Arbitrary)]
enum Kind {
    Ping,
    Data,
    Close,
}

/// A packet as it arrives, field by field.
#[derive(Clone, Debug, Arbitrary)]
struct Packet {
    #[arbitrary(with = lazy(0..16u8))]
    version: Lazy<u8>,
    kind: Lazy<Kind>,
    is_fragment: Lazy<bool>,
    stream: Lazy<u32>,
    payload: Lazy<[u8; 4]>,
}

#[derive(Debug, PartialEq)]
enum Handled {
    Answered,
    Stored(u32),
    Closed,
    Ignored,
}

/// What is done with a packet. The bug: a fragment of a packet that closes a connection closes it already.
fn handle(packet: &Packet) -> Handled {
    if *packet.version != 1 {
        return Handled::Ignored;
    }
    match *packet.kind {
        Kind::Ping => Handled::Answered,
        Kind::Close => Handled::Closed,
        Kind::Data if *packet.is_fragment => Handled::Ignored,
        Kind::Data => Handled::Stored(packet.payload.iter().map(|&byte| u32::from(byte)).sum()),
    }
}

/// Whether packets came in the order of their numbers. Forces nothing beyond the first that did not.
fn came_in_order(numbers: &LazyList<u8>) -> bool {
    numbers.iter().zip(numbers.iter().skip(1)).all(|(one, next)| **one < **next)
}

fn main() {
    // As a property: of the packets there are 2^64 times 96, but few that differ in the forced parts.
    let report =
        Check::new().seed(1).run(any::<Packet>(), |packet| handle(&packet) != Handled::Closed || !*packet.is_fragment);
    print!("{}", report.render(Style::plain()));
    let failure = &report.failures[0];
    assert_eq!(
        failure.minimal.drawn[0].text,
        "Packet { version: 1, kind: Close, is_fragment: true, stream: _, payload: _ }"
    );
    assert!(matches!(failure.found, Found::Exhaustive(_)));

    // A property that holds is proved, and the runs are fewer than the versions and the kinds.
    let report =
        Check::new().seed(1).run(any::<Packet>(), |packet| *packet.version == 1 || handle(&packet) == Handled::Ignored);
    let packets = any::<Packet>().measured(Measure::tiers()).total().expect("a number");
    println!("other versions are ignored: {} runs for all {packets} packets\n", report.statistics.cases);
    assert_eq!((report.verdict, report.statistics.cases), (Verdict::PassedExhaustively, 16));

    // A list whose length is lazy too, by a call of the library: up to six numbers, each of which takes two choices.
    let mut ordered = 0;
    let searched = exhaustively(lazy_list_of(0..10u8), 12, |numbers| {
        ordered += u32::from(came_in_order(numbers));
        true
    });
    let runs = searched.expect("lists are drawn").runs;
    println!("1,111,111 lists in {runs} runs, of which {ordered} were in order");
    // As many as there are subsets of ten numbers with at most six; but a number alone is in order whatever it is: one run.
    assert_eq!(ordered, 1 + 1 + 45 + 120 + 210 + 252 + 210);
    let searched = exhaustively(lazy_list_of(0..10u8), 12, came_in_order).expect("lists are drawn");
    assert_eq!(format!("{:?}", searched.counterexample.expect("some are not").value), "[0, 0, ..]");

    // Outside of a search a lazy part is drawn from a seed of its own: when it is forced does not matter.
    let (packet, again) = (any::<Packet>().sample(7), any::<Packet>().sample(7));
    let (version, stream) = (*packet.version, *packet.stream);
    assert_eq!((*again.stream, *again.version), (stream, version));
    assert!(!packet.payload.is_drawn());
}
