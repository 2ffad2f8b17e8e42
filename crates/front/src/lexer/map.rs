//! Where tokens begin and words end, found for the whole text at once.
//!
//! To look at one byte after the other would make each token wait for the end
//! of the one before, and every end is a branch that nobody can guess. Bits
//! for 64 bytes at a time are made by arithmetic alone.

/// A bit for each byte of a text; bit `n` of a number is for byte `n` of its
/// block. After the end of the text there is nothing but blanks.
pub(super) struct Map {
    /// Of each block.
    bits: Vec<Bits>,
}

#[derive(Clone, Copy)]
struct Bits {
    /// What is not in a word together with the byte before it: words,
    /// punctuators and blanks end before the next such byte.
    bounds: u64,
    /// Those that are no blanks. Every token begins at such a byte, and most of
    /// these bytes begin one.
    starts: u64,
}

/// Bytes of a block.
pub(super) const BLOCK: usize = 64;

impl Map {
    /// Of a text whose bytes before `from` count as blanks.
    pub(super) fn new(text: &[u8], from: usize) -> Map {
        let mut bits = Vec::with_capacity(text.len() / BLOCK + 1);
        let mut kept = u64::MAX << from;
        let mut word_before = 0;
        let mut add = |block: &[u8; BLOCK]| {
            let words = bits_of(block, in_word) & kept;
            let blanks = bits_of(block, is_blank) | !kept;
            let bounds = !(words & (words << 1 | word_before));
            bits.push(Bits { bounds, starts: bounds & !blanks });
            word_before = words >> (BLOCK - 1);
            kept = u64::MAX;
        };
        let mut rest = text;
        while let Some((block, others)) = rest.split_first_chunk() {
            add(block);
            rest = others;
        }
        let mut last = [b' '; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        add(&last);
        Map { bits }
    }

    pub(super) fn blocks(&self) -> usize {
        self.bits.len()
    }

    /// The bits of a block's bytes that tokens may begin at, from a place on.
    #[inline]
    pub(super) fn starts(&self, block: usize, from: usize) -> u64 {
        match from.saturating_sub(block * BLOCK) {
            before @ 0..BLOCK => self.bits[block].starts & u64::MAX << before,
            _ => 0,
        }
    }

    /// The bits of a block's bytes before which words and single bytes end.
    #[inline]
    pub(super) fn bounds(&self, block: usize) -> u64 {
        self.bits[block].bounds
    }

    /// Where the last word, or single byte, of a block ends, if not in it.
    #[cold]
    pub(super) fn end_behind(&self, block: usize) -> usize {
        let mut block = block + 1;
        while self.bits[block].bounds == 0 {
            block += 1;
        }
        block * BLOCK + self.bits[block].bounds.trailing_zeros() as usize
    }
}

/// What may follow the first byte of an identifier or a number. Not by table:
/// so the compiler does it for many bytes at once.
#[inline]
pub(super) fn in_word(byte: u8) -> bool {
    let letter = (byte | 0x20).wrapping_sub(b'a') < 26;
    let digit = byte.wrapping_sub(b'0') < 10;
    letter | digit | (byte == b'_') | (byte == b'$') | (byte >= 0x80)
}

#[inline]
fn is_blank(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
}

/// A bit for each byte: whether it passes the test.
#[inline]
fn bits_of(block: &[u8; BLOCK], test: impl Fn(u8) -> bool) -> u64 {
    // Moves the lowest bits of eight bytes, the first one lowest, into the
    // highest byte; no other two of the products meet.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut passed = [[0; 8]; BLOCK / 8];
    for (passed, &byte) in passed.as_flattened_mut().iter_mut().zip(block) {
        *passed = u8::from(test(byte));
    }
    let eights =
        passed.into_iter().map(|eight| u64::from_le_bytes(eight).wrapping_mul(GATHER) >> 56);
    eights.rev().fold(0, |bits, eight| bits << 8 | eight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_blank_or_in_a_word_or_neither() {
        for byte in 0..=255u8 {
            let blank = matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r');
            let word = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
            assert_eq!((is_blank(byte), in_word(byte)), (blank, word), "{byte:#x}");
        }
    }

    fn starts(text: &str, from: usize) -> Vec<usize> {
        let map = Map::new(text.as_bytes(), from);
        let places = (0..map.blocks() * BLOCK)
            .filter(|i| map.starts(i / BLOCK, *i).trailing_zeros() as usize == i % BLOCK);
        places.collect()
    }

    fn end(map: &Map, start: usize) -> usize {
        let (block, offset) = (start / BLOCK, start % BLOCK);
        match map.bounds(block) & (u64::MAX - 1) << offset {
            0 => map.end_behind(block),
            ends => block * BLOCK + ends.trailing_zeros() as usize,
        }
    }

    #[test]
    fn tokens_begin_after_blanks_and_at_whatever_is_in_no_word() {
        assert_eq!(starts("ab c+=1;", 0), [0, 3, 4, 5, 6, 7]);
        assert_eq!(starts("\u{feff}ab", 3), [3]);
        for length in 60..70 {
            let text = format!("{} {}", "x".repeat(length), "y".repeat(130));
            let map = Map::new(text.as_bytes(), 0);
            assert_eq!(starts(&text, 0), [0, length + 1]);
            assert_eq!(end(&map, 0), length);
            assert_eq!(end(&map, length), length + 1);
            assert_eq!(end(&map, length + 1), text.len());
        }
    }
}
