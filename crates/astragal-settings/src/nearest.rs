//! The name that a misspelled one was probably meant to be.

/// The longest word for which a name is searched, in bytes: comparing takes time, and no name is nearly as long.
const LONGEST: usize = 200;

/// The nearest of some names, if it is near: about one letter in three may be wrong.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let (name, distance) =
        names.into_iter().map(|name| (name, distance(word, name))).min_by_key(|(_, distance)| *distance)?;
    (distance <= (name.len() / 3).max(1)).then_some(name)
}

/// How many letters must be inserted, deleted, replaced or swapped with their neighbor.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    // Of the table of all prefixes, the last three rows.
    let mut above: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let mut best = (last[j] + usize::from(a[i] != b[j])).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(above[j - 1] + 1);
            }
            row.push(best);
        }
        above = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_near_and_another_word_is_not() {
        let names = ["cases", "time", "threads", "isolated"];
        let slips =
            [("case", "cases"), ("caess", "cases"), ("thread", "threads"), ("tiem", "time"), ("isolate", "isolated")];
        for (word, near) in slips {
            assert_eq!(nearest(word, names), Some(near));
        }
        assert_eq!((nearest("home", names), nearest(&"x".repeat(1_000_000), names)), (None, None));
        assert_eq!((distance("kitten", "sitting"), distance("", "abc")), (3, 3));
    }
}
