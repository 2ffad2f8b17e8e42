//! Expressions: code that leaves their value in a register.

use std::cell::Cell;

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::constant;
use elenchus_lang::target::IntType;
use elenchus_lang::tree::{
    Conversion, DeclKind, Expr, ExprId, ExprKind, Storage as Class, UnaryOp,
};
use elenchus_lang::types::{TypeId, TypeKind};
use elenchus_lang::walk::Child;

use super::place::{InMemory, Lvalue};
use super::{Lowered, Lowerer};
use crate::code::{Callee, Form, Index, Op, Origin, Reg, Site, StaticRef};
use crate::features::vla::Bound;
use crate::library;
use crate::rules::types::typed;

/// A binary operator whose left operand is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    expr: ExprId,
    op: BinaryOp,
    a: ExprId,
    b: ExprId,
    watched: bool,
}

impl Lowerer<'_> {
    pub(crate) fn value(&mut self, expr: ExprId) -> Lowered<Reg> {
        if let Some(value) = self.scratch.orders.plan.value_of(expr) {
            return Ok(value);
        }
        self.lower_part_orders(expr);
        let outer = self.at;
        self.at = Origin::Expr(expr);
        let result = self.value_of(expr);
        self.tell_value(expr, &result);
        self.at = outer;
        result
    }

    fn value_of(&mut self, expr: ExprId) -> Lowered<Reg> {
        let ty = self.ty(expr);
        match self.p.exprs[expr].kind {
            ExprKind::Int(bits, _) => {
                let ty = self.int_of(ty)?;
                self.int_constant(ty, arith::int::wrap(ty, i128::from(bits)))
            }
            ExprKind::Convert(Conversion::Lvalue, e) => self.read(e),
            ExprKind::Binary(op, a, b) => self.binary(expr, op, a, b),
            ExprKind::Convert(Conversion::Arithmetic, e) => {
                let number = match self.may_be_literal(e) {
                    true => self.literal(expr),
                    false => None,
                };
                if let Some(value) = number {
                    return self.constant(value);
                }
                let value = self.value(e)?;
                self.arithmetic(value, self.ty(e), ty)
            }
            _ => self.uncommon_value(expr),
        }
    }

    /// Apart from what most expressions are.
    #[inline(never)]
    fn uncommon_value(&mut self, expr: ExprId) -> Lowered<Reg> {
        let Expr { kind, ty, .. } = self.p.exprs[expr];
        match kind {
            ExprKind::Int(..) | ExprKind::Binary(..) => unreachable!("these are common"),
            ExprKind::Enumerator(decl) => {
                let DeclKind::Enumerator { value, .. } = self.p.decls[decl].kind else {
                    return Err("this enumerator");
                };
                let ty = self.int_of(ty)?;
                self.int_constant(ty, arith::int::wrap(ty, i128::from(value)))
            }
            ExprKind::Float(bits) => {
                let bits = self.p.floats[bits][0];
                self.wide(bits)
            }
            ExprKind::Convert(conversion, e) => self.conversion(conversion, e, ty),
            ExprKind::Cast(conversion, e, _) => {
                if let Some(value) = self.literal(expr) {
                    return self.constant(value);
                }
                self.evaluate_types(expr)?;
                if conversion == Conversion::Void {
                    self.effect(e)?;
                    return self.constant(0);
                }
                let value = self.value(e)?;
                self.convert(conversion, value, self.ty(e), ty)
            }
            ExprKind::Unary(op, e) => match self.literal(expr) {
                Some(value) => self.constant(value),
                None => self.unary(op, e, ty),
            },
            ExprKind::LogAnd(a, b) => self.logical(a, b, false),
            ExprKind::LogOr(a, b) => self.logical(a, b, true),
            ExprKind::Comma(a, b) => {
                self.sequenced(a, |l| l.effect(a))?;
                self.value(b)
            }
            ExprKind::Assign(target, value) => self.assign(target, value),
            ExprKind::CompoundAssign(op, target, value, computed) => {
                self.compound_assign(op, target, value, computed)
            }
            ExprKind::Step(op, target) => self.step(expr, op, target),
            ExprKind::Conditional(c, a, b) => self.conditional(c, a, b, ty),
            ExprKind::Elvis(c, b) => self.elvis(c, b, ty),
            ExprKind::Call(callee, args) => {
                let value = self.call(expr, callee, args, ty)?;
                // There is nothing to use of a void expression (6.3.2.2).
                if !self.p.types.is_void(ty) {
                    self.emit(Op::Used { value });
                }
                Ok(value)
            }
            ExprKind::StmtExpr(body) => self.stmt_expr(body, true),
            ExprKind::SizeofExpr(_) | ExprKind::SizeofType(_) => self.sizeof_operand(expr),
            ExprKind::Generic(_, list) => {
                let chosen = self.p.associations[list].iter().find(|a| a.chosen);
                let chosen = chosen.ok_or("a _Generic without choice")?.expr;
                self.value(chosen)
            }
            ExprKind::Choose { chosen, .. } => self.value(chosen),
            ExprKind::VaArg(list, written) => {
                self.evaluate_types(expr)?;
                let handed = self.is_handed(list);
                let list = self.va_list(list)?;
                let dst = self.temp()?;
                let ty = self.p.types.canonical(written);
                self.emit(Op::VaArg { dst, list, ty, handed });
                Ok(dst)
            }
            ExprKind::LabelAddress(label) => {
                let dst = self.temp()?;
                self.emit(Op::LabelAddress { dst, label });
                Ok(dst)
            }
            ExprKind::AlignofExpr(..)
            | ExprKind::AlignofType(..)
            | ExprKind::Offsetof(..)
            | ExprKind::TypesCompatible(..) => match (constant::as_int(self.p, expr), kind) {
                (Some(value), _) => {
                    let ty = self.int_of(ty)?;
                    self.int_constant(ty, value)
                }
                (None, ExprKind::Offsetof(record, path)) => self.offsetof(record, path),
                _ => Err("this constant"),
            },
            ExprKind::Name(_)
            | ExprKind::String(_)
            | ExprKind::FunctionName(..)
            | ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::CompoundLiteral(..) => {
                // An aggregate, whose value is where it lies; or a member of a
                // struct that is a value itself, and so no lvalue.
                let place = self.place(expr)?;
                self.load(place, ty)
            }
            ExprKind::CastToUnion(e, field, _) => self.cast_to_union(e, field, ty),
            ExprKind::Imaginary(e) => self.imaginary(e, ty),
            ExprKind::Decimal(_) => Err("decimal floating point"),
            ExprKind::ConvertVector(e, _) => self.vector_convert(e, ty),
            ExprKind::Shuffle(name, args) => {
                let args = &self.p.expr_lists[args];
                self.vector_shuffle(self.p.name(name), args, ty)
            }
            ExprKind::Verbatim(_) => Err("__builtin_has_attribute"),
            ExprKind::Error => Err("an erroneous expression"),
        }
    }

    pub(crate) fn temporary(&mut self, ty: TypeId) -> Lowered<Reg> {
        let access = self.access(ty, true)?;
        let dst = self.temp()?;
        self.emit(Op::Temporary { dst, access });
        self.registers.has_temporaries = true;
        Ok(dst)
    }

    fn conversion(&mut self, conversion: Conversion, e: ExprId, ty: TypeId) -> Lowered<Reg> {
        match conversion {
            Conversion::Lvalue => self.read(e),
            Conversion::Decay => self.address(e),
            Conversion::Function => self.function_pointer(e),
            Conversion::Void => {
                self.effect(e)?;
                self.constant(0)
            }
            _ => {
                let value = self.value(e)?;
                if conversion == Conversion::Pointer && !self.converts_argument() {
                    self.check_lengths(self.ty(e), ty)?;
                }
                self.convert(conversion, value, self.ty(e), ty)
            }
        }
    }

    /// The value that an lvalue has.
    fn read(&mut self, e: ExprId) -> Lowered<Reg> {
        if let Some(value) = self.load_known(e)? {
            return Ok(value);
        }
        let place = self.place(e)?;
        let value = self.load(place, self.ty(e))?;
        self.fuse_load();
        Ok(value)
    }

    fn function_pointer(&mut self, e: ExprId) -> Lowered<Reg> {
        match self.p.exprs[e].kind {
            ExprKind::Name(decl) => match self.nested_address(decl)? {
                Some(address) => Ok(address),
                None => self.static_ref(StaticRef::Decl(self.p.decls[decl].entity)),
            },
            ExprKind::Unary(UnaryOp::Deref, pointer) => self.value(pointer),
            ExprKind::Generic(_, list) => {
                let chosen = self.p.associations[list].iter().find(|a| a.chosen);
                self.function_pointer(chosen.ok_or("a _Generic without choice")?.expr)
            }
            ExprKind::Choose { chosen, .. } => self.function_pointer(chosen),
            _ => Err("this function designator"),
        }
    }

    fn unary(&mut self, op: UnaryOp, e: ExprId, ty: TypeId) -> Lowered<Reg> {
        match op {
            UnaryOp::AddressOf => self.address_of(e),
            UnaryOp::Deref => self.value(e),
            UnaryOp::Real | UnaryOp::Imag => self.complex_part(op, e),
            UnaryOp::Not => {
                let a = self.value(e)?;
                let (a, scalar) = self.tested(a, self.ty(e))?;
                let dst = self.temp()?;
                self.emit(Op::IsZero { dst, a, scalar });
                Ok(dst)
            }
            UnaryOp::Plus => self.value(e),
            UnaryOp::Neg | UnaryOp::BitNot if self.complex_element(ty).is_some() => {
                self.complex_unary(op, e, ty)
            }
            UnaryOp::Neg | UnaryOp::BitNot if self.is_vector(ty) => self.vector_unary(op, e, ty),
            UnaryOp::Neg | UnaryOp::BitNot => {
                self.check_wide_bit_field(e);
                let a = self.value(e)?;
                let dst = self.temp()?;
                match (op, self.form(ty)?) {
                    (UnaryOp::Neg, Form::Int(ty)) => {
                        self.emit(Op::IntUnary { op: arith::UnaryOp::Neg, ty, dst, a })
                    }
                    (_, Form::Int(ty)) => {
                        self.emit(Op::IntUnary { op: arith::UnaryOp::BitNot, ty, dst, a })
                    }
                    (UnaryOp::Neg, Form::Float(format)) => {
                        self.emit(Op::FloatNeg { format, dst, a })
                    }
                    _ => return Err("this operator"),
                };
                Ok(dst)
            }
        }
    }

    fn address_of(&mut self, e: ExprId) -> Lowered<Reg> {
        match self.p.exprs[e].kind {
            ExprKind::Index(a, i) => self.element(e, a, i, false).map(|spot| spot.pointer),
            ExprKind::Unary(UnaryOp::Deref, pointer) => self.value(pointer),
            _ if self.p.types.is_function(self.ty(e)) => self.function_pointer(e),
            _ => self.address(e),
        }
    }

    // ---- operators ----

    /// Left-leaning chains are walked, not recursed into.
    fn binary(&mut self, expr: ExprId, op: BinaryOp, a: ExprId, b: ExprId) -> Lowered<Reg> {
        if self.goes_back(&[a, b]) {
            let watched = self.watch(&[a, b]);
            let right = self.value(b)?;
            self.next_operand(watched);
            let left = self.value(a)?;
            self.at = Origin::Expr(expr);
            if watched {
                self.emit(Op::Settle { sequenced: false });
                self.close_watch(false);
            }
            let ty = self.ty(expr);
            return self.operate(op, left, (a, self.ty(a)), right, (b, self.ty(b)), ty);
        }
        let bottom = self.scratch.lists.spine.len();
        let value = self.along_spine(bottom, expr);
        self.scratch.lists.spine.truncate(bottom);
        value
    }

    /// `a + b - c …`: operators that are left operands of each other lie on the
    /// spine, from some place on.
    fn along_spine(&mut self, bottom: usize, expr: ExprId) -> Lowered<Reg> {
        let mut left = expr;
        while let ExprKind::Binary(op, a, b) = self.p.exprs[left].kind {
            if left != expr && self.goes_back(&[a, b]) {
                break;
            }
            let watched = self.watch(&[a, b]);
            self.scratch.lists.spine.push(Link { expr: left, op, a, b, watched });
            left = a;
        }
        let mut value = self.value(left)?;
        while self.scratch.lists.spine.len() > bottom {
            let Some(link) = self.scratch.lists.spine.pop() else { break };
            let Link { expr, op, a, b, watched } = link;
            if !watched {
                self.at = Origin::Expr(expr);
                if let Some(result) = self.with_literal(op, value, a, b)? {
                    value = result;
                    continue;
                }
            }
            self.next_operand(watched);
            let right = self.value(b)?;
            self.at = Origin::Expr(expr);
            if watched {
                self.emit(Op::Settle { sequenced: false });
                self.close_watch(false);
            }
            let ty = self.ty(expr);
            value = self.operate(op, value, (a, self.ty(a)), right, (b, self.ty(b)), ty)?;
        }
        Ok(value)
    }

    fn operate(
        &mut self,
        op: BinaryOp,
        a: Reg,
        left: (ExprId, TypeId),
        b: Reg,
        right: (ExprId, TypeId),
        ty: TypeId,
    ) -> Lowered<Reg> {
        let (ta, tb) = (left.1, right.1);
        if !op.is_comparison() {
            self.check_wide_bit_field(left.0);
            self.check_wide_bit_field(right.0);
        }
        if let (Ok(Form::Int(int)), Ok(Form::Int(_)), false) =
            (self.form(ta), self.form(tb), op.is_shift())
        {
            // As most are.
            let dst = self.temp()?;
            self.emit(Op::Int { op, ty: int, dst, a, b });
            return Ok(dst);
        }
        match (self.p.types.kind(ta), self.p.types.kind(tb)) {
            (TypeKind::Pointer(x), TypeKind::Pointer(_)) => {
                self.check_lengths(ta, tb)?;
                if op == BinaryOp::Sub {
                    return self.difference(a, b, x);
                }
                let dst = self.temp()?;
                self.emit(Op::ComparePointers { op, dst, a, b });
                Ok(dst)
            }
            (TypeKind::Pointer(to), _) => {
                let count = self.bound(left.0)?;
                self.advance(a, b, tb, to, op == BinaryOp::Sub, count, false)
            }
            (_, TypeKind::Pointer(to)) => {
                let count = self.bound(right.0)?;
                self.advance(b, a, ta, to, false, count, false)
            }
            _ => self.arithmetic_op(op, a, ta, b, tb, ty),
        }
    }

    pub(crate) fn arithmetic_op(
        &mut self,
        op: BinaryOp,
        a: Reg,
        ta: TypeId,
        b: Reg,
        tb: TypeId,
        result: TypeId,
    ) -> Lowered<Reg> {
        let in_memory = |ty| matches!(self.form(ty), Ok(Form::Aggregate));
        if in_memory(ta) || in_memory(tb) {
            if self.complex_element(ta).or(self.complex_element(tb)).is_some() {
                return self.complex_binary(op, (a, ta), (b, tb), result);
            }
            if self.is_vector(ta) {
                return self.vector_binary(op, (a, ta), (b, tb), result);
            }
        }
        let form = self.form(ta)?;
        let dst = self.temp()?;
        match form {
            Form::Float(format) => self.emit(Op::Float { op, format, dst, a, b }),
            _ => {
                let ty = self.int_of(ta)?;
                match op {
                    BinaryOp::Shl | BinaryOp::Shr => {
                        let count = self.int_of(tb)?;
                        self.emit(Op::Shift { op, ty, count, dst, a, b })
                    }
                    _ => self.emit(Op::Int { op, ty, dst, a, b }),
                }
            }
        };
        Ok(dst)
    }

    // ---- assignment ----

    fn assign(&mut self, target: ExprId, value: ExprId) -> Lowered<Reg> {
        let at = self.at;
        let watched = self.watch_assignment(target, Some(value), false);
        let ty = self.ty(target);
        let (place, src) = match self.goes_back(&[target, value]) {
            true => {
                let src = self.value_for(self.bit_field(target), value)?;
                self.next_operand(watched);
                (self.place_of_value(target)?, src)
            }
            false => {
                let place = self.place_of_value(target)?;
                self.next_operand(watched);
                (place, self.assigned(place, ty, value)?)
            }
        };
        if watched {
            self.at = at;
            self.emit(Op::Settle { sequenced: false });
        }
        self.at = Origin::Expr(target);
        self.made_by(at, |l| l.store(place, src, ty, false))?;
        if watched {
            self.at = at;
            self.emit(Op::MeetAll);
            self.close_watch(false);
        }
        match place {
            // A struct's value is where it lies now.
            Lvalue::Memory(spot) if self.form(ty)? == Form::Aggregate => Ok(spot.pointer),
            _ => self.assigned_value(place, src),
        }
    }

    /// The value to be assigned. If it is read from a member of a union, it
    /// may overlap the target (6.5.16.1p3). What a cast or another operator gives is a
    /// value of its own; the conversion that is part of the assignment is none.
    fn assigned(&mut self, target: Lvalue, ty: TypeId, value: ExprId) -> Lowered<Reg> {
        let Lvalue::Memory(to) = target else { return self.value(value) };
        let field = to.field;
        let mut source = value;
        while let ExprKind::Convert(conversion, e) = self.p.exprs[source].kind {
            let reads = conversion == Conversion::Lvalue;
            let same = matches!(conversion, Conversion::Arithmetic | Conversion::Same);
            if !reads && !same {
                return self.value_for(field, value);
            }
            source = e;
            if reads {
                break;
            }
        }
        let plain = !to.through_union || !self.is_in_union(source) || self.watching > 0;
        if plain || !self.is_repeatable(source) {
            return self.value_for(field, value);
        }
        let Lvalue::Memory(from) = self.place(source)? else { return self.value_for(field, value) };
        let access = self.access_at(ty, &to, false)?;
        let read = self.access_at(self.ty(source), &from, false)?;
        self.emit(Op::Overlap { to: to.pointer, from: from.pointer, access, source: read });
        self.value_for(field, value)
    }

    /// Whether an lvalue names a union on its way.
    fn is_in_union(&self, lvalue: ExprId) -> bool {
        let mut e = lvalue;
        loop {
            e = match self.p.exprs[e].kind {
                ExprKind::Member(base, field, _) => {
                    let record = self.p.types.fields[field].record;
                    if self.p.types.records[record].is_union {
                        return true;
                    }
                    base
                }
                ExprKind::Index(array, _) | ExprKind::Convert(Conversion::Decay, array) => array,
                _ => return false,
            }
        }
    }

    /// Whether evaluating an lvalue twice is as good as once.
    fn is_repeatable(&self, lvalue: ExprId) -> bool {
        let mut repeatable = true;
        self.descend(Child::Expr(lvalue), |node| {
            let Child::Expr(e) = node else { return };
            repeatable &= match self.p.exprs[e].kind {
                ExprKind::Call(..)
                | ExprKind::Assign(..)
                | ExprKind::CompoundAssign(..)
                | ExprKind::Step(..)
                | ExprKind::StmtExpr(_)
                | ExprKind::VaArg(..) => false,
                ExprKind::Convert(Conversion::Lvalue, read) => !self.ty(read).is_volatile(),
                _ => true,
            };
        });
        repeatable
    }

    /// What an assignment yields: for a bit-field, what fits in it.
    pub(super) fn assigned_value(&mut self, place: Lvalue, src: Reg) -> Lowered<Reg> {
        let Lvalue::Memory(InMemory { field: Some(field), .. }) = place else { return Ok(src) };
        let info = &self.p.types.fields[field];
        let from = self.int_of(info.ty)?;
        let to = IntType { bits: info.width.unwrap_or(from.bits), signed: from.signed };
        let dst = self.temp()?;
        self.emit(Op::IntToInt { dst, a: src, from, to });
        Ok(dst)
    }

    fn compound_assign(
        &mut self,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        computed: TypeId,
    ) -> Lowered<Reg> {
        let at = self.at;
        let watched = self.watch_assignment(target, Some(value), true);
        let place = self.place_of_value(target)?;
        let ty = self.ty(target);
        if let (false, false, Some((int, b))) =
            (watched, self.p.types.is_pointer(ty), self.literal_operand(op, computed, value))
        {
            self.at = at;
            let old = self.load(place, ty)?;
            let a = self.arithmetic(old, ty, computed)?;
            let dst = self.temp()?;
            self.emit(Op::IntWith { op, ty: int, dst, a, b });
            let result = self.arithmetic(dst, computed, ty)?;
            self.store(place, result, ty, false)?;
            return self.assigned_value(place, result);
        }
        self.next_operand(watched);
        let right = self.value(value)?;
        self.at = at;
        if watched {
            self.emit(Op::Settle { sequenced: false });
        }
        let old = self.load(place, ty)?;
        if watched {
            self.emit(Op::MeetLast);
        }
        let result = match self.p.types.kind(ty) {
            TypeKind::Pointer(to) => {
                let negative = op == BinaryOp::Sub;
                self.advance(old, right, self.ty(value), to, negative, Bound::None, false)?
            }
            _ => {
                let left = self.arithmetic(old, ty, computed)?;
                let other = self.ty(value);
                // A real operand of a complex operation stays real.
                let whole = if self.complex_element(other).is_some() { other } else { computed };
                let result = self.arithmetic_op(op, left, computed, right, other, whole)?;
                match place {
                    Lvalue::Memory(InMemory { field: Some(field), .. }) => {
                        self.fit_bit_field(result, whole, field)?
                    }
                    _ => self.arithmetic(result, whole, ty)?,
                }
            }
        };
        self.store(place, result, ty, false)?;
        if watched {
            self.emit(Op::MeetAll);
            self.close_watch(false);
        }
        self.assigned_value(place, result)
    }

    // ---- calls ----

    pub(super) fn call(
        &mut self,
        expr: ExprId,
        callee: ExprId,
        args: elenchus_lang::arena::List<ExprId>,
        ty: TypeId,
    ) -> Lowered<Reg> {
        let args = &self.p.expr_lists[args];
        let direct = match self.p.exprs[callee].kind {
            ExprKind::Convert(Conversion::Function, name) => match self.p.exprs[name].kind {
                ExprKind::Name(decl) => Some(decl),
                _ => None,
            },
            _ => None,
        };
        if let Some(decl) = direct {
            if let Some(value) = self.jump(expr, decl, args)? {
                return Ok(value);
            }
            if let Some(value) = self.complex_function(decl, args, ty)? {
                return Ok(value);
            }
            if let Some(value) = self.builtin(expr, decl, args)? {
                return Ok(value);
            }
        }
        let at = self.at;
        // What a library function is given says more of what is wrong.
        let named = direct.map(|decl| &self.p.decls[decl]);
        let reach = named
            .filter(|decl| !decl.storage.has(Class::STATIC))
            .and_then(|decl| library::reach(self.p.name(decl.name)));
        let inner = match reach {
            Some(reach) => self.inner_arguments(reach, args),
            None => Box::default(),
        };
        let settle = self.watch_call(callee, args);
        // A sequence point comes before the call (6.5.2.2p10).
        let has_side_effects = |&e: &ExprId| self.effects_of(e).has_side_effects();
        let over =
            self.watching > 0 && (has_side_effects(&callee) || args.iter().any(has_side_effects));
        let watched = settle || over;
        if over && !settle {
            self.open_watch();
        }
        let callee_reg = match direct {
            Some(decl) => Callee::Direct(self.p.decls[decl].entity),
            None => Callee::Pointer(self.value(callee)?),
        };
        let function = self.p.types.pointee(self.ty(callee)).ok_or("this callee")?;
        // Calls in the arguments have theirs behind these.
        let first = self.code.args.len();
        self.code.args.resize(first + args.len(), (0, TypeId::VOID));
        let mut lengths = Vec::new();
        let back = self.goes_back(args);
        for i in 0..args.len() {
            let position = if back { args.len() - 1 - i } else { i };
            let arg = args[position];
            self.next_operand(watched);
            let lengthy = self.p.types.is_variably_modified(self.ty(arg));
            if lengthy {
                self.scratch.function.arguments.insert(arg);
            }
            let value = match reach.is_some() {
                true => self.followed(arg)?,
                false => self.value(arg)?,
            };
            if lengthy {
                self.argument_lengths(position as u16, arg, &mut lengths)?;
            }
            self.code.args[first + position] = (value, self.ty(arg));
        }
        self.at = at;
        if settle {
            self.emit(Op::Settle { sequenced: false });
        }
        if watched {
            self.close_watch(true);
        }
        let dst = match typed::is_composite(&self.p.types, ty) {
            true => self.temporary(ty)?,
            false => self.temp()?,
        };
        let site = self.code.sites.len() as Index;
        self.code.sites.push(Site {
            dst,
            code: Cell::new(None),
            callee: callee_reg,
            args: first..first + args.len(),
            inner,
            ty: function,
            lengths,
        });
        self.emit(Op::Call { site });
        Ok(dst)
    }
}
