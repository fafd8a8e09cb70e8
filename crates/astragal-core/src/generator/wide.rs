//! Integers of 128 bits: one choice where the range allows it, else a span of two, high half first.

use super::integer::ranges;
use super::{Arbitrary, Closed, Draw, Int};
use crate::choices::WIDE;
use crate::generator::reflect::{Back, Mismatch, Reflect};
use crate::source::{Reject, Scale, Source, from_wide_choice, to_wide_choice};
use crate::space::{NodeId, Sketch};

/// The two halves of a wide choice, and the bound of each: that of the low half depends on the high one.
fn halves(choice: u128, max: u128) -> [(u64, u64); 2] {
    let (high, high_max) = ((choice >> 64) as u64, (max >> 64) as u64);
    let low_max = if high == high_max { max as u64 } else { u64::MAX };
    [(high, high_max), (choice as u64, low_max)]
}

/// A random offset: a special one now and then, else of a random magnitude half the time.
fn random(src: &mut Source, max: u128, origin: u128) -> u128 {
    if src.is_special() {
        let near = u128::from(src.steer(4));
        return match src.steer(5) {
            0 => near.min(max),
            1 => max - near.min(max),
            2 => origin.saturating_add(near).min(max),
            3 => origin.saturating_sub(near),
            _ => {
                let power = 1u128 << src.steer(u64::from(127 - max.leading_zeros()));
                beside(src, power - (near & 1), max, origin).unwrap_or(max)
            }
        };
    }
    let bits = 128 - max.leading_zeros();
    let spare = 128 - if src.steer(1) == 0 { bits } else { 1 + src.steer(u64::from(bits - 1)) as u32 };
    loop {
        let word = u128::from(src.steer(u64::MAX)) << 64 | u128::from(src.steer(u64::MAX));
        let distance = word >> spare;
        let offset = if spare == 128 - bits {
            (distance <= max).then_some(distance)
        } else {
            beside(src, distance, max, origin)
        };
        if let Some(offset) = offset {
            return offset;
        }
    }
}

/// This far from the origin, on either side of it where both are possible.
fn beside(src: &mut Source, distance: u128, max: u128, origin: u128) -> Option<u128> {
    let above = (distance <= max - origin).then(|| origin + distance);
    let below = origin.checked_sub(distance);
    if src.steer(1) == 0 { above.or(below) } else { below.or(above) }
}

fn draw_wide(src: &mut Source, max: u128, origin: u128) -> Result<u128, Reject> {
    if let Ok(max) = u64::try_from(max) {
        return src.offset(max, origin as u64).map(u128::from);
    }
    wide_leaf(src, max, origin, |src| random(src, max, origin))
}

/// As [`Source::leaf`], for an offset of more than 64 bits.
pub(super) fn wide_leaf(
    src: &mut Source,
    max: u128,
    origin: u128,
    random: impl FnOnce(&mut Source) -> u128,
) -> Result<u128, Reject> {
    if !src.is_watched() {
        return Ok(random(src));
    }
    src.open(WIDE);
    let high_max = (max >> 64) as u64;
    let offset = match src.given(high_max)? {
        Some(high) => {
            let low_max = if high == high_max { max as u64 } else { u64::MAX };
            let scale = if origin == 0 { Scale::Around(0) } else { Scale::Apart };
            let low = match src.given_on(low_max, scale)? {
                Some(low) => low,
                None => {
                    let low = src.steer(low_max);
                    src.wrote(low, low_max);
                    low
                }
            };
            from_wide_choice(u128::from(high) << 64 | u128::from(low), max, origin)
        }
        None => {
            let offset = random(src);
            for (half, bound) in halves(to_wide_choice(offset, max, origin), max) {
                src.wrote(half, bound);
            }
            offset
        }
    };
    src.close();
    Ok(offset)
}

pub(super) fn reflect_wide(back: &mut Back, offset: u128, max: u128, origin: u128) -> Result<(), Mismatch> {
    if let Ok(max) = u64::try_from(max) {
        back.put_offset(offset as u64, max, origin as u64);
        return Ok(());
    }
    back.span(WIDE, |back| {
        for (half, bound) in halves(to_wide_choice(offset, max, origin), max) {
            back.put(half, bound);
        }
        Ok(())
    })
}

macro_rules! wide_integers {
    ($($type:ident)+) => {$(
        impl Int<$type> {
            #[inline]
            fn offset_of(&self, value: $type) -> u128 {
                value.wrapping_sub(self.low) as u128
            }
        }

        impl Draw for Int<$type> {
            type Value = $type;

            fn draw(&self, src: &mut Source) -> Result<$type, Reject> {
                if !self.is_sound() {
                    return Err(self.misuse(src));
                }
                let offset = draw_wide(src, self.offset_of(self.high), self.offset_of(self.origin))?;
                Ok(self.low.wrapping_add(offset as $type))
            }

            fn describe(&self, sketch: &mut Sketch) -> NodeId {
                sketch.offset(self.offset_of(self.high), self.offset_of(self.origin))
            }
        }

        impl Reflect for Int<$type> {
            fn reflect(&self, value: &$type, back: &mut Back) -> Result<(), Mismatch> {
                if self.open || !(self.low..=self.high).contains(value) {
                    return Err(back.mismatch(format_args!("{value} is not in {}..={}", self.low, self.high)));
                }
                reflect_wide(back, self.offset_of(*value), self.offset_of(self.high), self.offset_of(self.origin))
            }
        }

        impl Closed for Int<$type> {}
    )+};
}

wide_integers!(u128 i128);
ranges!(u128 i128);
