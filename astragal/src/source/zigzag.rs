//! The order of simplicity around an origin: the origin, one above, one below, two above, ..

/// The choice that stands for an offset from 0 to `max` around its origin.
#[inline]
pub(crate) const fn to_choice(offset: u64, max: u64, origin: u64) -> u64 {
    if origin == 0 {
        return offset; // the usual case, and quick
    }
    let (above, below) = (max - origin, origin);
    let both = if above < below { above } else { below };
    if offset >= origin {
        let up = offset - origin;
        if up == 0 {
            0
        } else if up <= both {
            // The double cannot overflow: there are 2 * both + 1 <= max + 1 numbers around the origin.
            up + (up - 1)
        } else {
            up + both
        }
    } else {
        let down = origin - offset;
        if down <= both { down + down } else { down + both }
    }
}

/// The offset that a choice from 0 to `max` stands for.
#[inline]
pub(crate) const fn from_choice(choice: u64, max: u64, origin: u64) -> u64 {
    let (above, below) = (max - origin, origin);
    let both = if above < below { above } else { below };
    if choice == 0 {
        origin
    } else if choice.div_ceil(2) <= both {
        let distance = choice.div_ceil(2);
        if choice % 2 == 1 { origin + distance } else { origin - distance }
    } else if above > below {
        origin + (choice - both)
    } else {
        origin - (choice - both)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_one_offset_and_nearer_ones_are_simpler() {
        for max in 0..40u64 {
            for origin in 0..=max {
                let mut seen = vec![false; max as usize + 1];
                let mut distance = 0;
                for choice in 0..=max {
                    let offset = from_choice(choice, max, origin);
                    assert_eq!(to_choice(offset, max, origin), choice, "max {max} origin {origin}");
                    assert!(!std::mem::replace(&mut seen[offset as usize], true));
                    assert!(offset.abs_diff(origin) >= distance, "the order is by distance");
                    distance = offset.abs_diff(origin);
                }
            }
        }
    }

    #[test]
    fn the_widest_ranges_do_not_overflow() {
        let max = u64::MAX;
        for origin in [0, 1, 1 << 63, (1 << 63) - 1, max - 1, max] {
            for offset in [0, 1, 2, 1 << 62, 1 << 63, max - 1, max, origin] {
                let choice = to_choice(offset, max, origin);
                assert_eq!(from_choice(choice, max, origin), offset, "origin {origin} offset {offset}");
            }
        }
    }
}
