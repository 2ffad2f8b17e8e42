//! Types of variable size (6.7.6.2).
//!
//! A length is an expression in a type. It is evaluated once, where the type
//! is written: when the declaration, the typedef, or the expression with the
//! type name is reached. Its value is remembered, and all uses of the type
//! take that, whatever became of the variables in the expression.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::tree::{
    Conversion, DeclId, Designator, ExprId, ExprKind, Function, ScopeId, StmtKind, UnaryOp,
};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind};
use elenchus_lang::walk::{self, Child};

use crate::code::{Index, NO_REG, Near, Op, Origin, Reg, Stride};
pub(crate) use crate::core::lower::place::{InMemory, Lvalue};
use crate::core::lower::{Lowered, Lowerer, Storage};

/// What is evaluated where a type is written.
#[derive(Clone, Copy, Debug)]
enum Part {
    Length(ExprId),
    /// What `typeof` is applied to.
    Operand(ExprId),
}

impl Part {
    fn expr(self) -> ExprId {
        match self {
            Part::Length(e) | Part::Operand(e) => e,
        }
    }
}

/// How many elements there are where a pointer is to the first of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is not known: the pointer may go as far as its object.
    None,
    Fixed(u64),
    /// In a register.
    Variable(Reg),
}

impl Lowerer<'_> {
    /// What a written type evaluates, in the order of the text. Names of types
    /// evaluate nothing again; nor does `base`, whose turn was before.
    fn parts(&self, written: TypeId, base: Option<TypeId>) -> Vec<Part> {
        let types = &self.p.types;
        let mut parts = Vec::new();
        let mut ty = written;
        while types.is_variably_modified(ty) && Some(ty.unqualified()) != base {
            ty = match types.written(ty) {
                TypeKind::Array { element, length } => {
                    if let ArrayLength::Variable(e) = length {
                        parts.push(Part::Length(e));
                    }
                    element
                }
                TypeKind::TypeofExpr(e) => {
                    parts.push(Part::Operand(e));
                    break;
                }
                TypeKind::Pointer(to) => to,
                TypeKind::TypeofType(of)
                | TypeKind::Qualified(of, _)
                | TypeKind::Attributed(of, _) => of,
                TypeKind::Prototype { result, .. } => result,
                TypeKind::Function(_) => match types.as_function(ty) {
                    Some(function) => function.result,
                    None => break,
                },
                _ => break,
            };
        }
        parts
    }

    /// The same for a parameter, which may have been written as an array.
    fn param_parts(&self, written: TypeId) -> Vec<Part> {
        match self.p.types.written(written) {
            TypeKind::Adjusted { from, .. } => self.parts(from, None),
            _ => self.parts(written, None),
        }
    }

    /// Whether there are types in a node at all.
    #[inline]
    fn has_types(&self, node: Child) -> bool {
        match node {
            Child::Expr(e) => matches!(
                self.p.exprs[e].kind,
                ExprKind::SizeofType(_)
                    | ExprKind::Cast(..)
                    | ExprKind::CompoundLiteral(..)
                    | ExprKind::VaArg(..)
            ),
            Child::Stmt(s) => matches!(self.p.stmts[s].kind, StmtKind::Declaration(_)),
            Child::Init(_) => false,
        }
    }

    /// What the types in a node evaluate.
    fn parts_of(&self, node: Child) -> Vec<Part> {
        match node {
            Child::Expr(e) => match self.p.exprs[e].kind {
                ExprKind::SizeofType(ty)
                | ExprKind::Cast(_, _, ty)
                | ExprKind::CompoundLiteral(_, ty, _)
                | ExprKind::VaArg(_, ty) => self.parts(ty, None),
                _ => Vec::new(),
            },
            Child::Stmt(s) => match self.p.stmts[s].kind {
                StmtKind::Declaration(group) => {
                    let group = &self.p.groups[group];
                    let base = group.base.unqualified();
                    let mut parts = self.parts(base, None);
                    for &decl in &self.p.decl_lists[group.decls] {
                        parts.extend(self.parts(self.p.decls[decl].written, Some(base)));
                    }
                    parts
                }
                _ => Vec::new(),
            },
            Child::Init(_) => Vec::new(),
        }
    }

    /// The children of a node, those in its types first.
    pub(crate) fn children(&self, node: Child, mut f: impl FnMut(Child)) {
        if self.has_types(node) {
            for part in self.parts_of(node) {
                f(Child::Expr(part.expr()));
            }
        }
        walk::children(self.p, node, f);
    }

    /// All nodes below and including a node, parents first, those in types
    /// included.
    pub(crate) fn descend(&self, root: Child, mut f: impl FnMut(Child)) {
        let mut pending = vec![root];
        while let Some(node) = pending.pop() {
            f(node);
            let first = pending.len();
            self.children(node, |child| pending.push(child));
            pending[first..].reverse();
        }
    }

    /// The expressions in the types of parameters.
    pub(crate) fn param_exprs(&self, function: &Function) -> Vec<ExprId> {
        let params = &self.p.decl_lists[function.params];
        let written = params.iter().map(|&param| self.p.decls[param].written);
        written.flat_map(|ty| self.param_parts(ty)).map(Part::expr).collect()
    }

    // ---- where lengths are remembered ----

    /// Gives the lengths in the types of a node a place.
    pub(crate) fn plan_lengths(&mut self, node: Child, scope: ScopeId) {
        if !self.has_types(node) {
            return;
        }
        for part in self.parts_of(node) {
            self.plan_length(part, scope);
        }
    }

    pub(crate) fn plan_param_lengths(&mut self, function: &Function) {
        for i in 0..function.params.len() {
            let param = self.p.decl_lists[function.params][i];
            for part in self.param_parts(self.p.decls[param].written) {
                self.plan_length(part, function.scope);
            }
            self.plan_given(i as u16, self.p.decls[param].ty);
        }
    }

    fn plan_length(&mut self, part: Part, scope: ScopeId) {
        let Part::Length(e) = part else { return };
        let storage = match self.traits.all_in_memory || self.traits.has_nested {
            true => {
                let local = self.add_local(None, self.length_type(), scope);
                self.code.locals[local as usize].length = Some(e);
                Storage::Local(local)
            }
            false => {
                let slot = self.code.registers as u16;
                self.code.registers += 1;
                Storage::Slot(slot)
            }
        };
        self.kept.lengths.insert(e, storage);
    }

    fn length_type(&self) -> TypeId {
        TypeId::int(self.p.target.size_type)
    }

    fn length_place(&mut self, e: ExprId) -> Lowered<Lvalue> {
        match self.kept.lengths.get(&e) {
            Some(&Storage::Slot(slot)) => Ok(Lvalue::Slot(slot)),
            Some(&Storage::Local(local)) => {
                let dst = self.temp()?;
                self.emit(Op::Local { dst, local });
                Ok(Lvalue::Memory(InMemory::plain(dst)))
            }
            None if self.code.outer.is_some() => {
                let dst = self.temp()?;
                self.emit(Op::OuterLength { dst, length: e });
                Ok(Lvalue::Memory(InMemory::plain(dst)))
            }
            None => Err("a type of variable size"),
        }
    }

    /// The remembered value of a length.
    fn length(&mut self, e: ExprId) -> Lowered<Reg> {
        let place = self.length_place(e)?;
        self.load(place, self.length_type())
    }

    // ---- where they are evaluated ----

    fn evaluate(&mut self, parts: &[Part]) -> Lowered<()> {
        let exprs: Vec<ExprId> = parts.iter().map(|part| part.expr()).collect();
        let watched = self.watch(&exprs);
        for (i, &part) in parts.iter().enumerate() {
            if i > 0 {
                self.next_operand(watched);
            }
            match part {
                Part::Operand(e) => self.evaluate_operand(e)?,
                Part::Length(e) => {
                    let length = self.new_length(e)?;
                    let place = self.length_place(e)?;
                    self.store(place, length, self.length_type(), true)?;
                }
            }
        }
        if watched {
            self.emit(Op::Settle { sequenced: false });
            self.close_watch(false);
        }
        Ok(())
    }

    /// The value of a length that is evaluated now: it is positive.
    fn new_length(&mut self, e: ExprId) -> Lowered<Reg> {
        let at = self.at;
        let length = self.value(e)?;
        let ty = self.int_of(self.ty(e))?;
        self.at = Origin::Expr(e);
        let dst = self.temp()?;
        self.emit(Op::VlaLength { dst, length, ty });
        self.at = at;
        Ok(dst)
    }

    /// An expression with a type name, or whose type is written in it.
    pub(crate) fn evaluate_types(&mut self, expr: ExprId) -> Lowered<()> {
        let parts = self.parts_of(Child::Expr(expr));
        if parts.is_empty() { Ok(()) } else { self.evaluate(&parts) }
    }

    /// The types of a declaration; `written` is what follows its `base`.
    pub(crate) fn declare_lengths(&mut self, written: TypeId, base: Option<TypeId>) -> Lowered<()> {
        let parts = self.parts(written, base);
        if parts.is_empty() {
            return Ok(());
        }
        let mark = self.registers.next;
        self.emit_step();
        let lengths: Vec<ExprId> = parts.iter().map(|part| part.expr()).collect();
        self.look_at_order_of(&lengths);
        self.evaluate(&parts)?;
        self.end_full();
        self.registers.next = mark;
        Ok(())
    }

    /// The lengths in the types of parameters are evaluated when the function
    /// is entered (6.9.1p10). That of the array that a pointer was written as
    /// is evaluated for its effects alone.
    pub(crate) fn param_lengths(&mut self, function: &Function) {
        for i in 0..function.params.len() {
            let param = self.p.decl_lists[function.params][i];
            let written = self.p.decls[param].written;
            let mut parts = self.param_parts(written);
            let (mark, attempt) = (self.registers.next, self.attempt());
            let mut result = Ok(());
            let mut promised = None;
            if let TypeKind::Adjusted { from, is_static, .. } = self.p.types.written(written) {
                if let TypeKind::Array { element, length } = self.p.types.written(from) {
                    if let ArrayLength::Variable(e) = length {
                        parts.retain(|part| part.expr() != e);
                        if !is_static {
                            result = self.effect(e);
                        }
                    }
                    promised = is_static.then_some((element, length));
                }
            }
            let mut result = result.and_then(|()| self.evaluate(&parts));
            if result.is_ok() {
                result = self.check_given(i as u16, param);
            }
            if let (Some((element, length)), Ok(())) = (promised, &result) {
                let at = self.at;
                result = self.check_elements(param, element, length);
                self.at = at;
            }
            if let Err(what) = result {
                self.give_up(attempt, what);
            }
            self.registers.next = mark;
        }
    }

    /// `[static n]`: the argument is the first of `n` elements or more.
    fn check_elements(
        &mut self,
        param: DeclId,
        element: TypeId,
        length: ArrayLength,
    ) -> Lowered<()> {
        self.at = Origin::Decl(param);
        let count = match length {
            ArrayLength::Fixed(n) => self.constant(n)?,
            ArrayLength::Variable(e) => self.new_length(e)?,
            _ => return Ok(()),
        };
        let size = self.sizeof(element)?;
        let pointer = match self.storage_of(param) {
            Some(Storage::Slot(reg)) => reg,
            Some(Storage::Local(local)) => {
                let dst = self.temp()?;
                self.emit(Op::Local { dst, local });
                self.load(Lvalue::Memory(InMemory::plain(dst)), self.p.decls[param].ty)?
            }
            None => return Ok(()),
        };
        self.emit(Op::StaticArray { pointer, count, size });
        Ok(())
    }

    /// The operand of `sizeof` or `typeof` whose type is of variable size is
    /// evaluated. An lvalue is not read: what would it be read for?
    fn evaluate_operand(&mut self, e: ExprId) -> Lowered<()> {
        let mut acts = false;
        self.descend(Child::Expr(e), |child| {
            acts |= match child {
                Child::Stmt(_) => true,
                Child::Init(_) => false,
                Child::Expr(e) => match self.p.exprs[e].kind {
                    ExprKind::Call(..)
                    | ExprKind::Assign(..)
                    | ExprKind::CompoundAssign(..)
                    | ExprKind::Step(..)
                    | ExprKind::VaArg(..) => true,
                    _ => !self.parts_of(child).is_empty(),
                },
            };
        });
        if acts { self.effect(e) } else { Ok(()) }
    }

    // ---- sizes ----

    /// `sizeof` with an expression or a type name.
    pub(crate) fn sizeof_operand(&mut self, expr: ExprId) -> Lowered<Reg> {
        match self.p.exprs[expr].kind {
            ExprKind::SizeofExpr(e) => {
                if self.p.types.has_variable_size(self.ty(e)) {
                    self.evaluate_operand(e)?;
                }
                self.sizeof(self.ty(e))
            }
            ExprKind::SizeofType(ty) => {
                if self.p.types.has_variable_size(ty) {
                    self.evaluate_types(expr)?;
                } else if self.parts(ty, None).iter().any(|part| self.acts(part.expr())) {
                    return Err("a length that need not be evaluated (6.7.6.2p5)");
                }
                self.sizeof(ty)
            }
            _ => Err("this sizeof"),
        }
    }

    fn acts(&self, e: ExprId) -> bool {
        let mut acts = false;
        self.descend(Child::Expr(e), |child| {
            acts |= match child {
                Child::Expr(e) => matches!(
                    self.p.exprs[e].kind,
                    ExprKind::Call(..)
                        | ExprKind::Assign(..)
                        | ExprKind::CompoundAssign(..)
                        | ExprKind::Step(..)
                        | ExprKind::VaArg(..)
                ),
                _ => true,
            };
        });
        acts
    }

    /// The size of a type, computed at run time if it is variable.
    pub(crate) fn sizeof(&mut self, ty: TypeId) -> Lowered<Reg> {
        if let Ok(size) = self.size_of(ty) {
            return self.constant(size);
        }
        let (count, element) = match self.p.types.kind(ty) {
            TypeKind::Array { element, length: ArrayLength::Variable(length) } => {
                (self.length(length)?, element)
            }
            TypeKind::Array { element, length: ArrayLength::Fixed(n) } => {
                (self.constant(n)?, element)
            }
            TypeKind::Record(r) if self.p.types.records[r].variable => {
                return Err("a struct of variable size");
            }
            _ => return Err("the size of this type"),
        };
        let size = self.sizeof(element)?;
        let dst = self.temp()?;
        self.emit(Op::VlaScale { dst, a: count, b: size });
        Ok(dst)
    }

    /// `offsetof` with a subscript that is no constant (GNU).
    pub(crate) fn offsetof(
        &mut self,
        record: TypeId,
        path: elenchus_lang::arena::List<Designator>,
    ) -> Lowered<Reg> {
        let size_type = self.length_type();
        let int = self.int_of(size_type)?;
        let mut ty = self.p.types.canonical(record);
        let mut total = self.constant(0)?;
        for i in 0..path.len() {
            let (index, of) = match self.p.designators[path][i] {
                Designator::Field(field) => {
                    let info = &self.p.types.fields[field];
                    let (offset, inner) = (info.offset(), info.ty);
                    if self.p.types.records[info.record].variable {
                        return Err("a struct of variable size");
                    }
                    ty = self.p.types.canonical(inner);
                    (self.constant(offset)?, None)
                }
                designator => {
                    let TypeKind::Array { element, .. } = self.p.types.kind(ty) else {
                        return Err("this offset");
                    };
                    ty = element;
                    let index = match designator {
                        Designator::Index(n) => self.constant(n)?,
                        Designator::Computed(e) => {
                            let index = self.value(e)?;
                            self.arithmetic(index, self.ty(e), size_type)?
                        }
                        _ => return Err("this offset"),
                    };
                    (index, Some(element))
                }
            };
            let bytes = match of {
                None => index,
                Some(element) => {
                    let size = self.sizeof(element)?;
                    self.arithmetic_op(BinaryOp::Mul, index, size_type, size, size_type, size_type)?
                }
            };
            let dst = self.temp()?;
            self.emit(Op::Int { op: BinaryOp::Add, ty: int, dst, a: total, b: bytes });
            total = dst;
        }
        Ok(total)
    }

    // ---- pointers ----

    /// The length of an array whose first element this pointer is to.
    pub(crate) fn bound(&mut self, pointer: ExprId) -> Lowered<Bound> {
        let ExprKind::Convert(Conversion::Decay, array) = self.p.exprs[pointer].kind else {
            return Ok(Bound::None);
        };
        if self.is_trailing(array) {
            return Ok(Bound::Fixed(Stride::OPEN));
        }
        match self.p.types.kind(self.ty(array)) {
            // GNU: an array of no elements is a flexible one.
            TypeKind::Array { length: ArrayLength::Fixed(0), .. } => Ok(Bound::Fixed(Stride::OPEN)),
            TypeKind::Array { length: ArrayLength::Fixed(n), .. } => Ok(Bound::Fixed(n)),
            // The bounds of a variable by itself are those of its object.
            TypeKind::Array { length: ArrayLength::Variable(e), .. } if self.is_inner(array) => {
                self.length(e).map(Bound::Variable)
            }
            _ => Ok(Bound::None),
        }
    }

    fn is_inner(&self, array: ExprId) -> bool {
        matches!(self.p.exprs[array].kind, ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _))
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn advance(
        &mut self,
        pointer: Reg,
        index: Reg,
        index_type: TypeId,
        element: TypeId,
        negative: bool,
        bound: Bound,
        accessed: bool,
    ) -> Lowered<Reg> {
        let fixed = self.size_of(element).ok();
        let size = match fixed {
            Some(_) => NO_REG,
            None => self.sizeof(element)?,
        };
        let (count, counted) = match bound {
            Bound::None => (None, NO_REG),
            Bound::Fixed(n) => (Some(n), NO_REG),
            Bound::Variable(reg) => (None, reg),
        };
        let stride = self.code.strides.len() as Index;
        let index_type = self.int_of(index_type)?;
        self.code.strides.push(Stride {
            index: index_type,
            size: fixed.unwrap_or(0),
            negative,
            count,
            inside: accessed,
            accessed,
            near: Near::of(index_type, negative, count),
        });
        let dst = self.temp()?;
        match size == NO_REG && counted == NO_REG {
            true => self.emit(Op::Advance { dst, pointer, index, stride }),
            false => self.emit(Op::AdvanceBy { dst, pointer, index, stride, size, count: counted }),
        };
        Ok(dst)
    }

    /// Pointers that are assigned, compared or chosen from are to compatible
    /// types: of arrays, also those lengths must agree that are only known
    /// when the program runs (6.7.6.2p6).
    pub(crate) fn check_lengths(&mut self, a: TypeId, b: TypeId) -> Lowered<()> {
        let (mut a, mut b) = (a, b);
        let modified = |l: &Self, ty| l.p.types.is_variably_modified(ty);
        while modified(self, a) || modified(self, b) {
            (a, b) = match (self.p.types.kind(a), self.p.types.kind(b)) {
                (TypeKind::Pointer(x), TypeKind::Pointer(y)) => (x, y),
                (
                    TypeKind::Array { element: x, length: m },
                    TypeKind::Array { element: y, length: n },
                ) => {
                    if m != n {
                        if let (Some(a), Some(b)) = (self.known_length(m)?, self.known_length(n)?) {
                            self.emit(Op::VlaSame { a, b });
                        }
                    }
                    (x, y)
                }
                _ => break,
            };
        }
        Ok(())
    }

    /// In a call of itself a function's lengths are not those of its type.
    pub(crate) fn converts_argument(&self) -> bool {
        match self.at {
            Origin::Expr(e) => self.scratch.function.arguments.contains(&e),
            _ => false,
        }
    }

    /// The lengths in a prototype are those of no declaration here.
    pub(super) fn known_length(&mut self, length: ArrayLength) -> Lowered<Option<Reg>> {
        match length {
            ArrayLength::Fixed(n) => self.constant(n).map(Some),
            ArrayLength::Variable(e) if self.kept.lengths.contains_key(&e) => {
                self.length(e).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `a - b` of pointers to this type.
    pub(crate) fn difference(&mut self, a: Reg, b: Reg, element: TypeId) -> Lowered<Reg> {
        let dst = self.temp()?;
        match self.size_of(element) {
            Ok(size) => {
                let size = self.size_index(size);
                self.emit(Op::Difference { dst, a, b, size });
            }
            Err(_) => {
                let size = self.sizeof(element)?;
                self.emit(Op::DifferenceBy { dst, a, b, size });
            }
        }
        Ok(dst)
    }

    // ---- lifetimes ----

    /// A jump back before the declaration of an array of variable length ends
    /// its life (6.2.4p7): at a label none lives that is declared later.
    pub(crate) fn end_later_arrays(&mut self) {
        for i in 0..self.code.locals.len() {
            let info = &self.code.locals[i];
            let (true, Some(decl)) = (info.variable, info.plan.decl) else { continue };
            let declared = self.scratch.function.declared.contains(&(i as u16));
            if !declared && self.is_in(self.p.decls[decl].scope) {
                self.emit(Op::EndLocal { local: i as u16 });
            }
        }
    }
}
