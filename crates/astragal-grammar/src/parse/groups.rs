//! Lists by number, of which most are empty: made at once from pairs, and stored one after the other.

/// What belongs to each number.
#[derive(Debug)]
pub(super) struct Groups<T> {
    /// By number, where its list begins; and the end of the last. Empty if all lists are.
    starts: Vec<u32>,
    values: Vec<T>,
}

impl<T: Copy> Groups<T> {
    /// The lists of all numbers below `keys`, each in the order of the pairs.
    pub(super) fn from_pairs(keys: usize, pairs: &[(u32, T)]) -> Groups<T> {
        let Some((_, any)) = pairs.first() else { return Groups { starts: Vec::new(), values: Vec::new() } };
        // First how many there are up to each number, which is the end of its list; filled in backwards, it becomes the start.
        let mut starts = vec![0; keys + 1];
        pairs.iter().for_each(|(key, _)| starts[*key as usize] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut values = vec![*any; pairs.len()];
        for (key, value) in pairs.iter().rev() {
            let start = &mut starts[*key as usize];
            *start -= 1;
            values[*start as usize] = *value;
        }
        Groups { starts, values }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The list of a number. Those of numbers that are too large are empty.
    #[inline]
    pub(super) fn of(&self, key: u32) -> &[T] {
        match self.starts.get(key as usize..key as usize + 2) {
            Some(&[start, end]) => &self.values[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The lists that are not empty, with their numbers.
    pub(super) fn for_each(&mut self, mut each: impl FnMut(u32, &mut [T])) {
        for (key, ends) in self.starts.windows(2).enumerate() {
            if ends[0] < ends[1] {
                each(key as u32, &mut self.values[ends[0] as usize..ends[1] as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_order() {
        let mut groups = Groups::from_pairs(4, &[(2, 'x'), (0, 'y'), (2, 'a'), (3, 'z')]);
        let lists: Vec<String> = (0..6).map(|key| groups.of(key).iter().collect()).collect();
        assert_eq!(lists, ["y", "", "xa", "z", "", ""]);
        let mut seen = Vec::new();
        groups.for_each(|key, list| {
            list.sort();
            seen.push((key, list.to_vec()));
        });
        assert_eq!(seen, [(0, vec!['y']), (2, vec!['a', 'x']), (3, vec!['z'])]);
        let empty: Groups<u8> = Groups::from_pairs(4, &[]);
        assert!(empty.is_empty() && empty.of(1).is_empty());
    }
}
