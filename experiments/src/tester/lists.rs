//! Planted bugs of algorithms on lists of numbers.

use super::falsifiable::{Subject, falsifiable};
use std::collections::BTreeSet;
use std::collections::VecDeque;

pub(super) fn all() -> Vec<Box<dyn Subject>> {
    let mut all = searching();
    all.extend(sorting());
    all.extend(combining());
    all
}

type List = Vec<i32>;
type Pairs = Vec<(u8, u8)>;

fn searching() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable(
            "lists/binary_search",
            "the last element is never looked at",
            |faulty, (list, key): &(List, i32)| {
                let mut list = list.clone();
                list.sort_unstable();
                let (mut low, mut high) = (0, if faulty { list.len().saturating_sub(1) } else { list.len() });
                while low < high {
                    let middle = low + (high - low) / 2;
                    if list[middle] < *key { low = middle + 1 } else { high = middle }
                }
                (list.get(low) == Some(key) && (low < list.len() - 1 || !faulty)) == list.contains(key)
            },
        )
        .minimal([(vec![0], 0)]),
        falsifiable(
            "lists/window_maximum",
            "a maximum leaves the window one step late",
            |faulty, (list, width): &(List, u8)| {
                let width = usize::from(*width);
                let (mut maxima, mut candidates) = (Vec::new(), VecDeque::new());
                for (at, number) in list.iter().enumerate() {
                    while candidates.back().is_some_and(|&other: &usize| list[other] <= *number) {
                        candidates.pop_back();
                    }
                    candidates.push_back(at);
                    let is_outside = |first: usize| if faulty { first + width < at } else { first + width <= at };
                    while candidates.front().is_some_and(|&first| is_outside(first)) {
                        candidates.pop_front();
                    }
                    if at + 1 >= width {
                        maxima.push(list[candidates[0]]);
                    }
                }
                maxima.iter().eq(list.windows(width).filter_map(|window| window.iter().max()))
            },
        )
        .assuming(|(list, width)| (1..=list.len()).contains(&usize::from(*width)))
        .minimal([(vec![1, 0], 1), (vec![0, -1], 1)]),
        falsifiable("lists/increasing", "the longest increasing part is sought greedily", |faulty, list: &List| {
            let mut longest: Vec<i32> = Vec::new();
            for number in list {
                let at = longest.partition_point(|last| last < number);
                match longest.get_mut(at) {
                    Some(last) if !faulty => *last = *number,
                    Some(_) => {}
                    None => longest.push(*number),
                }
            }
            let mut lengths: Vec<usize> = Vec::new();
            for (at, number) in list.iter().enumerate() {
                let before = lengths.iter().zip(list).filter(|(_, before)| *before < number).map(|(length, _)| length);
                let length = 1 + before.max().unwrap_or(&0);
                lengths.insert(at, length);
            }
            longest.len() == lengths.into_iter().max().unwrap_or(0)
        })
        .minimal([vec![0, -1, 0], vec![1, 0, 1]]),
        falsifiable("lists/cycles", "an edge to what was seen before closes a cycle", |faulty, edges: &Pairs| {
            has_cycle(faulty, edges) == has_cycle_by_removal(edges)
        })
        .minimal_if(
            |edges| edges.len() == 3 && edges.iter().all(|(a, b)| *a < 3 && *b < 3),
            [vec![(0, 1), (0, 2), (1, 2)]],
        ),
    ]
}

/// Edges between eight nodes, each once.
fn has_cycle(faulty: bool, edges: &Pairs) -> bool {
    fn visit(faulty: bool, node: u8, edges: &BTreeSet<(u8, u8)>, seen: &mut [bool; 8], open: &mut [bool; 8]) -> bool {
        (seen[usize::from(node)], open[usize::from(node)]) = (true, true);
        let next = edges.iter().filter(|(from, _)| *from == node).map(|(_, to)| *to);
        let closes = next.collect::<Vec<_>>().into_iter().any(|to| match seen[usize::from(to)] {
            true => faulty || open[usize::from(to)],
            false => visit(faulty, to, edges, seen, open),
        });
        open[usize::from(node)] = false;
        closes
    }
    let edges = edges.iter().map(|(from, to)| (from % 8, to % 8)).collect();
    let (mut seen, mut open) = ([false; 8], [false; 8]);
    (0..8).any(|node| {
        if faulty {
            // Each root begins anew.
            seen = [false; 8];
        }
        (faulty || !seen[usize::from(node)]) && visit(faulty, node, &edges, &mut seen, &mut open)
    })
}

