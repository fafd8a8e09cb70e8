//! Size: a budget that steers how large a random value becomes, and never what a generator can parse.
//!
//! Size is about how many parts a value may have. A recursive node costs one; what is left is divided among its
//! recursive parts, and a list divides it among its elements. Only chance looks at it: a replayed, reflected or
//! enumerated value may have any size.

use super::{DEFAULT_SIZE, Length, OuterMood, Plan, Reject, Source, too_deep};

/// How the values of a generator grow with size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Growth {
    /// Not at all.
    Fixed,
    /// In breadth: a list whose length follows the size.
    Sized,
    /// In depth: a recursive type. Products and lists divide the size among such parts.
    Recursive,
}

/// What is left of a size that is being divided among the recursive parts of a product.
#[derive(Debug)]
pub struct Share {
    left: u32,
    /// For each part that is still to be drawn, from the lowest bit on, whether it is recursive. The highest bit stays, for all
    /// parts that have none.
    recursive: u64,
}

impl Share {
    /// The next part begins. If it is recursive it takes its share of the size: the size that is to be restored after it.
    #[inline(always)]
    pub(crate) fn begin_part(&mut self, src: &mut Source) -> Option<u32> {
        let recursive = self.recursive & 1 == 1;
        self.recursive = (self.recursive as i64 >> 1) as u64;
        if !recursive {
            return None;
        }
        let outer = src.size;
        src.size = if self.recursive == 0 { self.left } else { src.rng.below(u64::from(self.left) + 1) as u32 };
        self.left = self.left.wrapping_sub(src.size);
        Some(outer)
    }
}

/// A list that is being drawn, and what is to be taken up again after it. See [`Source::begin_list`].
pub(crate) struct List {
    /// How many elements it is to have.
    pub(crate) count: usize,
    /// Where its length was recorded.
    pub(crate) written_at: usize,
    outer_size: u32,
    outer_mood: Option<OuterMood>,
}

/// A value of a named type that is being drawn. See [`Source::enter`].
#[derive(Debug)]
pub struct Node {
    spanned: bool,
}

#[cold]
fn infinite(plan: &Plan) -> String {
    format!(
        "every value of `{}` is infinite: give it a variant that ends, or an `Option` or `Vec` on the way",
        plan.name()
    )
}

impl Source {
    /// About how many parts the value that is drawn now should have.
    ///
    /// It is `u32::MAX` where somebody else than chance decides: what was given parses, however large it is.
    #[inline(always)]
    pub fn size(&self) -> u32 {
        if !self.watched { self.size } else { self.size_watched() }
    }

    #[inline(never)]
    fn size_watched(&self) -> u32 {
        match (&self.core.producer, &self.core.steering) {
            (Some(_), _) => u32::MAX,
            (None, Some(steering)) => steering.size().unwrap_or(self.size),
            (None, None) => self.size,
        }
    }

    /// The size that steers chance, also where somebody else decides and chance only fills in.
    #[inline(always)]
    pub(crate) fn steering_size(&self) -> u32 {
        self.size
    }

    /// Sets the size for what is drawn next and returns the one before, to be restored afterwards.
    #[inline(always)]
    pub fn set_size(&mut self, size: u32) -> u32 {
        std::mem::replace(&mut self.size, size)
    }

    /// Begins to divide the size among the parts of an arm. A node of a recursive type costs one of it.
    #[inline(always)]
    pub fn share(&self, plan: &Plan, arm: usize) -> Share {
        let left = self.size.saturating_sub(u32::from(plan.is_recursive()));
        Share { left, recursive: plan.recursive_parts(arm) }
    }

    /// As [`share`](Source::share), for a product that has no name of its own: a bit for each part that is recursive.
    #[inline(always)]
    pub(crate) fn share_among(&self, recursive: u64) -> Share {
        Share { left: self.size, recursive }
    }

    /// A value of a named type begins. With a label it is a span of its own; a type that only wraps another needs none.
    ///
    /// This is where a type all of whose values are infinite, and a value too deep for the stack, are found out.
    #[inline(always)]
    pub fn enter(&mut self, plan: &Plan, label: Option<&'static str>) -> Result<Node, Reject> {
        if let Some(label) = label {
            self.open(label);
        }
        if let Err(reject) = self.descend(plan) {
            return Err(reject);
        }
        Ok(Node { spanned: label.is_some() })
    }

    /// What [`enter`](Source::enter) does where nobody watches: it looks whether there is stack left.
    #[inline(always)]
    pub fn descend(&mut self, plan: &Plan) -> Result<(), Reject> {
        if self.stack.has_room() { Ok(()) } else { Err(self.too_deep(plan)) }
    }

