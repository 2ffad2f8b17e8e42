//! Where a node stands in the text.

/// A range of bytes in the program's text. The texts of a program's units lie
/// one after the other in one space of offsets, so a span names its unit too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// For nodes that stand nowhere: generated, or implied.
    pub const NONE: Span = Span { start: 0, end: 0 };

    pub fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// From the start of this one to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end.max(self.start) }
    }

    pub fn is_none(self) -> bool {
        self == Span::NONE
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
