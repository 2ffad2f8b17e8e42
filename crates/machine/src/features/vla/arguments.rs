//! Lengths of arrays that are arguments (6.7.6.2p6).
//!
//! `int a[n][m]` as a parameter is a pointer to arrays of `m`, which is known
//! when the function is entered; what the argument points to is known to the
//! caller. So the caller tells its lengths, and the function compares.

use elenchus_lang::tree::{Conversion, DeclId, ExprId, ExprKind};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind};

use crate::code::{Length, Op, Origin};
use crate::core::lower::{Lowered, Lowerer};

impl Lowerer<'_> {
    /// The lengths in a type of variable size, each with its level.
    fn levels(&self, ty: TypeId) -> Vec<(u16, ArrayLength)> {
        let mut lengths = Vec::new();
        let mut ty = ty;
        for level in 0.. {
            ty = match self.p.types.kind(ty) {
                TypeKind::Pointer(to) => to,
                TypeKind::Array { element, length } => {
                    lengths.push((level, length));
                    element
                }
                _ => break,
            };
        }
        lengths
    }

    /// Room for the lengths of the argument of a parameter.
    pub(super) fn plan_given(&mut self, argument: u16, ty: TypeId) {
        if !self.p.types.is_variably_modified(ty) {
            return;
        }
        for (level, _) in self.levels(ty) {
            let value = self.code.registers as u16;
            self.code.registers += 1;
            self.code.given.push(Length { argument, level, value });
        }
    }

    /// A function is entered, and the lengths of its parameter are known.
    pub(super) fn check_given(&mut self, argument: u16, param: DeclId) -> Lowered<()> {
        let ty = self.p.decls[param].ty;
        if !self.p.types.is_variably_modified(ty) {
            return Ok(());
        }
        let outer = std::mem::replace(&mut self.at, Origin::Decl(param));
        for (level, length) in self.levels(ty) {
            let same = |l: &&Length| (l.argument, l.level) == (argument, level);
            let given = self.code.given.iter().find(same).map(|l| l.value);
            if let (Some(given), Some(length)) = (given, self.known_length(length)?) {
                self.emit(Op::GivenLength { given, length });
            }
        }
        self.at = outer;
        Ok(())
    }

    /// The lengths in the type that an argument has before it is converted to
    /// that of its parameter.
    pub(crate) fn argument_lengths(
        &mut self,
        argument: u16,
        arg: ExprId,
        lengths: &mut Vec<Length>,
    ) -> Lowered<()> {
        let own = match self.p.exprs[arg].kind {
            ExprKind::Convert(Conversion::Pointer, e) => e,
            _ => arg,
        };
        for (level, length) in self.levels(self.ty(own)) {
            if let Some(value) = self.known_length(length)? {
                lengths.push(Length { argument, level, value });
            }
        }
        Ok(())
    }
}
