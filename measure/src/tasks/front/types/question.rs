//! From an expression of the tree to the question that gcc is asked.

use elenchus_lang::layout::size_of;
use elenchus_lang::printer::print_type;
use elenchus_lang::tree::{DeclKind, ExprId, ExprKind, Program, Storage, UnaryOp};
use elenchus_lang::types::{TypeId, TypeKind};

use super::ask::{balanced, one_line};
use super::names::{Reason, Tags, VARIABLE};
use super::walk::Candidate;

/// Longer texts are not worth their time: Csmith's go on for pages.
const LONGEST: usize = 4000;

pub const BAD_SPAN: Reason = "a span that is no expression";
const BIT_FIELD: Reason = "a bit-field";

/// What is asked about an expression.
pub struct Asked {
    /// The expression on one line.
    pub text: String,
    /// Its type, as we print it.
    pub ty: String,
    /// Names of checks and their conditions.
    pub checks: Vec<(&'static str, String)>,
}

/// Makes questions about the expressions of one program.
pub struct Asker<'a> {
    pub program: &'a mut Program,
    pub tags: Tags,
    /// The unit's text and where it begins in the space of offsets.
    pub text: &'a [u8],
    pub base: u32,
}

impl Asker<'_> {
    pub fn ask(&mut self, candidate: &Candidate) -> Result<Asked, Reason> {
        let text = self.text_of(candidate)?;
        let id = candidate.expr;
        if bit_field_width(self.program, id).is_some() {
            return Err(BIT_FIELD);
        }
        let expr = self.program.exprs[id];
        if let ExprKind::Name(decl) = expr.kind {
            let decl = &self.program.decls[decl];
            if decl.kind == DeclKind::Builtin || decl.storage.has(Storage::IMPLICIT) {
                return Err("the name of a function that is declared by calling it");
            }
            let attrs = &self.program.attrs[decl.attrs];
            if attrs.iter().any(|attr| self.program.name(attr.name) == "transaction_safe") {
                return Err("a function with an attribute that makes another type of it");
            }
        }
        self.tags.can_name(self.program, expr.ty, candidate.place)?;
        if self.program.types.is_variably_modified(expr.ty) {
            return Err(VARIABLE);
        }
        let ty = print_type(self.program, expr.ty);
        Ok(Asked { checks: self.checks(id, &text), text, ty })
    }

    fn text_of(&self, candidate: &Candidate) -> Result<String, Reason> {
        if candidate.has_statements {
            return Err("a statement expression in it");
        }
        if candidate.declared_inside {
            return Err("a name that its own statement declares");
        }
        let span = self.program.exprs[candidate.expr].span;
        let start = span.start.checked_sub(self.base).ok_or(BAD_SPAN)? as usize;
        let end = span.end.checked_sub(self.base).ok_or(BAD_SPAN)? as usize;
        if candidate.place.offset < self.base || candidate.place.offset > span.start {
            return Err(BAD_SPAN);
        }
        let bytes = self.text.get(start..end).ok_or(BAD_SPAN)?;
        if bytes.len() > LONGEST {
            return Err("a very long text");
        }
        let text = one_line(bytes).ok_or("a line of the preprocessor in it")?;
        if balanced(&text) { Ok(text) } else { Err(BAD_SPAN) }
    }

    fn checks(&mut self, id: ExprId, text: &str) -> Vec<(&'static str, String)> {
        let expr = self.program.exprs[id];
        let types = &self.program.types;
        let value = types.value_type(expr.ty);
        let mut checks = Vec::new();
        if types.is_complete(value) {
            if let Some(size) = size_of(types, &self.program.target, value) {
                checks.push(("size", format!("sizeof({text}) == {size}")));
            }
        }
        let printed = print_type(self.program, value);
        let same = "__builtin_types_compatible_p";
        checks.push(("type", format!("{same}(__typeof__(({text})), {printed})")));
        if let Some(value) = self.converted(value) {
            let printed = print_type(self.program, value);
            checks.push(("generic", format!("_Generic(({text}), {printed}: 1, default: 0)")));
        }
        // Two pointers are compatible only if their targets have the same
        // qualifiers. gcc's typeof drops them all from an atomic type.
        if is_lvalue(expr.kind) && !self.program.types.quals(expr.ty).has(ATOMIC) {
            let printed = print_type(self.program, expr.ty);
            let pointers = format!("__typeof__(({text})) *, __typeof__({printed}) *");
            checks.push(("lvalue", format!("{same}({pointers})")));
        }
        checks
    }

    /// The type of the value that an expression of type `ty` gives, if
    /// `_Generic` takes its name.
    fn converted(&mut self, ty: TypeId) -> Option<TypeId> {
        let types = &mut self.program.types;
        match types.kind(ty) {
            TypeKind::Array { element, .. } => Some(types.pointer(element)),
            TypeKind::Function(_) => Some(types.pointer(ty)),
            _ => types.is_complete(ty).then_some(ty),
        }
    }
}

const ATOMIC: elenchus_lang::types::Quals = elenchus_lang::types::Quals::ATOMIC;

fn is_lvalue(kind: ExprKind) -> bool {
    use ExprKind::*;
    matches!(kind, Name(_) | String(_) | Unary(UnaryOp::Deref, _) | Index(..) | CompoundLiteral(..))
}

/// In gcc the value of a bit-field keeps its width as its type until it is
/// promoted, and one wider than `int` keeps it through arithmetic: a type
/// that nothing can name.
fn bit_field_width(program: &Program, id: ExprId) -> Option<u8> {
    use ExprKind::*;
    let width = |id| bit_field_width(program, id);
    let int = program.target.int.size * 8;
    let wide = |id| width(id).filter(|width| *width > int);
    match program.exprs[id].kind {
        Member(_, field, _) => program.types.fields[field].width,
        Assign(a, _) | CompoundAssign(_, a, _, _) | Step(_, a) => width(a),
        Comma(_, b) => width(b),
        Convert(_, a) => {
            // A promotion ends it; a conversion to its own type does not.
            let same = program.types.value_type(program.exprs[id].ty)
                == program.types.value_type(program.exprs[a].ty);
            width(a).filter(|_| same)
        }
        Conditional(_, a, b) | Elvis(a, b) => width(a).or(width(b)),
        Binary(op, a, b) if !op.is_comparison() => wide(a).or(wide(b)),
        Unary(UnaryOp::Plus | UnaryOp::Neg | UnaryOp::BitNot, a) => wide(a),
        _ => None,
    }
}
