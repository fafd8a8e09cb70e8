//! Planted bugs of queues, caches, tables and sets, against models of them.

use super::falsifiable::{Subject, falsifiable};
use super::input::Op;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub(super) fn all() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("containers/ring", "a full ring looks like an empty one", |faulty, ops: &Ops| ring(faulty, ops))
            .minimal([vec![Op::Put(0); RING]]),
        falsifiable("containers/recently_used", "to look at an entry does not keep it", |faulty, ops: &Ops| {
            cache(ops, Cache { looks_count: !faulty, evicts_for_known: false })
        })
        .minimal_if(
            |ops| {
                matches!(ops[..], [Op::Put(a), Op::Put(b), Op::Look(c), Op::Put(d)]
                    if a == c && a != b && d != a && d != b && a.max(b).max(d) <= 2)
            },
            [vec![Op::Put(0), Op::Put(1), Op::Look(0), Op::Put(2)]],
        ),
        falsifiable("containers/replaced", "an entry makes place for one of the same key", |faulty, ops: &Ops| {
            cache(ops, Cache { looks_count: true, evicts_for_known: faulty })
        })
        .minimal_if(
            |ops| matches!(ops[..], [Op::Put(a), Op::Put(b), Op::Put(c)] if a != b && b == c && a.max(b) == 1),
            [vec![Op::Put(0), Op::Put(1), Op::Put(1)]],
        ),
        falsifiable("containers/probing", "a removed entry ends the search", |faulty, ops: &Ops| probing(faulty, ops)).minimal_if(
            |ops| matches!(ops[..], [Op::Put(a), Op::Put(b), Op::Remove(c)] if a == c && a != b && a % 8 == b % 8 && a.max(b) == 8),
            [vec![Op::Put(0), Op::Put(8), Op::Remove(0)]],
        ),
        falsifiable("containers/late_removal", "what is removed late is removed again", late_removal)
            .minimal([vec![Op::Put(0), Op::Remove(0), Op::Put(0)]]),
    ]
}

type Ops = Vec<Op>;

/// How many elements a ring has place for.
const RING: usize = 6;

fn ring(faulty: bool, ops: &Ops) -> bool {
    let (mut cells, mut head, mut tail, mut is_full) = ([0; RING], 0, 0, false);
    let mut model = VecDeque::new();
    ops.iter().all(|op| {
        let length = if is_full && !faulty { RING } else { (tail + RING - head) % RING };
        match op {
            Op::Put(byte) if length < RING => {
                cells[tail] = *byte;
                tail = (tail + 1) % RING;
                is_full = head == tail;
                if model.len() < RING {
                    model.push_back(*byte);
                }
            }
            Op::Take if length > 0 => {
                head = (head + 1) % RING;
                is_full = false;
                model.pop_front();
            }
            Op::Reset => {
                (head, is_full) = (tail, false);
                model.clear();
            }
            _ => {}
        }
        let length = if is_full && !faulty { RING } else { (tail + RING - head) % RING };
        length == model.len() && (0..length).all(|at| cells[(head + at) % RING] == model[at])
    })
}

/// How many entries a cache has place for.
const ENTRIES: usize = 2;

struct Cache {
    looks_count: bool,
    evicts_for_known: bool,
}

/// The keys, the one that was used least recently first, beside the times of use.
fn cache(ops: &Ops, cache: Cache) -> bool {
    let mut keys: Vec<u8> = Vec::new();
    let mut used: BTreeMap<u8, usize> = BTreeMap::new();
    ops.iter().enumerate().all(|(now, op)| {
        match op {
            Op::Put(key) => {
                if keys.len() == ENTRIES && (cache.evicts_for_known || !keys.contains(key)) {
                    keys.remove(0);
                }
                keys.retain(|other| other != key);
                keys.push(*key);
                if used.len() == ENTRIES && !used.contains_key(key) {
                    let oldest = used.iter().min_by_key(|(_, time)| **time).map(|(key, _)| *key);
                    oldest.and_then(|oldest| used.remove(&oldest));
                }
                used.insert(*key, now);
            }
            Op::Look(key) => {
                if cache.looks_count && keys.contains(key) {
                    keys.retain(|other| other != key);
                    keys.push(*key);
                }
                used.entry(*key).and_modify(|time| *time = now);
            }
            Op::Remove(key) => {
                keys.retain(|other| other != key);
                used.remove(key);
            }
            Op::Take | Op::Reset => {}
        }
        keys.iter().copied().collect::<BTreeSet<_>>() == used.keys().copied().collect()
    })
}

/// A table of eight cells; a key is in the first cell that was free from its own on.
fn probing(faulty: bool, ops: &Ops) -> bool {
    #[derive(Clone, Copy, PartialEq)]
    enum Cell {
        Empty,
        Removed,
        Key(u8),
    }
    fn find(cells: &[Cell; 8], key: u8) -> Option<usize> {
        let places = (0..8).map(|step| (usize::from(key) + step) % 8);
        places.take_while(|&place| cells[place] != Cell::Empty).find(|&place| cells[place] == Cell::Key(key))
    }
    let (mut cells, mut model) = ([Cell::Empty; 8], BTreeSet::new());
    ops.iter().all(|op| {
        match op {
            Op::Put(key) if model.len() < 8 && find(&cells, *key).is_none() => {
                let mut places = (0..8).map(|step| (usize::from(*key) + step) % 8);
                let place = places.find(|&place| !matches!(cells[place], Cell::Key(_)));
                if let Some(place) = place {
                    cells[place] = Cell::Key(*key);
                }
                model.insert(*key);
            }
            Op::Remove(key) => {
                if let Some(place) = find(&cells, *key) {
                    cells[place] = if faulty { Cell::Empty } else { Cell::Removed };
                }
                model.remove(key);
            }
            Op::Reset => {
                cells = [Cell::Empty; 8];
                model.clear();
            }
            _ => {}
        }
        model.iter().all(|key| find(&cells, *key).is_some())
    })
}

/// A set whose removed elements are only marked, until `Take` sweeps.
fn late_removal(faulty: bool, ops: &Ops) -> bool {
    let (mut elements, mut removed, mut model) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    ops.iter().all(|op| {
        match op {
            Op::Put(key) => {
                elements.insert(*key);
                if !faulty {
                    removed.remove(key);
                }
                model.insert(*key);
            }
            Op::Remove(key) => {
                if elements.contains(key) {
                    removed.insert(*key);
                }
                model.remove(key);
            }
            Op::Take => {
                elements.retain(|key| !removed.contains(key));
                removed.clear();
            }
            _ => {}
        }
        elements.difference(&removed).eq(model.iter())
    })
}
