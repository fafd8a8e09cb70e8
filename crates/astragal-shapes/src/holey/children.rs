//! How many children a node has: always as many, or as it comes.

/// The contexts of a node's children, and what becomes of them: an array for nodes that always have as many, `[C; 2]`; a
/// `Vec<C>` or an `Option<C>` for nodes of which each has its own number.
///
/// ```
/// use astragal::shapes::holey;
/// use astragal::prelude::*;
///
/// // A rose tree: the context of a node is its depth, and it has up to as many children as its depth is.
/// #[derive(Debug)]
/// struct Rose(usize, Vec<Rose>);
///
/// let roses = holey(
///     1,
///     |_, &depth| Some((depth, vec![depth + 1; depth])),
///     |&depth| Rose(depth, vec![]),
///     |depth, children| Rose(depth, children),
/// );
/// fn nodes(rose: &Rose) -> usize { if rose.1.is_empty() { 0 } else { 1 + rose.1.iter().map(nodes).sum::<usize>() } }
/// assert_eq!(nodes(&roses.nodes(30).sample(1)), 30);
/// ```
pub trait Children<C>: IntoIterator<Item = C> {
    /// As many of what the children were built to.
    type Built<T>: IntoIterator<Item = T>;

    /// How many there are, if that is always the same.
    const ALWAYS: Option<usize> = None;

    /// Takes as many values as there were contexts.
    fn built<T>(values: impl Iterator<Item = T>) -> Self::Built<T>;
}

impl<C, const N: usize> Children<C> for [C; N] {
    type Built<T> = [T; N];

    const ALWAYS: Option<usize> = Some(N);

    fn built<T>(mut values: impl Iterator<Item = T>) -> [T; N] {
        std::array::from_fn(|_| values.next().expect("there is a value for each context"))
    }
}

impl<C> Children<C> for Vec<C> {
    type Built<T> = Vec<T>;

    fn built<T>(values: impl Iterator<Item = T>) -> Vec<T> {
        values.collect()
    }
}

impl<C> Children<C> for Option<C> {
    type Built<T> = Option<T>;

    fn built<T>(mut values: impl Iterator<Item = T>) -> Option<T> {
        values.next()
    }
}
