//! The order of simplicity around an origin: the origin, one above, one below, two above, ..

macro_rules! zigzag {
    ($number:ident, $to_choice:ident, $from_choice:ident) => {
        /// The choice that represents an offset from 0 to `max` around its origin.
        #[inline]
        pub(crate) fn $to_choice(offset: $number, max: $number, origin: $number) -> $number {
            if origin == 0 {
                return offset; // the usual case, and quick
            }
            let both = (max - origin).min(origin);
            let distance = offset.abs_diff(origin);
            if distance > both {
                distance + both
            } else if offset > origin {
                distance + (distance - 1)
            } else {
                distance + distance
            }
        }

        /// The offset that a choice from 0 to `max` represents.
        #[inline]
        pub(crate) fn $from_choice(choice: $number, max: $number, origin: $number) -> $number {
            if origin == 0 {
                return choice;
            }
            let both = (max - origin).min(origin);
            let distance = choice.div_ceil(2);
            if distance > both {
                let distance = choice - both;
                if max - origin > origin { origin + distance } else { origin - distance }
            } else if choice % 2 == 1 {
                origin + distance
            } else {
                origin - distance
            }
        }
    };
}

zigzag!(u64, to_choice, from_choice);
zigzag!(u128, to_wide_choice, from_wide_choice);

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
                let wide = to_wide_choice(offset.into(), max.into(), origin.into());
                assert_eq!(wide, choice.into(), "both widths agree");
            }
        }
    }
}
