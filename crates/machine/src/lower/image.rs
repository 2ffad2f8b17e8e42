//! The initial bytes of a static object, as far as they are numbers.
//!
//! One operation puts them all in place; what has to be computed, as addresses,
//! comes behind it. An item that comes back to bytes of an earlier one is not
//! drawn but put there in its turn, so that the last one counts (6.7.9p19).

use elenchus_lang::target::Endian;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, InitId, InitKind};
use elenchus_lang::types::{FieldId, TypeId};

use super::Lowerer;
use crate::code::{Index, Op, Reg};

/// Some bytes of the code's data are such an image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    start: usize,
    bits: u64,
    /// Items before this bit have their values, or will have them.
    covered: u64,
}

/// Larger objects are filled piece by piece: most of them are zero.
const LARGEST: u64 = 1 << 16;

impl Lowerer<'_> {
    /// All zero, for the object at a pointer that a list initialises.
    pub(super) fn begin_image(&mut self, pointer: Reg, init: InitId) {
        let is_list = matches!(self.p.inits[init].kind, InitKind::List(_));
        let Ok(size) = self.size_of(self.p.inits[init].ty) else { return };
        if !is_list || size == 0 || size > LARGEST {
            return;
        }
        let start = self.code.data.len();
        self.code.data.resize(start + size as usize, 0);
        self.image = Some(Image { start, bits: 8 * size, covered: 0 });
        self.emit(Op::Put { pointer, offset: 0, start: start as Index, size: size as u32 });
    }

    /// Where in the data these bits are drawn, if they are.
    pub(super) fn on_image(&self, first: u64, count: u64) -> Option<usize> {
        let image = self.image?;
        let fits = image.covered <= first && first.checked_add(count)? <= image.bits;
        fits.then_some(image.start + (first / 8) as usize)
    }

    /// An item has been dealt with.
    pub(super) fn cover(&mut self, offset: u64, ty: TypeId) {
        if self.image.is_some() {
            let size = self.size_of(ty).unwrap_or(0);
            self.cover_to(offset.saturating_add(size).saturating_mul(8));
        }
    }

    pub(super) fn cover_bits(&mut self, offset: u64, field: FieldId) {
        let info = &self.p.types.fields[field];
        self.cover_to(8 * offset + info.offset_bits + u64::from(info.width.unwrap_or(0)));
    }

    fn cover_to(&mut self, end: u64) {
        if let Some(image) = &mut self.image {
            image.covered = image.covered.max(end);
        }
    }

    /// Null pointers are zero already.
    pub(super) fn is_drawn_null(&self, offset: u64, ty: TypeId, expr: ExprId) -> bool {
        let is_null = matches!(self.p.exprs[expr].kind, ExprKind::Convert(Conversion::Null, _));
        let is_drawn = |size: u64| self.on_image(8 * offset, 8 * size).is_some();
        self.image.is_some() && is_null && self.size_of(ty).is_ok_and(is_drawn)
    }

    /// A bit-field, which lies among others in its bytes.
    pub(super) fn draw_bits(&mut self, offset: u64, field: FieldId, expr: ExprId) -> bool {
        let info = &self.p.types.fields[field];
        let Some(width @ 1..=64) = info.width else { return false };
        let first = 8 * offset + info.offset_bits;
        let is_little = self.p.target.endian == Endian::Little;
        let Some(place) = self.on_image(first, width.into()).filter(|_| is_little) else {
            return false;
        };
        let Some(value) = self.literal(expr) else { return false };
        let mask = u128::from(u64::MAX >> (64 - width));
        let bits = (u128::from(value) & mask) << (first % 8);
        let bytes = (first % 8 + u64::from(width)).div_ceil(8) as usize;
        for (byte, bits) in self.code.data[place..place + bytes].iter_mut().zip(bits.to_le_bytes())
        {
            *byte |= bits;
        }
        true
    }
}
