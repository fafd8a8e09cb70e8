//! A cache of limited size that forgets what was not used for longest.

/// See the module.
#[derive(Clone, Debug)]
pub struct Cache<K, V> {
    capacity: usize,
    /// The most recently used entry is last.
    entries: Vec<(K, V)>,
}

impl<K: PartialEq, V> Cache<K, V> {
    /// An empty cache for this many entries.
    pub fn new(capacity: usize) -> Cache<K, V> {
        Cache { capacity, entries: Vec::new() }
    }

    /// Adds an entry or replaces it; gives what had to go.
    pub fn put(&mut self, key: K, value: V) -> Option<(K, V)> {
        let old = self.position(&key).map(|at| self.entries.remove(at));
        self.entries.push((key, value));
        if old.is_some() {
            return old;
        }
        (self.entries.len() > self.capacity).then(|| self.entries.remove(0))
    }

    /// Looks an entry up, which makes it the last used.
    pub fn get(&mut self, key: &K) -> Option<&V> {
        let at = self.position(key)?;
        let entry = self.entries.remove(at);
        self.entries.push(entry);
        self.entries.last().map(|(_, value)| value)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn position(&self, key: &K) -> Option<usize> {
        self.entries.iter().position(|(held, _)| held == key)
    }
}