    /// Looks whether there is stack left for a part that has no plan.
    #[inline(always)]
    pub(crate) fn has_room(&mut self) -> Result<(), Reject> {
        if self.stack.has_room() { Ok(()) } else { Err(self.misuse(None, too_deep())) }
    }

    /// The value ends.
    #[inline(always)]
    pub fn leave(&mut self, node: Node) {
        if node.spanned {
            self.close();
        }
    }

    /// A type all of whose values are infinite comes here too, whatever is drawn.
    #[cold]
    fn too_deep(&mut self, plan: &Plan) -> Reject {
        if plan.is_infinite() { self.misuse(None, infinite(plan)) } else { self.misuse(None, too_deep()) }
    }

    /// The length of a list whose elements take so many bytes. Its bound is that of the range; the size only steers.
    ///
    /// An open range (`max` is `usize::MAX`) follows the size; a list of parts that grow themselves is kept short, so
    /// that they can.
    #[inline(always)]
    pub(crate) fn length(&mut self, min: usize, max: usize, elements: Growth, bytes: usize) -> Result<usize, Reject> {
        if self.watched {
            return self.length_watched(min, max, elements, bytes);
        }
        let cap = self.length_cap(min, max, elements);
        let length = min.wrapping_add(self.rng.up_to(cap.wrapping_sub(min) as u64) as usize);
        // Elements are not counted one by one, and may take no choices. Even an empty list is something, if there is no end of
        // them.
        if length as u64 >= self.core.left {
            return Err(self.core.overrun());
        }
        self.core.left = self.core.left.wrapping_sub(length as u64 + 1);
        Ok(length)
    }

    #[inline(never)]
    fn length_watched(&mut self, min: usize, max: usize, elements: Growth, bytes: usize) -> Result<usize, Reject> {
        let bound = (max - min) as u64;
        if let Some(extra) = self.synced(|core| core.given_length(bound))? {
            if let Some(odds) = &mut self.core.odds {
                odds.length(extra, (length_cap(min, max, elements, DEFAULT_SIZE) - min) as u64);
            }
            let length = min + extra as usize;
            return self.core.make_room(length, bytes).map(|()| length);
        }
        let cap = self.length_cap(min, max, elements);
        let extra = self.rng.up_to((cap - min) as u64);
        self.wrote(extra, bound);
        let length = min + extra as usize;
        if length as u64 > self.core.left { Err(self.core.overrun()) } else { Ok(length) }
    }

    /// The longest that a random list should be.
    #[inline(always)]
    fn length_cap(&self, min: usize, max: usize, elements: Growth) -> usize {
        length_cap(min, max, elements, self.size)
    }

    /// A list begins: its span, its length, and what its elements are drawn with. [`end_list`](Source::end_list)
    /// ends it.
    ///
    /// A list of plain elements has a mood of its own. A list of parts that grow divides the size among them; its numbers
    /// are few and far between.
    ///
    /// In a debug build what is called is as fast as this crate is optimised, and what is inlined is not. With
    /// optimisation it is the other way round.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn begin_list(
        &mut self,
        label: &'static str,
        length: &Length,
        elements: Growth,
        bytes: usize,
    ) -> Result<List, Reject> {
        self.open(label);
        let mut written_at = self.position();
        let forced = if self.watched { self.core.forced.len() } else { 0 };
        let count = match length.draw(self, elements, bytes) {
            Ok(count) => count,
            Err(reject) => return Err(reject),
        };
        if self.watched && self.core.forced.len() < forced {
            written_at = usize::MAX; // it was forced, and cannot be corrected
        }
        let outer_size = self.size;
        let outer_mood = if elements == Growth::Fixed {
            Some(self.begin_mood())
        } else {
            self.size = self.size.saturating_sub(count as u32).checked_div(count as u32).unwrap_or(0);
            None
        };
        Ok(List { count, written_at, outer_size, outer_mood })
    }

    /// A list ends.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn end_list(&mut self, list: &List) {
        self.size = list.outer_size;
        if let Some(outer) = list.outer_mood {
            self.end_mood(outer);
        }
        self.close();
    }
}

/// The longest that a random list should be at a size.
#[inline(always)]
pub(crate) fn length_cap(min: usize, max: usize, elements: Growth, size: u32) -> usize {
    let wanted = match elements {
        Growth::Fixed if max == usize::MAX => size.max(SHORT),
        Growth::Fixed => return max,
        Growth::Sized => size.isqrt().wrapping_mul(2).max(SHORT),
        Growth::Recursive => size.isqrt().wrapping_mul(2).min(size),
    };
    (wanted as usize).min(max).max(min) // and no panic where they are in the wrong order: that is said elsewhere
}

/// Lists of plain elements are up to so long even where little size is left, so that a leaf is not always empty.
const SHORT: u32 = 4;
