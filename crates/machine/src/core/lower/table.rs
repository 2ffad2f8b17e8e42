//! What functions know of things of the program, by the number of the thing.

use elenchus_lang::arena::Id;

/// Most programs have fewer things of a kind: room for them is made at once.
const SOME_ROWS: usize = 4096;
const ROWS_AT_ONCE: usize = 64;

/// Most things belong to one function, so that all functions share a table.
/// Where two know something of a thing, only the last one remembers.
pub(crate) struct Table<K, T> {
    /// The function by its number, and what it knows.
    rows: Vec<Option<(u32, T)>>,
    of: std::marker::PhantomData<fn(K)>,
}

impl<K, T> Default for Table<K, T> {
    fn default() -> Self {
        Table { rows: Vec::new(), of: std::marker::PhantomData }
    }
}

impl<K, T> Table<K, T> {
    #[inline]
    pub(crate) fn get(&self, function: u32, id: Id<K>) -> Option<&T> {
        match self.rows.get(id.index()) {
            Some(Some((owner, known))) if *owner == function => Some(known),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, function: u32, id: Id<K>) -> Option<&mut T> {
        match self.rows.get_mut(id.index()) {
            Some(Some((owner, known))) if *owner == function => Some(known),
            _ => None,
        }
    }

    /// Gives back what was known before.
    pub(crate) fn insert(&mut self, function: u32, id: Id<K>, known: T) -> Option<T> {
        if id.index() >= self.rows.len() {
            self.grow(id.index());
        }
        match &mut self.rows[id.index()] {
            Some((owner, before)) if *owner == function => Some(std::mem::replace(before, known)),
            row => {
                *row = Some((function, known));
                None
            }
        }
    }

    /// Makes a row and some more: new things come one after another.
    #[cold]
    fn grow(&mut self, row: usize) {
        if self.rows.is_empty() {
            self.rows.reserve(SOME_ROWS);
        }
        self.rows.resize_with((row + 1).next_multiple_of(ROWS_AT_ONCE), || None);
    }
}
