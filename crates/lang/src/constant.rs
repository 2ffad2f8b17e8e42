//! Constant expressions (stand-in until the full evaluator is merged).
use crate::arith::int;
use crate::layout;
use crate::tree::{Conversion, DeclKind, ExprId, ExprKind, Program, UnaryOp};

pub fn as_int(p: &Program, e: ExprId) -> Option<i128> {
    let expr = &p.exprs[e];
    let ity = p.types.int_kind(expr.ty).map(|k| p.target.int_type(k));
    match expr.kind {
        ExprKind::Int(v, _) => Some(int::wrap(ity?, v as i128)),
        ExprKind::Enumerator(d) => match p.decls[d].kind { DeclKind::Enumerator { value, .. } => Some(int::wrap(ity?, value as i128)), _ => None },
        ExprKind::Convert(Conversion::Arithmetic | Conversion::Same, x) | ExprKind::Cast(Conversion::Arithmetic | Conversion::Same, x, _) => { p.types.int_kind(p.exprs[x].ty)?; let v = as_int(p, x)?; if ity?.bits == 1 { Some(int::to_bool(v)) } else { Some(int::wrap(ity?, v)) } }
        ExprKind::Unary(UnaryOp::Neg, x) => Some(int::wrap(ity?, as_int(p, x)?.wrapping_neg())),
        ExprKind::Unary(UnaryOp::Plus, x) => as_int(p, x),
        ExprKind::Unary(UnaryOp::BitNot, x) => Some(int::bit_not(ity?, as_int(p, x)?)),
        ExprKind::Unary(UnaryOp::Not, x) => Some((as_int(p, x)? == 0) as i128),
        ExprKind::Binary(op, a, b) => { let t = p.target.int_type(p.types.int_kind(p.exprs[a].ty)?); int::binary(op, t, as_int(p, a)?, as_int(p, b)?).ok() }
        ExprKind::LogAnd(a, b) => if as_int(p, a)? == 0 { Some(0) } else { Some((as_int(p, b)? != 0) as i128) },
        ExprKind::LogOr(a, b) => if as_int(p, a)? != 0 { Some(1) } else { Some((as_int(p, b)? != 0) as i128) },
        ExprKind::Conditional(c, a, b) => if as_int(p, c)? != 0 { as_int(p, a) } else { as_int(p, b) },
        ExprKind::SizeofExpr(x) => layout::size_of(&p.types, &p.target, p.exprs[x].ty).map(i128::from),
        ExprKind::SizeofType(t) => layout::size_of(&p.types, &p.target, t).map(i128::from),
        ExprKind::TypesCompatible(a, b) => Some(p.types.compatible_unqualified(a, b) as i128),
        _ => None,
    }
}
