//! Calls that are no calls: builtins and `setjmp`.

use elenchus_lang::constant;
use elenchus_lang::tree::{DeclId, DeclKind, ExprId, Storage as Class};
use elenchus_lang::types::TypeKind;

use super::{Lowered, Lowerer};
use crate::code::{Op, Reg};

impl Lowerer<'_> {
    /// `setjmp` and `longjmp`, which no function can be.
    pub(super) fn jump(&mut self, decl: DeclId, args: &[ExprId]) -> Lowered<Option<Reg>> {
        const SET: &[&str] = &["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "__builtin_setjmp"];
        const LONG: &[&str] = &["longjmp", "_longjmp", "siglongjmp", "__builtin_longjmp"];
        let name = self.p.name(self.p.decls[decl].name);
        let (sets, jumps) = (SET.contains(&name), LONG.contains(&name));
        if !sets && !jumps || self.p.decls[decl].storage.has(Class::STATIC) {
            return Ok(None);
        }
        let Some(&buffer) = args.first() else { return Ok(None) };
        let buffer = self.value(buffer)?;
        if sets {
            let dst = self.temp()?;
            self.emit(Op::SetJump { dst, buffer });
            return Ok(Some(dst));
        }
        let Some(&value) = args.get(1) else { return Ok(None) };
        let value = self.value(value)?;
        self.emit(Op::LongJump { buffer, value });
        self.constant(0).map(Some)
    }

    /// Builtins that are no functions.
    pub(super) fn builtin(
        &mut self,
        expr: ExprId,
        decl: DeclId,
        args: &[ExprId],
    ) -> Lowered<Option<Reg>> {
        if self.p.decls[decl].kind != DeclKind::Builtin {
            return Ok(None);
        }
        let name = self.p.name(self.p.decls[decl].name);
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        match (name, args) {
            ("va_start" | "c23_va_start", [list, ..]) => {
                let list = self.va_list(*list)?;
                self.emit(Op::VaStart { list });
            }
            ("va_end", [list]) => {
                let list = self.va_list(*list)?;
                self.emit(Op::VaEnd { list });
            }
            ("va_copy", [to, from]) => {
                let to = self.va_list(*to)?;
                let from = self.va_list(*from)?;
                self.emit(Op::VaCopy { to, from });
            }
            ("unreachable", _) => {
                self.emit(Op::Unreachable);
            }
            ("constant_p", _) => {
                let value = constant::as_int(self.p, expr).unwrap_or(0);
                return self.constant(value as u64).map(Some);
            }
            ("expect" | "expect_with_probability" | "prefetch", [first, rest @ ..]) => {
                return self.first_of(*first, rest, args).map(Some);
            }
            (
                "huge_val" | "inf" | "huge_valf" | "inff" | "huge_vall" | "infl" | "nan" | "nanf",
                _,
            ) => {
                let folded = constant::evaluate(self.p, expr).ok_or("this constant")?;
                return match folded.value {
                    constant::Constant::Float(value) => self.wide(value.bits()).map(Some),
                    _ => Err("this constant".into()),
                };
            }
            _ => return Ok(None),
        }
        self.constant(0).map(Some)
    }

    /// All arguments are evaluated, and the first is the value.
    fn first_of(&mut self, first: ExprId, rest: &[ExprId], all: &[ExprId]) -> Lowered<Reg> {
        let at = self.at;
        let watched = self.watch(all);
        let value = self.value(first)?;
        for &e in rest {
            self.next_operand(watched);
            self.effect(e)?;
        }
        self.at = at;
        if watched {
            self.emit(Op::Settle { sequenced: false });
            self.close_watch(false);
        }
        Ok(value)
    }

    /// The address of a `va_list`: it may have decayed already.
    pub(super) fn va_list(&mut self, list: ExprId) -> Lowered<Reg> {
        match self.p.types.kind(self.p.types.va_list()) {
            TypeKind::Array { .. } => self.value(list),
            _ => self.address(list),
        }
    }
}
