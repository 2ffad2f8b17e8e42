//! The initial bytes of a static object, as far as they are numbers.
//!
//! They are put in place before any code runs; what has to be computed, as
//! addresses, comes behind them. An item that comes back to bytes of an earlier
//! one is not drawn but stored in its turn, so that the last one counts
//! (6.7.9p19).

use elenchus_lang::target::Endian;
use elenchus_lang::tree::{Conversion, DeclId, ExprId, ExprKind, InitId};
use elenchus_lang::types::{FieldId, TypeId};

use super::Lowerer;
use super::types::Known;
use crate::code::{Code, Form, Op, Origin, StaticRef};

/// What static objects hold before the program starts.
pub struct Initial {
    /// What is drawn, in the code's data.
    pub images: Vec<Image>,
    /// What has to be computed.
    pub code: Code,
}

/// The first bytes of an object.
#[derive(Clone, Copy, Debug)]
pub struct Image {
    pub decl: DeclId,
    pub start: usize,
    pub size: usize,
}

/// The image that items are drawn on, in the code's data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canvas {
    start: usize,
    bits: u64,
    /// Items before this bit have their values, or will have them.
    covered: u64,
    /// There is a number on it.
    is_drawn: bool,
}

/// Larger objects are filled piece by piece: most of them are zero.
const LARGEST: u64 = 1 << 16;

impl Lowerer<'_> {
    /// The initial value of a static object, all of which is zero so far.
    pub(super) fn static_init(&mut self, decl: DeclId, init: InitId, images: &mut Vec<Image>) {
        self.at = Origin::Decl(decl);
        // Nothing of the object before is needed any more.
        self.registers.next = 0;
        self.begin_image(init);
        // Where its address is found, if there is code that needs it.
        let attempt = self.attempt();
        let first = self.emit(Op::Nothing);
        let pointer = self.registers.next;
        let result = self.temp().and_then(|pointer| self.fill(pointer, 0, init));
        if let Err(what) = result {
            self.give_up(attempt, what);
        }
        match self.here() == first + 1 {
            true => self.drop_last(),
            false => {
                let index = self.static_index(StaticRef::Decl(self.p.decls[decl].entity));
                self.code.ops[first as usize] = Op::Static { dst: pointer, index };
            }
        }
        if let Some(Canvas { start, bits, is_drawn: true, .. }) = self.filling.image.take() {
            images.push(Image { decl, start, size: (bits / 8) as usize });
        }
    }

    /// All zero.
    fn begin_image(&mut self, init: InitId) {
        let size = self.size_of(self.p.inits[init].ty).unwrap_or(0);
        if size > 0 && size <= LARGEST {
            let start = self.code.data.len();
            self.code.data.resize(start + size as usize, 0);
            self.filling.image =
                Some(Canvas { start, bits: 8 * size, covered: 0, is_drawn: false });
        }
    }

    /// Where in the data these bits are drawn, if they are.
    fn on_image(&self, first: u64, count: u64) -> Option<usize> {
        let image = self.filling.image?;
        let fits = image.covered <= first && first.checked_add(count)? <= image.bits;
        fits.then_some(image.start + (first / 8) as usize)
    }

    /// An item has been dealt with.
    pub(super) fn cover(&mut self, offset: u64, ty: TypeId) {
        if self.filling.image.is_some() {
            let size = self.size_of(ty).unwrap_or(0);
            self.cover_to(offset.saturating_add(size).saturating_mul(8));
        }
    }

    pub(super) fn cover_bits(&mut self, offset: u64, field: FieldId) {
        let info = &self.p.types.fields[field];
        self.cover_to(8 * offset + info.offset_bits + u64::from(info.width.unwrap_or(0)));
    }

    fn cover_to(&mut self, end: u64) {
        if let Some(image) = &mut self.filling.image {
            image.covered = image.covered.max(end);
        }
    }

    /// Something was written in the data.
    fn note_drawn(&mut self) {
        if let Some(image) = &mut self.filling.image {
            image.is_drawn = true;
        }
    }

    /// A number or a null pointer, unless it is more than that.
    pub(super) fn draw(&mut self, offset: u64, ty: TypeId, expr: ExprId) -> bool {
        let Some(&Known { form, size, .. }) = self.known(ty) else { return false };
        let bits = 8 * u64::from(size);
        let place = offset.checked_mul(8).and_then(|first| self.on_image(first, bits));
        let Some(place) = place else { return false };
        let is_null = || matches!(self.p.exprs[expr].kind, ExprKind::Convert(Conversion::Null, _));
        match form {
            Form::Int(_) => {
                let Some(value) = self.literal(expr) else { return false };
                let bytes = match self.p.target.endian {
                    Endian::Little => &value.to_le_bytes()[..size as usize],
                    Endian::Big => &value.to_be_bytes()[8 - size as usize..],
                };
                self.code.data[place..place + bytes.len()].copy_from_slice(bytes);
                self.note_drawn();
            }
            // It is zero already.
            Form::Pointer if is_null() => {}
            _ => return false,
        }
        self.cover_to(8 * offset + bits);
        true
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
        self.note_drawn();
        true
    }
}
