//! Code for a run that somebody watches: what it tells stands in it.

use elenchus_lang::tree::{
    Conversion, DeclId, DeclKind, ExprId, ExprKind, FunctionId, GroupId, StmtId, StmtKind,
};
use elenchus_lang::types::{TypeId, TypeKind};

use super::Wants;
use crate::code::{Access, Form, Index, NO_NAME, NO_REG, Name, Op, Origin, Point, Reg};
use crate::core::lower::{Lowered, Lowerer, Storage};

/// What is told, and where the lowerer is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    pub wants: Wants,
    /// Somebody watches at all.
    pub on: bool,
    /// The last name in scope.
    pub names: Index,
    /// The innermost statement.
    pub stmt: Option<StmtId>,
    /// What makes an access, where what goes wrong is told of something else.
    pub by: Option<Origin>,
}

impl Told {
    pub const NOTHING: Told =
        Told { wants: Wants::NOTHING, on: false, names: NO_NAME, stmt: None, by: None };
}

impl Lowerer<'_> {
    /// The code is made for who watches.
    pub(crate) fn lower_for(&mut self, wants: Wants) {
        self.told = Told { wants, on: wants != Wants::NOTHING, ..Told::NOTHING };
        self.traits.all_in_memory |= wants.needs_memory();
    }

    /// What stands in the code before an operation.
    #[cold]
    pub(crate) fn emit_before(&mut self, op: &Op) {
        let Wants { accesses, objects, calls, .. } = self.told.wants;
        let tells = match accesses || objects {
            true => touches_memory(op),
            false => self.accessed_by(op).is_some_and(|access| access.told),
        };
        if tells {
            self.code.push(Op::TellPlace, self.told.by.unwrap_or(self.at));
        }
        let left = match *op {
            Op::Return { value } => value,
            Op::ReturnNothing | Op::FallOff => NO_REG,
            _ => return,
        };
        if calls {
            self.code.push(Op::TellLeft { value: left }, self.at);
        }
    }

    fn accessed_by(&self, op: &Op) -> Option<&Access> {
        match *op {
            Op::Load { access, .. }
            | Op::LoadLocal { access, .. }
            | Op::LoadAt { access, .. }
            | Op::LoadStatic { access, .. }
            | Op::Store { access, .. }
            | Op::StoreStatic { access, .. }
            | Op::Copy { access, .. } => self.code.accesses.get(access as usize),
            _ => None,
        }
    }

    /// An access that is told goes no short way.
    pub(crate) fn mark_told(&self, access: &mut Access) {
        access.told = self.told.wants.tells(access.ty, access.form);
        access.quick &= !access.told;
    }

    /// What is done by `f` is made by an assignment, though what goes wrong is told of
    /// an operand.
    #[inline]
    pub(crate) fn made_by<R>(&mut self, by: Origin, f: impl FnOnce(&mut Self) -> R) -> R {
        self.told.by = Some(by);
        let result = f(self);
        self.told.by = None;
        result
    }

    /// The value of an expression, unless that is a constant.
    #[inline]
    pub(crate) fn tell_value(&mut self, expr: ExprId, value: &Lowered<Reg>) {
        if let (true, &Ok(value)) = (self.told.wants.values, value) {
            self.emit_value(expr, value);
        }
    }

    #[cold]
    fn emit_value(&mut self, expr: ExprId, value: Reg) {
        let mut inner = expr;
        while let ExprKind::Convert(Conversion::Arithmetic, e) = self.p.exprs[inner].kind {
            inner = e;
        }
        let is_constant = matches!(
            self.p.exprs[inner].kind,
            ExprKind::Int(..) | ExprKind::Float(_) | ExprKind::Enumerator(_)
        );
        let is_scalar = self.p.types.is_scalar(self.p.exprs[expr].ty);
        if is_scalar && !is_constant && self.literal(expr).is_none() {
            let at = std::mem::replace(&mut self.at, Origin::Expr(expr));
            self.emit(Op::TellValue { value });
            self.at = at;
        }
    }

    /// The function begins: its parameters have their values.
    pub(crate) fn tell_entered(&mut self) {
        if self.told.wants.calls {
            self.emit(Op::TellEntered);
        }
    }

    /// A full expression begins.
    pub(crate) fn note_point(&mut self) -> Index {
        let Told { names, stmt, .. } = self.told;
        self.code.observed.points.push(Point { stmt, names });
        self.code.observed.points.len() as Index - 1
    }

    /// From here on a name is in scope.
    pub(crate) fn note_name(&mut self, decl: DeclId) {
        if !self.told.on {
            return;
        }
        let local = match self.storage_of(decl) {
            Some(Storage::Local(local)) => Some(local),
            _ => None,
        };
        let names = &mut self.code.observed.names;
        names.push(Name { decl, local, before: self.told.names });
        self.told.names = names.len() as Index - 1;
    }

    pub(crate) fn note_parameters(&mut self, function: FunctionId) {
        let p = self.p;
        for &param in &p.decl_lists[p.functions[function].params] {
            self.note_name(param);
        }
        self.code.observed.parameters = self.told.names;
    }

    /// The enumerators that a declaration has before its other names.
    pub(crate) fn note_enumerators(&mut self, group: GroupId) {
        let p = self.p;
        if !self.told.on {
            return;
        }
        let TypeKind::Enum(declared) = p.types.kind(p.groups[group].base) else { return };
        for &decl in &p.decl_lists[p.types.enums[declared].enumerators] {
            let is_here = Some(p.decls[decl].scope) == self.flow.scope;
            if is_here && matches!(p.decls[decl].kind, DeclKind::Enumerator { .. }) {
                self.note_name(decl);
            }
        }
    }

    /// A nested function is defined here: it sees what is in scope.
    pub(crate) fn note_nested(&mut self, function: FunctionId) {
        let decl = self.p.functions[function].decl;
        self.note_name(decl);
        if self.told.on {
            let entity = self.p.decls[decl].entity;
            self.code.observed.nested.insert(entity, self.told.names);
        }
    }

    /// Whether names that a statement declares are in scope behind it.
    pub(crate) fn declares(&self, kind: StmtKind) -> bool {
        matches!(
            kind,
            StmtKind::Declaration(_)
                | StmtKind::NestedFunction(_)
                | StmtKind::Case(..)
                | StmtKind::Default(_)
                | StmtKind::Label(..)
        )
    }
}

