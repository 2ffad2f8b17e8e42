//! `setjmp` and `longjmp`, which no function can be.

use elenchus_lang::constant;
use elenchus_lang::tree::{Conversion, DeclId, ExprId, ExprKind, Storage as Class, UnaryOp};
use elenchus_lang::undefined::Undefined;

use crate::code::{Op, Reg};
use crate::core::lower::{Lowered, Lowerer};
use crate::words::Finding;

/// What a function of this family does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Jump {
    /// It returns, and may return again. A call may only stand where 7.13.1.1p4 says.
    Set,
    /// The same, but not the macro of C: it may stand anywhere.
    SetAnywhere,
    /// It does not return.
    Go,
}

const TABLE: &[(&str, Jump)] = &[
    ("setjmp", Jump::Set),
    ("_setjmp", Jump::Set),
    ("sigsetjmp", Jump::Set),
    ("__sigsetjmp", Jump::Set),
    ("__builtin_setjmp", Jump::SetAnywhere),
    ("longjmp", Jump::Go),
    ("_longjmp", Jump::Go),
    ("siglongjmp", Jump::Go),
    ("__builtin_longjmp", Jump::Go),
];

fn find(name: &str) -> Option<Jump> {
    TABLE.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// Whether a call of a function by this name may come back a second time.
pub(crate) fn sets_jump(name: &str) -> bool {
    find(name).is_some_and(|jump| jump != Jump::Go)
}

impl Lowerer<'_> {
    pub(crate) fn jump(
        &mut self,
        expr: ExprId,
        decl: DeclId,
        args: &[ExprId],
    ) -> Lowered<Option<Reg>> {
        let Some(jump) = find(self.p.name(self.p.decls[decl].name)) else { return Ok(None) };
        if self.p.decls[decl].storage.has(Class::STATIC) {
            return Ok(None);
        }
        let Some(&buffer) = args.first() else { return Ok(None) };
        let buffer = self.value(buffer)?;
        if jump != Jump::Go {
            if jump == Jump::Set && self.whole_call != Some(expr) {
                self.undefined(Undefined::SetjmpContext, Finding::SetjmpInside);
            }
            let dst = self.temp()?;
            self.emit(Op::SetJump { dst, buffer });
            return Ok(Some(dst));
        }
        let Some(&value) = args.get(1) else { return Ok(None) };
        let value = self.value(value)?;
        self.emit(Op::LongJump { buffer, value });
        self.constant(0).map(Some)
    }

    /// A statement that is an expression: where `setjmp` may stand in it
    /// (7.13.1.1p4).
    pub(crate) fn note_statement(&mut self, e: ExprId) {
        let e = match self.p.exprs[e].kind {
            ExprKind::Cast(Conversion::Void, e, _) => e,
            _ => e,
        };
        self.whole_call = self.as_call(e);
    }

    /// The same for the expression that controls a selection or a loop.
    pub(crate) fn note_condition(&mut self, e: ExprId) {
        let is_constant = |e| constant::as_int(self.p, e).is_some();
        self.whole_call = match self.p.exprs[e].kind {
            ExprKind::Unary(UnaryOp::Not, e) => self.as_call(e),
            // Few compare what a call gives: that is asked first.
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let left = self.as_call(a).filter(|_| is_constant(b));
                left.or_else(|| self.as_call(b).filter(|_| is_constant(a)))
            }
            _ => self.as_call(e),
        };
    }

    fn as_call(&self, e: ExprId) -> Option<ExprId> {
        let mut e = e;
        while let ExprKind::Convert(_, x) = self.p.exprs[e].kind {
            e = x;
        }
        matches!(self.p.exprs[e].kind, ExprKind::Call(..)).then_some(e)
    }
}
