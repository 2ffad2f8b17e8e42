//! Who last touched the bytes of one object.
//!
//! Values are touched as a whole, so the bytes of an object have their stamps
//! by groups, as large as all accesses so far allow.

use super::Stamps;

/// The stamps of an object. Groups become smaller when an access needs it, and larger
/// again only where that is undone.
#[derive(Clone, Default, Debug)]
pub struct Shadow {
    /// A group has two to the power of this many bytes.
    grain: u8,
    /// One for each group; empty before the first is needed.
    stamps: Vec<Stamps>,
}

/// Larger groups would only be split again.
const COARSEST: u32 = 3;

/// Room for so many stamps stays for the next object.
const KEPT: usize = 256;

impl Shadow {
    /// The largest groups that some bytes are made of.
    #[inline]
    pub fn grain_of(offset: usize, size: usize) -> u8 {
        (offset | size).trailing_zeros().min(COARSEST) as u8
    }

    /// Whether each group is at most so large.
    #[inline]
    pub fn has(&self, grain: u8) -> bool {
        self.grain <= grain && !self.stamps.is_empty()
    }

    pub fn grain(&self) -> u8 {
        self.grain
    }

    /// How many stamps an object of so many bytes needs for a grain.
    pub fn needed(bytes: usize, grain: u8) -> usize {
        bytes.div_ceil(1 << grain)
    }

    /// How many groups have stamps.
    pub fn count(&self) -> usize {
        self.stamps.len()
    }

    pub fn clear(&mut self) {
        match self.stamps.capacity() > KEPT {
            true => self.stamps = Vec::new(),
            false => self.stamps.clear(),
        }
    }

    /// Makes groups smaller, or makes the first ones.
    pub fn refine(&mut self, bytes: usize, grain: u8) {
        let needed = Shadow::needed(bytes, grain);
        if self.stamps.is_empty() {
            self.stamps.resize(needed, Stamps::default());
        } else if grain < self.grain {
            let apart = self.grain - grain;
            self.stamps = (0..needed).map(|group| self.stamps[group >> apart]).collect();
        }
        self.grain = grain;
    }

    /// Takes that back: all groups that were one are alike again.
    pub fn coarsen(&mut self, grain: u8) {
        if grain > self.grain && !self.stamps.is_empty() {
            self.stamps = self.stamps.iter().step_by(1 << (grain - self.grain)).copied().collect();
            self.grain = grain;
        }
    }

    /// Which groups some bytes are made of.
    #[inline]
    pub fn groups(&self, offset: usize, size: usize) -> std::ops::Range<usize> {
        offset >> self.grain..(offset + size) >> self.grain
    }

    pub fn stamps_mut(&mut self) -> &mut [Stamps] {
        &mut self.stamps
    }
}

#[cfg(test)]
mod tests {
    use super::Shadow;

    #[test]
    fn groups_are_split_and_joined() {
        let mut shadow = Shadow::default();
        assert_eq!(Shadow::grain_of(0, 8), 3);
        assert_eq!(Shadow::grain_of(4, 8), 2);
        assert_eq!(Shadow::grain_of(16, 48), 3);
        shadow.refine(12, 3);
        assert_eq!((shadow.count(), shadow.groups(0, 8)), (2, 0..1));
        assert!(shadow.has(3) && !shadow.has(2));
        shadow.refine(12, 0);
        assert_eq!((shadow.count(), shadow.groups(3, 2)), (12, 3..5));
        shadow.coarsen(3);
        assert_eq!((shadow.count(), shadow.grain()), (2, 3));
    }
}
