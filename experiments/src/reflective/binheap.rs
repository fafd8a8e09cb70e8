//! The example `binheap`: the elements of a heap are taken out in order.
//!
//! The bug: the part below the root is merged once, and then emitted in its current order.

use super::example::Example;
use astragal::prelude::*;

/// A heap: no element is larger than one below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heap {
    Empty,
    Node(i64, Box<Heap>, Box<Heap>),
}

use Heap::{Empty, Node};

/// A heap of elements from `least` to `most`.
#[generator]
fn heap(least: i64, most: i64, size: u32) -> Heap {
    pick! {
        1 => Empty,
        if size > 0, 7 => {
            let root = draw!(least..=most);
            let left = draw!(heap(root, most, size / 2));
            let right = draw!(heap(root, most, size / 2));
            Node(root, Box::new(left), Box::new(right))
        }
    }
}

impl Heap {
    fn is_ordered(&self, least: i64) -> bool {
        match self {
            Empty => true,
            Node(root, left, right) => *root >= least && left.is_ordered(*root) && right.is_ordered(*root),
        }
    }

    /// The elements, each before those below it.
    fn elements(&self) -> Vec<i64> {
        match self {
            Empty => Vec::new(),
            Node(root, left, right) => [vec![*root], left.elements(), right.elements()].concat(),
        }
    }

    fn merge(&self, other: &Heap) -> Heap {
        match (self, other) {
            (Empty, heap) | (heap, Empty) => heap.clone(),
            (Node(first, left, right), Node(second, ..)) if first <= second => {
                Node(*first, Box::new(right.merge(other)), left.clone())
            }
            (_, Node(second, left, right)) => Node(*second, Box::new(right.merge(self)), left.clone()),
        }
    }

    /// The faulty way to take out the elements in order.
    fn taken_out(&self) -> Vec<i64> {
        match self {
            Empty => Vec::new(),
            Node(root, left, right) => [vec![*root], left.merge(right).elements()].concat(),
        }
    }
}

pub(super) struct BinHeap;

impl Example for BinHeap {
    type Value = Heap;

    fn generator(size: u32) -> impl Reflect<Value = Heap> {
        heap(-i64::from(size), i64::from(size), size)
    }

    fn fails(heap: &Heap) -> bool {
        let (mut elements, taken_out) = (heap.elements(), heap.taken_out());
        elements.sort_unstable();
        heap.is_ordered(i64::MIN) && taken_out != elements
    }

    /// Every constructor counts.
    fn measure(heap: &Heap) -> usize {
        2 * heap.elements().len() + 1
    }
}
