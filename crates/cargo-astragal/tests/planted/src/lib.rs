//! Sorted lists, with planted mutants: what would the properties say if one of them were the code?

/// Merges two sorted lists.
pub fn merge(left: &[u8], right: &[u8]) -> Vec<u8> {
    let (mut merged, mut l, mut r) = (Vec::new(), 0, 0);
    while l < left.len() && r < right.len() {
        #[cfg(not(any(mutant = "takes_the_larger", mutant = "takes_right_first")))]
        let is_left = left[l] <= right[r];
        #[cfg(mutant = "takes_the_larger")]
        let is_left = left[l] >= right[r];
        #[cfg(mutant = "takes_right_first")]
        let is_left = left[l] < right[r];
        // As a set would do.
        if cfg!(mutant = "drops_what_is_equal") && left[l] == right[r] {
            l += 1;
            continue;
        }
        if is_left {
            merged.push(left[l]);
            l += 1;
        } else {
            merged.push(right[r]);
            r += 1;
        }
    }
    merged.extend(&left[l..]);
    if !cfg!(mutant = "forgets_the_rest") {
        merged.extend(&right[r..]);
    }
    merged
}

/// Whether a sorted list has an element.
pub fn contains(list: &[u8], element: u8) -> bool {
    let (mut from, mut to) = (0, list.len());
    while from < to {
        let middle = from + (to - from) / 2;
        #[cfg(mutant = "aborts")]
        if list.len() > 3 {
            std::process::abort();
        }
        if list[middle] == element {
            return true;
        } else if list[middle] < element {
            from = if cfg!(mutant = "never_ends") { wait(middle) } else { middle + 1 };
        } else {
            to = middle;
        }
    }
    false
}

/// Gives the processor to others on the way to nowhere.
fn wait(middle: usize) -> usize {
    std::thread::sleep(std::time::Duration::from_millis(100));
    middle
}

/// The least element.
#[cfg(not(mutant = "does_not_compile"))]
pub fn least(list: &[u8]) -> Option<u8> {
    list.first().copied()
}

/// The least element.
#[cfg(mutant = "does_not_compile")]
pub fn least(list: &[u8]) -> Option<u8> {
    list.first()
}
