//! The challenge `binheap`: the elements of a heap are taken out in order.
//!
//! The bug: the part below the root is merged once and then emitted in its current order.

use super::challenge::{Challenge, Verdict};

/// A heap: no element is larger than one below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heap {
    Empty,
    Node(i64, Box<Heap>, Box<Heap>),
}

impl Heap {
    /// How many nodes there are at most from the root to a leaf.
    pub(super) const DEPTH: u32 = 5;

    /// A heap of one element and two heaps.
    pub(super) fn node(element: i64, left: Heap, right: Heap) -> Heap {
        Heap::Node(element, Box::new(left), Box::new(right))
    }

    fn is_ordered(&self, least: i64) -> bool {
        match self {
            Heap::Empty => true,
            Heap::Node(element, left, right) => {
                *element >= least && left.is_ordered(*element) && right.is_ordered(*element)
            }
        }
    }

    /// The elements, each before those below it.
    fn elements(&self) -> Vec<i64> {
        match self {
            Heap::Empty => Vec::new(),
            Heap::Node(element, left, right) => [vec![*element], left.elements(), right.elements()].concat(),
        }
    }

    fn sorted_elements(&self) -> Vec<i64> {
        let mut elements = self.elements();
        elements.sort_unstable();
        elements
    }

    fn merge(self, other: Heap) -> Heap {
        match (self, other) {
            (Heap::Empty, heap) | (heap, Heap::Empty) => heap,
            (Heap::Node(first, left, right), other @ Heap::Node(second, ..)) if first <= second => {
                Heap::node(first, right.merge(other), *left)
            }
            (heap, Heap::Node(second, left, right)) => Heap::node(second, right.merge(heap), *left),
        }
    }

    /// The faulty way to take out the elements in order.
    fn taken_out(&self) -> Vec<i64> {
        match self {
            Heap::Empty => Vec::new(),
            Heap::Node(element, left, right) => {
                [vec![*element], left.clone().merge((**right).clone()).elements()].concat()
            }
        }
    }
}

/// The challenge.
pub(super) struct BinHeap;

impl Challenge for BinHeap {
    type Value = Heap;

    fn judge(heap: &Heap) -> Verdict {
        if !heap.is_ordered(0) {
            return Verdict::Skipped;
        }
        Verdict::fails_if(heap.taken_out() != heap.sorted_elements())
    }

    /// Whatever its shape.
    fn is_smallest(heap: &Heap) -> bool {
        let elements = heap.sorted_elements();
        elements == [0, 0, 1] || elements == [0, 0, 0, 1]
    }

    /// The shape makes a difference to the property, but none that a reader sees: a chain of the sorted elements.
    fn normal(heap: &Heap) -> Heap {
        let elements = heap.sorted_elements();
        elements.into_iter().rev().fold(Heap::Empty, |below, element| Heap::node(element, below, Heap::Empty))
    }
}