/// Nodes to which nothing leads are removed as long as there are any.
fn has_cycle_by_removal(edges: &Pairs) -> bool {
    let mut edges: Vec<_> = edges.iter().map(|(from, to)| (from % 8, to % 8)).collect();
    for _ in 0..8 {
        let targets: BTreeSet<u8> = edges.iter().map(|(_, to)| *to).collect();
        edges.retain(|(from, _)| targets.contains(from));
    }
    !edges.is_empty()
}

fn sorting() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("lists/heap_sort", "a last child that has no sibling is not looked at", |faulty, list: &List| {
            let mut heap = list.clone();
            for at in (0..heap.len() / 2).rev() {
                sift(faulty, &mut heap, at);
            }
            let mut sorted = Vec::new();
            while !heap.is_empty() {
                sorted.push(heap.swap_remove(0));
                sift(faulty, &mut heap, 0);
            }
            sorted.is_sorted_by(|a, b| a >= b)
        })
        .minimal([vec![0, 1], vec![-1, 0]]),
        falsifiable("lists/quick_sort", "of elements like the pivot only one is kept", |faulty, list: &List| {
            fn sort(faulty: bool, list: &[i32]) -> Vec<i32> {
                let Some(pivot) = list.first() else { return Vec::new() };
                let part = |keep: fn(&i32, &i32) -> bool| -> Vec<i32> {
                    list.iter().filter(|number| keep(number, pivot)).copied().collect()
                };
                let equal = if faulty { vec![*pivot] } else { part(|a, b| a == b) };
                [sort(faulty, &part(|a, b| a < b)), equal, sort(faulty, &part(|a, b| a > b))].concat()
            }
            sort(faulty, list).len() == list.len()
        })
        .minimal([vec![0, 0]]),
        falsifiable("lists/merge_sort", "of equal elements the right one is taken first", |faulty, list: &Pairs| {
            fn sort(faulty: bool, list: &[(u8, u8)]) -> Pairs {
                if list.len() < 2 {
                    return list.to_vec();
                }
                let (left, right) = list.split_at(list.len() / 2);
                let (mut left, mut right): (VecDeque<_>, VecDeque<_>) =
                    (sort(faulty, left).into(), sort(faulty, right).into());
                let mut merged = Vec::new();
                while let (Some(one), Some(other)) = (left.front(), right.front()) {
                    let from_left = if faulty { one.0 < other.0 } else { one.0 <= other.0 };
                    merged.extend(if from_left { left.pop_front() } else { right.pop_front() });
                }
                merged.extend(left.into_iter().chain(right));
                merged
            }
            let mut sorted = list.clone();
            sorted.sort_by_key(|pair| pair.0);
            sort(faulty, list) == sorted
        })
        .minimal([vec![(0, 0), (0, 1)], vec![(0, 1), (0, 0)]]),
        falsifiable("lists/remembered", "only the last eight elements are remembered", |faulty, list: &Vec<u8>| {
            let mut once: Vec<u8> = Vec::new();
            for byte in list {
                let known = if faulty { &once[once.len().saturating_sub(8)..] } else { &once };
                if !known.contains(byte) {
                    once.push(*byte);
                }
            }
            once.iter().collect::<BTreeSet<_>>().len() == once.len()
        })
        .minimal_if(
            |list| list.len() == 10 && list.first() == list.last() && list.iter().all(|byte| *byte < 9),
            [(0..9).chain([0]).collect()],
        ),
        falsifiable(
            "lists/rotation",
            "a list is not rotated by more than its length",
            |faulty, (list, by): &(List, u8)| {
                let by = usize::from(*by);
                let split = if !faulty && !list.is_empty() { by % list.len() } else { by };
                let rotated = list.get(split..).map_or(list.clone(), |end| [end, &list[..split]].concat());
                (0..list.len()).all(|at| rotated[at] == list[(at + by) % list.len()])
            },
        )
        .minimal([(vec![0, 1], 3), (vec![0, -1], 3), (vec![1, 0], 3), (vec![-1, 0], 3)]),
    ]
}

/// Brings the element of a heap down to its place; larger ones are above.
fn sift(faulty: bool, heap: &mut [i32], mut at: usize) {
    loop {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        let mut largest = at;
        if left < heap.len() && (!faulty || right < heap.len()) && heap[left] > heap[largest] {
            largest = left;
        }
        if right < heap.len() && heap[right] > heap[largest] {
            largest = right;
        }
        if largest == at {
            return;
        }
        heap.swap(at, largest);
        at = largest;
    }
}