impl Wants {
    /// Whether an access to an lvalue of a type is told.
    #[inline]
    pub(crate) fn tells(self, ty: TypeId, form: Form) -> bool {
        self.accesses || self.volatiles && ty.is_volatile() && form != Form::Aggregate
    }
}

/// Whether an operation may read or change memory, make an object or end one. All may
/// but those that plainly do not.
fn touches_memory(op: &Op) -> bool {
    !matches!(
        op,
        Op::Step { .. }
            | Op::Nothing
            | Op::Const { .. }
            | Op::Wide { .. }
            | Op::Move { .. }
            | Op::Read { .. }
            | Op::ReadPointer { .. }
            | Op::Forget { .. }
            | Op::Local { .. }
            | Op::Int { .. }
            | Op::IntWith { .. }
            | Op::ShiftMask { .. }
            | Op::Shift { .. }
            | Op::IntUnary { .. }
            | Op::Float { .. }
            | Op::FloatNeg { .. }
            | Op::IsZero { .. }
            | Op::IsTrue { .. }
            | Op::IntToInt { .. }
            | Op::IntToFloat { .. }
            | Op::FloatToInt { .. }
            | Op::FloatToFloat { .. }
            | Op::PointerToInt { .. }
            | Op::IntToPointer { .. }
            | Op::Advance { .. }
            | Op::AdvanceBy { .. }
            | Op::Offset { .. }
            | Op::Difference { .. }
            | Op::DifferenceBy { .. }
            | Op::ComparePointers { .. }
            | Op::Jump { .. }
            | Op::JumpStep { .. }
            | Op::JumpIf { .. }
            | Op::JumpUnless { .. }
            | Op::Branch { .. }
            | Op::BranchWith { .. }
            | Op::Switch { .. }
            | Op::Used { .. }
            | Op::Undefined { .. }
            | Op::Unsupported { .. }
            | Op::Unordered
            | Op::NextOperand
            | Op::Settle { .. }
            | Op::MeetLast
            | Op::MeetAll
            | Op::Ordered { .. }
            | Op::Orders { .. }
            | Op::Evaluated { .. }
            | Op::Disorder
            | Op::TellPlace
            | Op::TellValue { .. }
            | Op::TellEntered
            | Op::TellLeft { .. }
    )
}
