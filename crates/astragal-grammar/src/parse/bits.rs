//! Rows of bits: sets of small numbers, one set a row.

/// A matrix of bits. Unions of rows and single bits are what it is fast at.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    words: usize,
    bits: Vec<u64>,
}

impl Bits {
    /// This many empty rows.
    pub(super) fn new(rows: usize, columns: usize) -> Bits {
        let words = columns.div_ceil(64).max(1);
        Bits { words, bits: vec![0; rows * words] }
    }

    /// No row yet, but how wide they will be.
    pub(super) fn without_rows(columns: usize) -> Bits {
        Bits::new(0, columns)
    }

    /// Forgets all rows.
    pub(super) fn clear(&mut self) {
        self.bits.clear();
    }

    /// Adds an empty row.
    pub(super) fn push_row(&mut self) {
        self.bits.resize(self.bits.len() + self.words, 0);
    }

    /// Forgets a row and all after it.
    pub(super) fn truncate(&mut self, row: usize) {
        self.bits.truncate(row * self.words);
    }

    #[inline]
    pub(super) fn contains(&self, row: usize, column: usize) -> bool {
        self.bits[row * self.words + column / 64] >> (column % 64) & 1 != 0
    }

    pub(super) fn insert(&mut self, row: usize, column: usize) {
        self.bits[row * self.words + column / 64] |= 1 << (column % 64);
    }

    /// Sets all bits of a row, also those past the last column.
    pub(super) fn fill(&mut self, row: usize) {
        self.bits[row * self.words..(row + 1) * self.words].fill(u64::MAX);
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    /// Adds to a row what is in a row of another matrix, which is as wide. Says whether that was anything new.
    pub(super) fn union(&mut self, row: usize, from: &[u64]) -> bool {
        let mut changed = false;
        for (word, from) in self.bits[row * self.words..].iter_mut().zip(from) {
            changed |= from & !*word != 0;
            *word |= from;
        }
        changed
    }

    /// Adds to a row what is in another one of the same matrix. Says whether that was anything new.
    pub(super) fn union_within(&mut self, row: usize, from: usize) -> bool {
        let mut changed = false;
        for word in 0..self.words {
            let from = self.bits[from * self.words + word];
            let into = &mut self.bits[row * self.words + word];
            changed |= from & !*into != 0;
            *into |= from;
        }
        changed
    }

    /// The columns of a row that are set, in order.
    pub(super) fn columns(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        self.row(row).iter().enumerate().flat_map(|(at, &word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|word| *word != 0)
                .map(move |word| at * 64 + word.trailing_zeros() as usize)
        })
    }

    /// Of a graph whose edges are the rows: which nodes are reached in at least one step.
    pub(super) fn reach(mut self) -> Bits {
        let rows = self.bits.len() / self.words;
        for through in 0..rows {
            for row in 0..rows {
                if row != through && self.contains(row, through) {
                    self.union_within(row, through);
                }
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sets_and_graphs() {
        let mut graph = Bits::new(70, 70);
        for (from, to) in [(0, 1), (1, 69), (69, 2), (2, 1), (5, 5)] {
            graph.insert(from, to);
        }
        let reach = graph.clone().reach();
        let reached = |from| reach.columns(from).collect::<Vec<_>>();
        assert_eq!(reached(0), [1, 2, 69]);
        assert_eq!(reached(69), [1, 2, 69]);
        assert_eq!(reached(5), [5]);
        assert_eq!(reached(3), [0; 0]);
        assert!(graph.union(0, reach.row(69)) && !graph.union(0, reach.row(69)));
        graph.push_row();
        assert_eq!(graph.columns(70).count(), 0);
    }
}