fn combining() -> Vec<Box<dyn Subject>> {
    vec![
        falsifiable("lists/intervals", "a merged interval ends where the later one does", |faulty, list: &Pairs| {
            let mut sorted: Pairs = list.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
            sorted.sort_unstable();
            let mut merged: Pairs = Vec::new();
            for (start, end) in sorted.iter().copied() {
                match merged.last_mut() {
                    Some(last) if start <= last.1 => last.1 = if faulty { end } else { last.1.max(end) },
                    _ => merged.push((start, end)),
                }
            }
            let covers = |list: &Pairs, point| list.iter().any(|(start, end)| (*start..=*end).contains(&point));
            (0..=u8::MAX).all(|point| covers(&sorted, point) == covers(&merged, point))
        })
        .minimal_if(
            |list| list.len() == 2 && list.contains(&(1, 1)) && (list.contains(&(0, 2)) || list.contains(&(2, 0))),
            [vec![(0, 2), (1, 1)]],
        ),
        falsifiable("lists/union_find", "elements are joined and not the sets they are in", |faulty, joins: &Pairs| {
            let mut parents: Vec<usize> = (0..16).collect();
            let mut groups = parents.clone();
            for (one, other) in joins.iter().map(|(a, b)| (usize::from(a % 16), usize::from(b % 16))) {
                let root = |mut at: usize| {
                    while parents[at] != at {
                        at = parents[at];
                    }
                    at
                };
                let (from, to) = (if faulty { one } else { root(one) }, root(other));
                if root(from) != to {
                    parents[from] = to;
                }
                let (old, new) = (groups[one], groups[other]);
                groups.iter_mut().filter(|group| **group == old).for_each(|group| *group = new);
            }
            let root = |mut at: usize| {
                while parents[at] != at {
                    at = parents[at];
                }
                at
            };
            (0..16).all(|a| (0..16).all(|b| (root(a) == root(b)) == (groups[a] == groups[b])))
        })
        .minimal_if(
            |joins| {
                joins.len() == 2 && joins[0].0 == joins[1].0 && joins.iter().all(|(a, b)| *a < 3 && *b < 3 && a != b)
            },
            [vec![(0, 1), (0, 2)], vec![(1, 0), (1, 2)]],
        ),
        falsifiable("lists/intersection", "both lists advance where one is behind", |faulty, (a, b): &(List, List)| {
            let sorted = |list: &List| list.iter().copied().collect::<BTreeSet<_>>();
            let (mut left, mut right) = (sorted(a).into_iter().peekable(), sorted(b).into_iter().peekable());
            let mut common = BTreeSet::new();
            while let (Some(one), Some(other)) = (left.peek().copied(), right.peek().copied()) {
                if one == other {
                    common.insert(one);
                }
                if one <= other || faulty {
                    left.next();
                }
                if other <= one || faulty {
                    right.next();
                }
            }
            common == &sorted(a) & &sorted(b)
        })
        .minimal_if(
            |(a, b)| a.len() + b.len() == 3 && a.iter().chain(b).all(|number| (-1..=1).contains(number)),
            [(vec![0], vec![-1, 0]), (vec![-1, 0], vec![0])],
        ),
        falsifiable(
            "lists/distance",
            "a common start and a common end may overlap",
            |faulty, (a, b): &(Vec<u8>, Vec<u8>)| {
                let common =
                    |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| pairs.take_while(|(one, other)| one == other).count();
                let start = common(&mut a.iter().zip(b));
                let end = common(&mut a.iter().rev().zip(b.iter().rev()));
                let end = if faulty { end } else { end.min(a.len().min(b.len()) - start) };
                let middle = |list: &Vec<u8>| list.get(start..list.len() - end).map(<[u8]>::to_vec).unwrap_or_default();
                edits(&middle(a), &middle(b)) == edits(a, b)
            },
        )
        .minimal([(vec![0], vec![0, 0]), (vec![0, 0], vec![0])]),
        falsifiable(
            "lists/transposition",
            "the rows are as long as there are rows",
            |faulty, (cells, width): &(Vec<u8>, u8)| {
                let width = usize::from(*width);
                let height = cells.len() / width;
                let transposed = |cells: &[u8], width: usize, height: usize| -> Option<Vec<u8>> {
                    let row = if faulty { height } else { width };
                    let places = (0..width).flat_map(|x| (0..height).map(move |y| y * row + x));
                    places.map(|place| cells.get(place).copied()).collect()
                };
                let twice = transposed(cells, width, height).and_then(|cells| transposed(&cells, height, width));
                twice.as_ref() == Some(cells)
            },
        )
        .assuming(|(cells, width)| *width > 0 && cells.len().is_multiple_of(usize::from(*width)))
        .minimal([(vec![0, 0], 1)]),
    ]
}

/// How many elements are inserted, removed and replaced.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (above, one) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (at, other) in b.iter().enumerate() {
            let cost = (diagonal + usize::from(one != other)).min(row[at] + 1).min(row[at + 1] + 1);
            diagonal = std::mem::replace(&mut row[at + 1], cost);
        }
    }
    row[b.len()]
}
