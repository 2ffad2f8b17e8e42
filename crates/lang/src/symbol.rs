//! Interned names.
//!
//! The interner keeps all text in one buffer and its table in one vector:
//! forking a program copies two blocks of memory, where a map of boxed strings
//! would allocate thousands of times.

use std::hash::Hasher;

/// An interned name, compared by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

#[derive(Clone, Debug)]
pub struct Interner {
    text: String,
    /// End of each symbol's text; it starts where the one before ends.
    ends: Vec<u32>,
    /// Open addressing; 0 is free, otherwise symbol + 1. A power of two long.
    table: Vec<u32>,
}

impl Default for Interner {
    fn default() -> Self {
        Interner { text: String::new(), ends: Vec::new(), table: vec![0; 1024] }
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
        match self.table[self.probe(name.as_bytes())] {
            0 => None,
            found => Some(Symbol(found - 1)),
        }
    }

    #[inline]
    pub fn intern(&mut self, name: &str) -> Symbol {
        self.intern_bytes(name.as_bytes())
    }

    /// The same for a name that is known to be UTF-8.
    #[inline]
    pub fn intern_bytes(&mut self, name: &[u8]) -> Symbol {
        let slot = self.probe(name);
        match self.table[slot] {
            0 => self.insert(slot, &String::from_utf8_lossy(name)),
            found => Symbol(found - 1),
        }
    }

    /// The slot that holds `name`, or the free one where it belongs.
    #[inline]
    fn probe(&self, name: &[u8]) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(name) & mask;
        loop {
            match self.table[slot] {
                0 => return slot,
                found if self.bytes(Symbol(found - 1)) == name => return slot,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    #[cold]
    fn insert(&mut self, slot: usize, name: &str) -> Symbol {
        let symbol = Symbol(self.ends.len() as u32);
        self.text.push_str(name);
        let end = u32::try_from(self.text.len()).expect("names take less than 4 GiB");
        self.ends.push(end);
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
            let slot = self.probe(self.bytes(Symbol(i)));
            self.table[slot] = i + 1;
        }
    }
}

#[inline]
fn hash(name: &[u8]) -> usize {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(name);
    // The multiplication mixes upwards: take the bits from there.
    (hasher.finish() >> 20) as usize
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
}
