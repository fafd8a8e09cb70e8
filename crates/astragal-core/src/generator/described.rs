//! The space of a generator: what it says of itself, asked for once.

use super::Draw;
use crate::space::{ListKind, NodeId, Shape, Sketch, Space};

impl Space {
    /// The space of a generator.
    pub fn of<G: Draw + ?Sized>(generator: &G) -> Space {
        Space::at_size(generator, u32::MAX).0
    }

    /// The space of what a generator draws at a size, and whether it differs at other sizes: see
    /// [`sized`](crate::sized).
    #[doc(hidden)]
    pub fn at_size<G: Draw + ?Sized>(generator: &G, size: u32) -> (Space, bool) {
        let mut sketch = Sketch::new(size);
        let root = generator.describe(&mut sketch);
        sketch.finish(root)
    }

    /// The space of a generator where the user asks for what there is: much larger [families](Shape::Family) are described then.
    /// See [`Space::at_size`].
    #[doc(hidden)]
    pub fn in_full<G: Draw + ?Sized>(generator: &G, size: u32) -> (Space, bool) {
        let mut sketch = Sketch::new(size).in_full();
        let root = generator.describe(&mut sketch);
        sketch.finish(root)
    }
}

impl Space {
    /// The space of what is described.
    #[doc(hidden)]
    pub fn sketched(describe: impl FnOnce(&mut Sketch) -> NodeId) -> Space {
        let mut sketch = Sketch::default();
        let root = describe(&mut sketch);
        sketch.finish(root).0
    }
}

impl Sketch {
    /// A list.
    pub fn list<G: Draw + ?Sized>(&mut self, kind: ListKind, min: usize, max: usize, element: &G) -> NodeId {
        let element = element.describe(self);
        self.add(Shape::List { kind, min, max, element })
    }
}
