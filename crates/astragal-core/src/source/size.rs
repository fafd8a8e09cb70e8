//! Size: a budget that steers how large a random value becomes, and never what a generator can parse.
//!
//! Size is about how many parts a value may have. A recursive node costs one; what is left is divided among its
//! recursive parts, and a list divides it among its elements. Only chance looks at it: a replayed, reflected or
//! enumerated value may have any size.

use super::{Plan, Reject, Source, too_deep};

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
        src.size = if self.recursive == 0 { self.left } else { src.chance.rng.below(u64::from(self.left) + 1) as u32 };
        self.left = self.left.wrapping_sub(src.size);
        Some(outer)
    }
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
    /// It is `u32::MAX` where something other than chance decides: what was given parses, however large it is.
    #[inline(always)]
    pub fn size(&self) -> u32 {
        if !self.watched { self.size } else { self.core.deciders.size(self.size) }
    }

    /// The size that steers chance, also where something else decides and chance only fills in.
    #[inline(always)]
    #[doc(hidden)]
    pub fn steering_size(&self) -> u32 {
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

    /// What [`enter`](Source::enter) does where choices are not seen: it checks whether there is stack left.
    #[inline(always)]
    pub fn descend(&mut self, plan: &Plan) -> Result<(), Reject> {
        if self.stack.has_room() { Ok(()) } else { Err(self.too_deep(plan)) }
    }

    /// Looks whether there is stack left for a part that has no plan.
    #[inline(always)]
    #[doc(hidden)]
    pub fn has_room(&mut self) -> Result<(), Reject> {
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
}
