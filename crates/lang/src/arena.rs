//! Typed ids, arenas and list pools.
//!
//! All nodes of a program are plain data in a few vectors, and refer to each
//! other by id. So a program is forked by copying memory, shared between
//! threads without a lock, and an id stays valid for as long as the program
//! lives: nothing is ever removed from an arena.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

/// The place of a `T` in its arena.
pub struct Id<T> {
    // One more than the index, so that `Option<Id<T>>` takes four bytes too.
    raw: NonZeroU32,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    #[inline]
    pub fn new(index: usize) -> Self {
        let raw = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Id { raw: raw.expect("an arena holds fewer than 2^32 - 1 nodes"), of: PhantomData }
    }

    #[inline]
    pub fn index(self) -> usize {
        self.raw.get() as usize - 1
    }
}

impl<T> Clone for Id<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.raw.cmp(&other.raw)
    }
}
impl<T> Hash for Id<T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index())
    }
}

/// A growing vector whose elements are named by `Id`.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    items: Vec<T>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { items: Vec::new() }
    }
}

impl<T> Arena<T> {
    pub fn with_capacity(n: usize) -> Self {
        Arena { items: Vec::with_capacity(n) }
    }

    /// Makes room for so many more.
    pub fn reserve(&mut self, n: usize) {
        self.items.reserve(n);
    }

    #[inline]
    pub fn push(&mut self, item: T) -> Id<T> {
        let id = Id::new(self.items.len());
        self.items.push(item);
        id
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id<T>> + use<T> {
        (0..self.items.len()).map(Id::new)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Id<T>, &T)> {
        self.items.iter().enumerate().map(|(i, item)| (Id::new(i), item))
    }
}

impl<T> Index<Id<T>> for Arena<T> {
    type Output = T;
    #[inline]
    fn index(&self, id: Id<T>) -> &T {
        &self.items[id.index()]
    }
}

impl<T> IndexMut<Id<T>> for Arena<T> {
    #[inline]
    fn index_mut(&mut self, id: Id<T>) -> &mut T {
        &mut self.items[id.index()]
    }
}

/// A sequence of `T` in a `Pool<T>`: two words, so that nodes with children
/// lists stay plain data.
pub struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    pub const EMPTY: Self = List { start: 0, len: 0, of: PhantomData };

    #[inline]
    pub fn len(self) -> usize {
        self.len as usize
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    #[inline]
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for List<T> {}
impl<T> Default for List<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}
impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}
impl<T> Eq for List<T> {}
impl<T> Hash for List<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.start, self.len).hash(state);
    }
}
impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}; {}]", self.start, self.len)
    }
}

/// Where the elements of `List<T>` live.
#[derive(Clone, Debug)]
pub struct Pool<T> {
    items: Vec<T>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool { items: Vec::new() }
    }
}

impl<T: Copy> Pool<T> {
    /// Makes room for so many more.
    pub fn reserve(&mut self, n: usize) {
        self.items.reserve(n);
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The elements of all lists, also of those that belong to nothing.
    pub fn all(&self) -> &[T] {
        &self.items
    }

    pub fn push(&mut self, items: &[T]) -> List<T> {
        if items.is_empty() {
            return List::EMPTY;
        }
        let start = u32::try_from(self.items.len()).expect("a pool holds fewer than 2^32 elements");
        self.items.extend_from_slice(items);
        List { start, len: items.len() as u32, of: PhantomData }
    }

    /// The same for elements that lie nowhere yet.
    pub fn collect(&mut self, items: impl IntoIterator<Item = T>) -> List<T> {
        let start = self.items.len();
        self.items.extend(items);
        let number = |n: usize| u32::try_from(n).expect("a pool holds fewer than 2^32 elements");
        List { start: number(start), len: number(self.items.len() - start), of: PhantomData }
    }

    #[inline]
    pub fn get(&self, list: List<T>) -> &[T] {
        &self.items[list.range()]
    }

    #[inline]
    pub fn get_mut(&mut self, list: List<T>) -> &mut [T] {
        &mut self.items[list.range()]
    }
}

impl<T: Copy> Index<List<T>> for Pool<T> {
    type Output = [T];
    #[inline]
    fn index(&self, list: List<T>) -> &[T] {
        self.get(list)
    }
}
