//! Interned names.
//!
//! The interner keeps all text in one buffer and its table in one vector:
//! forking a program copies two blocks of memory, where a map of boxed strings
//! would allocate thousands of times. Most names are short, and are compared
//! as the number that their bytes are.

use std::hash::Hasher;

/// An interned name, compared by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

#[derive(Clone, Debug)]
pub struct Interner {
    text: String,
    /// End of each symbol's text; it starts where the one before ends.
    ends: Vec<u32>,
    /// See [`key`]; by symbol.
    keys: Vec<u64>,
    /// Open addressing; 0 is free, otherwise symbol + 1. A power of two long.
    table: Vec<u32>,
}

impl Default for Interner {
    fn default() -> Self {
        const SLOTS: usize = 1024;
        // As many names as the table takes before it grows.
        let names = SLOTS / 2 + 1;
        Interner {
            text: String::with_capacity(8 * names),
            ends: Vec::with_capacity(names),
            keys: Vec::with_capacity(names),
            table: vec![0; SLOTS],
        }
    }
}

impl Interner {
    #[inline]
    pub fn get(&self, symbol: Symbol) -> &str {
        &self.text[self.range(symbol)]
    }

    /// The same without looking whether a character begins there.
    #[inline]
    pub(crate) fn bytes(&self, symbol: Symbol) -> &[u8] {
        &self.text.as_bytes()[self.range(symbol)]
    }

    /// The bytes of a short name, with zeros behind them, and how many they are.
    #[inline]
    pub(crate) fn short(&self, symbol: Symbol) -> Option<([u8; 8], usize)> {
        let key = self.keys[symbol.0 as usize];
        if key == 0 || is_long(key) {
            return None;
        }
        let unused = key.leading_zeros() / 8;
        Some(((key << (8 * unused)).to_be_bytes(), 8 - unused as usize))
    }

    #[inline]
    fn range(&self, symbol: Symbol) -> std::ops::Range<usize> {
        let i = symbol.0 as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        start..self.ends[i] as usize
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The symbol of this name, if it was seen before.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        let key = key(name.as_bytes());
        self.probe(key, |symbol| self.is_named(symbol, key, name)).ok()
    }

    #[inline]
    pub fn intern(&mut self, name: &str) -> Symbol {
        let key = key(name.as_bytes());
        match self.probe(key, |symbol| self.is_named(symbol, key, name)) {
            Ok(symbol) => symbol,
            Err(free) => self.insert(free, key, name),
        }
    }

    /// The same for a name of one to eight bytes of UTF-8, the first one not NUL,
    /// given as one number, the last one lowest.
    #[inline]
    pub fn intern_short(&mut self, number: u64) -> Symbol {
        match self.probe(number, |_| true) {
            Ok(symbol) => symbol,
            Err(free) => self.insert_short(free, number),
        }
    }

    #[cold]
    fn insert_short(&mut self, slot: usize, number: u64) -> Symbol {
        let bytes = number.to_be_bytes();
        let name = &bytes[number.leading_zeros() as usize / 8..];
        self.insert(slot, number, &String::from_utf8_lossy(name))
    }

    /// The symbol with this key that is the one, or the free slot where it belongs.
    #[inline]
    fn probe(&self, key: u64, is_it: impl Fn(Symbol) -> bool) -> Result<Symbol, usize> {
        let mask = self.table.len() - 1;
        let mut slot = hash(key) & mask;
        loop {
            let Some(symbol) = self.table[slot].checked_sub(1).map(Symbol) else {
                return Err(slot);
            };
            if self.keys[symbol.0 as usize] == key && is_it(symbol) {
                return Ok(symbol);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Whether a symbol with the key of this name is this name.
    #[inline]
    fn is_named(&self, symbol: Symbol, key: u64, name: &str) -> bool {
        !is_long(key) || self.is_spelled(symbol, name)
    }

    #[cold]
    fn is_spelled(&self, symbol: Symbol, name: &str) -> bool {
        self.bytes(symbol) == name.as_bytes()
    }

    #[cold]
    fn insert(&mut self, slot: usize, key: u64, name: &str) -> Symbol {
        let symbol = Symbol(self.ends.len() as u32);
        self.text.push_str(name);
        let end = u32::try_from(self.text.len()).expect("names take less than 4 GiB");
        self.ends.push(end);
        self.keys.push(key);
        self.table[slot] = symbol.0 + 1;
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        }
        symbol
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, 0);
        for i in 0..self.ends.len() as u32 {
            // All of them differ, so none of them is another one.
            if let Err(free) = self.probe(self.keys[i as usize], |_| false) {
                self.table[free] = i + 1;
            }
        }
    }
}

/// The bytes of a short name as one number, the last one lowest.
#[inline]
fn number(name: &[u8]) -> u64 {
    name.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The first byte of a long name's key: no text in UTF-8 begins with it.
const LONG: u64 = 0xff;

/// What names are found by. That of a short name is its number, so that equal
/// keys are equal names; leading zeros would be lost, and count as long.
#[inline]
fn key(name: &[u8]) -> u64 {
    let is_short = name.len() <= 8 && name.first() != Some(&0);
    if is_short { number(name) } else { long_key(name) }
}

#[cold]
fn long_key(name: &[u8]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(name);
    hasher.finish() >> 8 | LONG << 56
}

#[inline]
fn is_long(key: u64) -> bool {
    key >> 56 == LONG
}

#[inline]
fn hash(key: u64) -> usize {
    let product = u128::from(key) * 0x9e37_79b9_7f4a_7c15;
    (product ^ product >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_equal_names_share_a_symbol() {
        let mut interner = Interner::default();
        let symbols: Vec<Symbol> = (0..5000).map(|i| interner.intern(&format!("v{i}"))).collect();
        for (i, symbol) in symbols.iter().enumerate() {
            assert_eq!(interner.get(*symbol), format!("v{i}"));
            assert_eq!(interner.intern(&format!("v{i}")), *symbol);
        }
        assert_eq!(interner.find("w"), None);
        assert_eq!(interner.len(), 5000);
    }

    #[test]
    fn short_and_long_names_are_told_apart() {
        let names =
            ["", "\0", "\0\0", "a", "\0a", "a\0", "unsigned", "unsigned_", "\0unsigne", "ü"];
        let mut interner = Interner::default();
        let symbols: Vec<Symbol> = names.iter().map(|name| interner.intern(name)).collect();
        for (name, symbol) in names.iter().zip(&symbols) {
            assert_eq!(interner.get(*symbol), *name);
            assert_eq!(interner.find(name), Some(*symbol));
            if let Some((bytes, length)) = interner.short(*symbol) {
                assert_eq!(&bytes[..length], name.as_bytes());
            }
        }
        assert_eq!(interner.intern_short(u64::from(b'a')), symbols[3]);
        assert_eq!(interner.intern_short(u64::from_be_bytes(*b"unsigned")), symbols[6]);
        assert_eq!(interner.len(), names.len());
        let short = interner.intern_short(u64::from_be_bytes(*b"\0\0\0short"));
        assert_eq!(interner.get(short), "short");
    }
}
