//! Calls that are no calls: builtins.

use elenchus_lang::builtins;
use elenchus_lang::constant;
use elenchus_lang::tree::{DeclId, DeclKind, ExprId, ExprKind};
use elenchus_lang::types::TypeKind;
use elenchus_lang::undefined::Undefined;

use super::{Lowered, Lowerer};
use crate::code::{Op, Reg};
use crate::words::Finding;

impl Lowerer<'_> {
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
        let name = builtins::stem(name).unwrap_or(name);
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
                self.undefined(Undefined::Unreachable, Finding::Unreachable);
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
                    _ => Err("this constant"),
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

    /// Whether a `va_list` is an argument of this function.
    pub(super) fn is_handed(&self, list: ExprId) -> bool {
        let mut list = list;
        while let ExprKind::Convert(_, e) = self.p.exprs[list].kind {
            list = e;
        }
        match self.p.exprs[list].kind {
            ExprKind::Name(decl) => {
                self.p.decls[decl].kind == DeclKind::Parameter && self.storage_of(decl).is_some()
            }
            _ => false,
        }
    }

    /// Before a function returns, it ends the lists that it started.
    pub(super) fn check_lists(&mut self) {
        if self.traits.starts_lists {
            self.emit(Op::ListsEnded);
        }
    }
}

/// Whether a builtin makes a `va_list` that has to be ended.
pub(super) fn starts_list(name: &str) -> bool {
    const STARTS: &[&str] = &["va_start", "c23_va_start", "va_copy"];
    builtins::stem(name).is_some_and(|name| STARTS.contains(&name))
}
