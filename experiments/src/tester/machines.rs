//! Planted bugs of what has a state: editors, files, accounts, locks.

use super::falsifiable::{Subject, falsifiable};
use super::input::Op;
use std::collections::BTreeSet;

pub(super) fn all() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("machines/history", "a new edit leaves what can be redone", history).minimal([vec![
            Op::Put(0),
            Op::Take,
            Op::Put(0),
            Op::Reset,
        ]]),
        falsifiable("machines/account", "the fee is not part of the check", account)
            .minimal([vec![Op::Put(100), Op::Remove(100)]]),
        falsifiable("machines/file", "what was cut off comes back", |faulty, ops: &Ops| file(faulty, ops))
            .minimal([vec![Op::Put(1), Op::Remove(0), Op::Put(0)]]),
        falsifiable("machines/handles", "a handle can be freed twice", handles).minimal([
            vec![Op::Put(0), Op::Remove(0), Op::Remove(0), Op::Put(0), Op::Put(0)],
            vec![Op::Put(0), Op::Remove(0), Op::Put(0), Op::Remove(0), Op::Put(0)],
        ]),
        falsifiable("machines/lockout", "a success does not clear the failures", lockout).minimal([
            vec![Op::Remove(0), Op::Put(0), Op::Remove(0), Op::Remove(0)],
            vec![Op::Remove(0), Op::Remove(0), Op::Put(0), Op::Remove(0)],
        ]),
        falsifiable("machines/gauge", "a gauge goes below zero", |faulty, ops: &Ops| {
            let mut gauge = 0_u8;
            ops.iter().all(|op| {
                let before = gauge;
                match op {
                    Op::Put(by) => gauge = gauge.saturating_add(*by),
                    Op::Remove(by) if faulty => gauge = gauge.wrapping_sub(*by),
                    Op::Remove(by) => gauge = gauge.saturating_sub(*by),
                    _ => {}
                }
                !matches!(op, Op::Remove(_)) || gauge <= before
            })
        })
        .minimal([vec![Op::Remove(1)]]),
        falsifiable("machines/gap", "a gap of none is not made larger", |faulty, ops: &Ops| gap(faulty, ops))
            .minimal_if(
                |ops| {
                    let puts = ops.iter().filter(|op| matches!(op, Op::Put(_))).count();
                    ops.len() == GAP + 2
                        && puts == GAP + 1
                        && ops.iter().all(|op| matches!(op, Op::Put(0 | 1) | Op::Look(0)))
                },
                [[vec![Op::Put(0); GAP], vec![Op::Look(0), Op::Put(1)]].concat()],
            ),
    ]
}

type Ops = Vec<Op>;

/// An editor: `Put` writes, `Take` undoes and `Reset` redoes. After an edit there is nothing to be redone.
fn history(faulty: bool, ops: &Ops) -> bool {
    let (mut done, mut undone): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    let mut versions: Vec<Vec<u8>> = vec![Vec::new()];
    let mut at = 0;
    ops.iter().all(|op| {
        match op {
            Op::Put(byte) => {
                done.push(*byte);
                if !faulty {
                    undone.clear();
                }
                versions.truncate(at + 1);
                versions.push([&versions[at][..], &[*byte]].concat());
                at += 1;
            }
            Op::Take => {
                undone.extend(done.pop());
                at = at.saturating_sub(1);
            }
            Op::Reset => {
                done.extend(undone.pop());
                at = (at + 1).min(versions.len() - 1);
            }
            _ => {}
        }
        done == versions[at]
    })
}

/// There is a fee of one for taking out a hundred or more.
fn account(faulty: bool, ops: &Ops) -> bool {
    let mut balance = 0_i64;
    ops.iter().all(|op| {
        match op {
            Op::Put(amount) => balance += i64::from(*amount),
            Op::Remove(amount) => {
                let amount = i64::from(*amount);
                let fee = i64::from(amount >= 100);
                if balance >= amount + if faulty { 0 } else { fee } {
                    balance -= amount + fee;
                }
            }
            _ => {}
        }
        balance >= 0
    })
}

