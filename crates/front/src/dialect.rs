//! Which C the text is written in, as far as its grammar depends on it.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// `-std=gnu…`: plain `asm` and `typeof` are keywords.
    pub gnu: bool,
    /// `bool`, `alignas`, `static_assert` and their like are keywords, and
    /// `'` separates digits.
    pub c23: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Dialect { gnu: true, c23: false }
    }
}
