//! The name that a misspelt one was probably meant to be.

/// The nearest of some names, if it is near: about one letter in three may be wrong.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (name, distance) =
        names.into_iter().map(|name| (name, distance(word, name))).min_by_key(|(_, distance)| *distance)?;
    (distance <= (name.len() / 3).max(1)).then_some(name)
}

/// How many letters must be inserted, deleted or replaced.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (row, letter) in a.chars().enumerate() {
        let mut above_left = row;
        last[0] = row + 1;
        for (column, other) in b.iter().enumerate() {
            let best = (above_left + usize::from(letter != *other)).min(last[column] + 1).min(last[column + 1] + 1);
            above_left = last[column + 1];
            last[column + 1] = best;
        }
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_near_and_another_word_is_not() {
        let names = ["cases", "time", "isolation"];
        for (word, near) in [("case", "cases"), ("caese", "cases"), ("isolated", "isolation"), ("tim", "time")] {
            assert_eq!(nearest(word, names), Some(near));
        }
        assert_eq!(nearest("home", names), None);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