/// `Put` writes, `Look` goes to a place, `Remove` cuts the file there. What is skipped is zero.
fn file(faulty: bool, ops: &Ops) -> bool {
    let (mut disk, mut length, mut place) = (vec![0; 256 + ops.len()], 0, 0);
    let mut model: Vec<u8> = Vec::new();
    ops.iter().all(|op| {
        match op {
            Op::Put(byte) => {
                disk[place] = *byte;
                model.resize(model.len().max(place + 1), 0);
                model[place] = *byte;
                place += 1;
                length = length.max(place);
            }
            Op::Look(to) => place = usize::from(*to),
            Op::Remove(end) if usize::from(*end) < length => {
                if !faulty {
                    disk[usize::from(*end)..length].fill(0);
                }
                length = usize::from(*end);
                model.truncate(length);
            }
            _ => {}
        }
        disk[..length] == model
    })
}

/// `Put` takes the first free place, `Remove` frees the place of one of the handles that there ever were.
fn handles(faulty: bool, ops: &Ops) -> bool {
    let (mut free, mut places, mut live): (Vec<usize>, usize, Vec<bool>) = (Vec::new(), 0, Vec::new());
    let mut handles: Vec<usize> = Vec::new();
    ops.iter().all(|op| {
        match op {
            Op::Put(_) => {
                let place = free.pop().unwrap_or_else(|| {
                    places += 1;
                    places - 1
                });
                handles.push(place);
                live.push(true);
            }
            Op::Remove(which) if !handles.is_empty() => {
                let which = usize::from(*which) % handles.len();
                if faulty || live[which] {
                    free.push(handles[which]);
                }
                live[which] = false;
            }
            _ => {}
        }
        let used: Vec<usize> = handles.iter().zip(&live).filter(|(_, live)| **live).map(|(place, _)| *place).collect();
        used.iter().collect::<BTreeSet<_>>().len() == used.len()
    })
}

/// `Put` is the right password, `Remove` a wrong one. After three wrong ones in succession nothing opens any more.
fn lockout(faulty: bool, ops: &Ops) -> bool {
    let (mut failures, mut in_succession, mut is_locked) = (0, 0, false);
    ops.iter().all(|op| {
        match op {
            Op::Put(_) => {
                if !faulty && failures < 3 {
                    failures = 0;
                }
                in_succession = 0;
            }
            Op::Remove(_) => {
                failures += 1;
                in_succession += 1;
            }
            Op::Reset => (failures, in_succession, is_locked) = (0, 0, false),
            _ => {}
        }
        is_locked |= in_succession >= 3;
        is_locked == (failures >= 3)
    })
}

/// How large the first gap is.
const GAP: usize = 4;

/// A text with a gap at the cursor, into which `Put` writes; `Look` moves the cursor.
fn gap(faulty: bool, ops: &Ops) -> bool {
    let (mut cells, mut start, mut end) = (vec![0_u8; GAP], 0, GAP);
    let (mut model, mut cursor): (Vec<u8>, usize) = (Vec::new(), 0);
    ops.iter().all(|op| {
        match op {
            Op::Put(byte) => {
                if start == end {
                    let more = cells.len();
                    // At the end of the text the place is right either way.
                    let at = if faulty { cells.len() } else { start };
                    cells.splice(at..at, vec![0; more]);
                    (start, end) = (at, at + more);
                }
                cells[start] = *byte;
                start += 1;
                model.insert(cursor, *byte);
                cursor += 1;
            }
            Op::Look(to) => {
                let to = usize::from(*to) % (model.len() + 1);
                while start > to {
                    (start, end) = (start - 1, end - 1);
                    cells[end] = cells[start];
                }
                while start < to {
                    cells[start] = cells[end];
                    (start, end) = (start + 1, end + 1);
                }
                cursor = to;
            }
            _ => {}
        }
        cells[..start].iter().chain(&cells[end..]).eq(&model)
    })
}
