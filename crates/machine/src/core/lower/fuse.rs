//! Two operations in one, where the first only hands its value to the second.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::target::IntType;

use super::Lowerer;
use crate::code::{Op, Reg};

impl Lowerer<'_> {
    /// A value that was just computed for a variable goes there at once.
    /// Registers from `fresh` on were made for this value.
    pub(super) fn fuse_move(&mut self, fresh: Reg) {
        let last = self.code.ops.len().wrapping_sub(1);
        let Some(&[.., _, Op::Move { dst, src }]) = self.code.ops.get(..) else { return };
        if src < fresh || self.flow.joined as usize == last {
            return;
        }
        match result_mut(&mut self.code.ops[last - 1]) {
            Some(result) if *result == src => *result = dst,
            _ => return,
        }
        self.drop_last();
        self.fuse_forget(dst);
    }

    /// A variable that gets a constant need not be forgotten before.
    fn fuse_forget(&mut self, slot: Reg) {
        if let Some(&[.., Op::Forget { slot: forgotten }, Op::Const { dst, value }]) =
            self.code.ops.get(..)
        {
            if forgotten == slot && dst == slot {
                self.drop_last();
                if let Some(last) = self.code.ops.last_mut() {
                    *last = Op::Const { dst, value };
                }
            }
        }
    }

    /// An element of an array is loaded, and its address is not needed again.
    pub(super) fn fuse_load(&mut self) {
        let last = self.code.ops.len().wrapping_sub(1);
        let Some(
            &[
                ..,
                Op::Advance { dst: at, pointer, index, stride },
                Op::Load { dst, pointer: from, access },
            ],
        ) = self.code.ops.get(..)
        else {
            return;
        };
        // What goes wrong is told by the place of the operation, and repaired there.
        let place = |index: usize| self.code.origins[index].span(self.p);
        let repaired =
            self.kept.live.is_some() && self.code.origins[last] != self.code.origins[last - 1];
        let apart = at != from
            || self.flow.joined as usize == last
            || self.code.accesses[access as usize].path.is_some()
            || u64::from(self.code.accesses[access as usize].size)
                != self.code.strides[stride as usize].size
            || place(last) != place(last - 1);
        if repaired || apart {
            return;
        }
        self.drop_last();
        self.code.ops[last - 1] = Op::LoadAt { dst, pointer, index, stride, access };
    }

    /// A value that was just shifted is cut to some bits: where they are.
    pub(super) fn fuse_mask(&mut self, value: Reg, of: IntType, mask: u64) -> Option<Reg> {
        // A variable keeps what it was given.
        if self.kept.live.is_some()
            || self.flow.joined == self.here()
            || value < self.registers.first_temp
        {
            return None;
        }
        let last = self.code.ops.last_mut()?;
        match *last {
            Op::IntWith { op: BinaryOp::Shr, ty, dst, a, b } if dst == value && ty == of => {
                *last = Op::ShiftMask { ty, shift: b as u8, dst, a, mask };
                Some(dst)
            }
            _ => None,
        }
    }

    /// Whether a value was just cut to bits that a type has as they are.
    pub(super) fn is_masked(&self, value: Reg, ty: IntType) -> bool {
        let (dst, mask) = match self.code.ops.last() {
            Some(&Op::IntWith { op: BinaryOp::And, dst, b, .. }) => (dst, b),
            Some(&Op::ShiftMask { dst, mask, .. }) => (dst, mask),
            _ => return false,
        };
        let bits = u32::from(ty.bits) - u32::from(ty.signed);
        dst == value && mask.checked_shr(bits).unwrap_or(0) == 0 && self.flow.joined != self.here()
    }

    pub(super) fn drop_last(&mut self) {
        self.code.ops.pop();
        self.code.origins.pop();
    }

    /// Jumps to the beginning of a statement begin it, in the code from some place
    /// on; only where it is not changed any more.
    pub(crate) fn fuse_jumps(&mut self, from: usize) {
        for index in from..self.code.ops.len() {
            if let Op::Jump { to } = self.code.ops[index] {
                if matches!(self.code.ops.get(to as usize), Some(Op::Step { .. })) {
                    self.code.ops[index] = Op::JumpStep { to };
                }
            }
        }
    }
}

/// Where an operation that does nothing but compute puts its value: it has
/// read all its operands by then.
fn result_mut(op: &mut Op) -> Option<&mut Reg> {
    match op {
        Op::Const { dst, .. }
        | Op::Wide { dst, .. }
        | Op::Move { dst, .. }
        | Op::Read { dst, .. }
        | Op::ReadPointer { dst, .. }
        | Op::Local { dst, .. }
        | Op::Static { dst, .. }
        | Op::Load { dst, .. }
        | Op::LoadLocal { dst, .. }
        | Op::LoadAt { dst, .. }
        | Op::LoadStatic { dst, .. }
        | Op::Int { dst, .. }
        | Op::IntWith { dst, .. }
        | Op::ShiftMask { dst, .. }
        | Op::Shift { dst, .. }
        | Op::IntUnary { dst, .. }
        | Op::Float { dst, .. }
        | Op::FloatNeg { dst, .. }
        | Op::IsZero { dst, .. }
        | Op::IsTrue { dst, .. }
        | Op::IntToInt { dst, .. }
        | Op::IntToFloat { dst, .. }
        | Op::FloatToInt { dst, .. }
        | Op::FloatToFloat { dst, .. }
        | Op::Advance { dst, .. }
        | Op::Offset { dst, .. } => Some(dst),
        _ => None,
    }
}
