//! Expressions: what they do to the state, and what they give.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::constant;
use elenchus_lang::tree::{
    Conversion, Designator, ExprId, ExprKind, LiteralStorage, MemberStyle, UnaryOp,
};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind};

use super::effects::{self, Effects};
use super::place::{Base, Leaf, Step};
use super::problem::Kind;
use super::sets::{Atom, SetId};
use super::state::State;
use super::{Analysis, Done, Stop, Value};

/// One of several operands whose order is open.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Value(ExprId),
    Place(ExprId),
}

const DATA: Value = Value::Scalar(SetId::DATA);

impl Analysis<'_> {
    pub(super) fn value(&mut self, e: ExprId) -> Done<Value> {
        if self.now.is_none() {
            return Ok(self.filled(self.p.exprs[e].ty, SetId::NONE));
        }
        self.within(|a| a.value_of(e))
    }

    fn value_of(&mut self, e: ExprId) -> Done<Value> {
        use ExprKind::*;
        let ty = self.p.exprs[e].ty;
        Ok(match self.p.exprs[e].kind {
            Int(..) | Float(_) | Imaginary(_) | Decimal(_) | Enumerator(_) | AlignofExpr(..)
            | SizeofType(_) | AlignofType(..) | TypesCompatible(..) | Verbatim(_) => DATA,
            Error | CastToUnion(..) => return Err(Stop::Unsupported("casts to a union")),
            LabelAddress(_) => Value::Scalar(SetId::LABEL),
            SizeofExpr(of) => {
                if self.p.types.has_variable_size(self.p.exprs[of].ty) {
                    self.value(of)?;
                }
                DATA
            }
            Offsetof(_, way) => {
                for &designator in &self.p.designators[way] {
                    if let Designator::Computed(e) = designator {
                        self.value(e)?;
                    }
                }
                DATA
            }
            Unary(UnaryOp::AddressOf, of) => {
                let places = self.place(of)?;
                Value::Scalar(self.address(places))
            }
            Unary(UnaryOp::Not, of) => {
                self.value(of)?;
                DATA
            }
            Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::BitNot, of) | ConvertVector(of, _) => {
                self.value(of)?;
                DATA
            }
            Unary(UnaryOp::Real | UnaryOp::Imag, of) if !self.is_lvalue(of) => {
                self.value(of)?;
                DATA
            }
            Binary(op, a, b) => self.binary(op, a, b)?,
            LogAnd(..) | LogOr(..) => {
                let (yes, no) = self.condition(e)?;
                self.now = self.join_states(yes, no);
                DATA
            }
            Comma(a, b) => {
                self.value(a)?;
                self.effects.complete();
                self.value(b)?
            }
            Conditional(c, a, b) => self.conditional(c, a, b)?,
            Elvis(a, b) => {
                let first = self.value(a)?;
                self.effects.complete();
                let skipped = self.now.clone();
                let second = self.value(b)?;
                self.now = self.join_states(skipped, self.now.clone());
                self.join_values(first, second)
            }
            Assign(to, from) => self.assign(e, to, from)?,
            CompoundAssign(op, to, from, _) => self.compound(op, to, from)?,
            Step(_, of) => {
                let places = self.place(of)?;
                let old = self.read(places, self.p.exprs[of].ty, of);
                let new = self.moved(old, ty);
                self.own_write(e, places, &new);
                new
            }
            Convert(how, of) | Cast(how, of, _) => self.conversion(how, of, ty)?,
            Call(callee, args) => self.call(e, callee, &self.p.expr_lists[args])?,
            StmtExpr(stmt) => self.statement_expression(stmt)?,
            Generic(_, list) => {
                let chosen = self.p.associations[list].iter().find(|one| one.chosen);
                match chosen.map(|one| one.expr) {
                    Some(chosen) => self.value(chosen)?,
                    None => DATA,
                }
            }
            Choose { chosen, .. } => self.value(chosen)?,
            VaArg(list, _) => {
                let places = match self.is_lvalue(list) {
                    true => self.place(list)?,
                    false => self.value(list)?.set(),
                };
                self.effects.reads = self.join(self.effects.reads, places);
                self.effects.writes = self.join(self.effects.writes, places);
                self.effects.pending = self.join(self.effects.pending, places);
                self.unknown(ty)
            }
            Shuffle(_, args) => {
                let args = self.p.expr_lists[args].to_vec();
                self.operands(e, &args.into_iter().map(Operand::Value).collect::<Vec<_>>())?;
                DATA
            }
            CompoundLiteral(..) if !self.p.types.is_array(ty) => {
                let places = self.place(e)?;
                self.read(places, ty, e)
            }
            Member(of, field, MemberStyle::Dot | MemberStyle::ImplicitDot)
                if !self.is_lvalue(of) =>
            {
                let whole = self.temporary(of)?;
                let place = self.places_of(whole, super::place::Step::Field(field));
                self.read(place, ty, e)
            }
            // An lvalue that nobody reads.
            Name(_)
            | String(_)
            | FunctionName(..)
            | CompoundLiteral(..)
            | Index(..)
            | Member(..)
            | Unary(UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag, _) => {
                let places = self.place(e)?;
                match self.p.types.is_function(ty) {
                    true => Value::Scalar(places),
                    false => self.unknown(ty),
                }
            }
        })
    }

    fn is_lvalue(&self, e: ExprId) -> bool {
        use ExprKind::*;
        match self.p.exprs[e].kind {
            Name(_)
            | String(_)
            | FunctionName(..)
            | CompoundLiteral(..)
            | Index(..)
            | Unary(UnaryOp::Deref, _) => true,
            Member(_, _, MemberStyle::Arrow | MemberStyle::ImplicitArrow) => true,
            Member(of, ..) | Unary(UnaryOp::Real | UnaryOp::Imag, of) => self.is_lvalue(of),
            Choose { chosen, .. } => self.is_lvalue(chosen),
            Generic(_, list) => {
                let chosen = self.p.associations[list].iter().find(|one| one.chosen);
                chosen.is_some_and(|one| self.is_lvalue(one.expr))
            }
            _ => false,
        }
    }

    /// The places that an lvalue may mean. What has none gets one for its value.
    pub(super) fn place(&mut self, e: ExprId) -> Done<SetId> {
        if self.now.is_none() {
            return Ok(SetId::NONE);
        }
        self.within(|a| a.place_of(e))
    }

    fn place_of(&mut self, e: ExprId) -> Done<SetId> {
        use ExprKind::{
            Choose, CompoundLiteral, FunctionName, Generic, Index, Member, Name, String, Unary,
        };
        let ty = self.p.exprs[e].ty;
        match self.p.exprs[e].kind {
            Name(decl) => {
                let place = self.variable(decl);
                Ok(self.place_set(place))
            }
            String(text) | FunctionName(_, text) => {
                let place = self.facts.places.root(Base::Text(text), Some(ty));
                Ok(self.place_set(place))
            }
            CompoundLiteral(init, ..) => {
                let place = self.facts.places.root(Base::Made(e), Some(ty));
                self.initialise(place, init, true)?;
                Ok(self.place_set(place))
            }
            Unary(UnaryOp::Deref, pointer) => {
                let pointer = self.value(pointer)?.set();
                Ok(self.follow(pointer, ty, e))
            }
            Index(a, b) => self.element(e, a, b),
            Member(of, field, style) => {
                let whole = match style {
                    MemberStyle::Dot | MemberStyle::ImplicitDot if self.is_lvalue(of) => {
                        self.place(of)?
                    }
                    MemberStyle::Dot | MemberStyle::ImplicitDot => self.temporary(of)?,
                    MemberStyle::Arrow | MemberStyle::ImplicitArrow => {
                        let pointer = self.value(of)?.set();
                        let to = self.p.types.pointee(self.p.exprs[of].ty);
                        self.follow(pointer, to.unwrap_or(TypeId::VOID), e)
                    }
                };
                Ok(self.places_of(whole, Step::Field(field)))
            }
            Unary(UnaryOp::Real | UnaryOp::Imag, of) if self.is_lvalue(of) => self.place(of),
            Choose { chosen, .. } if self.is_lvalue(chosen) => self.place(chosen),
            Generic(_, list) if self.is_lvalue(e) => {
                let chosen = self.p.associations[list].iter().find(|one| one.chosen);
                self.place(chosen.map_or(e, |one| one.expr))
            }
            _ => self.temporary(e),
        }
    }

    /// An object for a value that has none.
    fn temporary(&mut self, e: ExprId) -> Done<SetId> {
        let value = self.value(e)?;
        let place = self.facts.places.root(Base::Made(e), Some(self.p.exprs[e].ty));
        self.store(place, &value, true);
        Ok(self.place_set(place))
    }

    /// A pointer to a place. An object without a name may have ended when it is used.
    fn address(&mut self, places: SetId) -> SetId {
        let is_short = |atom: &Atom| match *atom {
            Atom::Place(place) => match self.facts.places[place].base {
                Base::Made(e) => match self.p.exprs[e].kind {
                    ExprKind::Call(..) => !self.p.types.is_pointer(self.p.exprs[e].ty),
                    ExprKind::CompoundLiteral(_, _, LiteralStorage::Static) => false,
                    _ => true,
                },
                _ => false,
            },
            _ => false,
        };
        match self.facts.sets.atoms(places).iter().any(is_short) {
            true => self.join(places, SetId::GARBAGE),
            false => places,
        }
    }

    /// The same part of each of the places.
    fn places_of(&mut self, wholes: SetId, step: Step) -> SetId {
        let mut parts = Vec::new();
        for atom in self.facts.sets.atoms(wholes).to_vec() {
            parts.push(match atom {
                Atom::Place(whole) if !self.facts.places.is_bytes(whole) => {
                    Atom::Place(self.part(whole, step))
                }
                other => other,
            });
        }
        self.facts.sets.of(parts)
    }

    fn element(&mut self, e: ExprId, a: ExprId, b: ExprId) -> Done<SetId> {
        let ty = self.p.exprs[e].ty;
        let types = &self.p.types;
        let (ta, tb) = (self.p.exprs[a].ty, self.p.exprs[b].ty);
        let pointer = [(a, ta), (b, tb)].into_iter().find(|(_, ty)| types.is_pointer(*ty));
        let Some((pointer, pointer_ty)) = pointer else {
            // A vector.
            let values = self.operands(e, &[Operand::Place(a), Operand::Value(b)])?;
            return Ok(values[0].set());
        };
        let values = self.operands(e, &[Operand::Value(a), Operand::Value(b)])?;
        let base = values[usize::from(pointer != a)].clone();
        let moved = match self.is_zero(if pointer == a { b } else { a }) {
            true => base.set(),
            false => self.moved(base, pointer_ty).set(),
        };
        Ok(self.follow(moved, ty, e))
    }

    fn is_zero(&self, e: ExprId) -> bool {
        matches!(self.p.exprs[e].kind, ExprKind::Int(0, _))
    }

    /// A pointer after an addition.
    fn moved(&mut self, pointer: Value, ty: TypeId) -> Value {
        let (Some(to), Value::Scalar(set)) = (self.p.types.pointee(ty), &pointer) else {
            return DATA;
        };
        let mut atoms = Vec::new();
        for atom in self.facts.sets.atoms(*set).to_vec() {
            atoms.push(match atom {
                // A character pointer goes through all bytes of an object, unless it is
                // in an array of characters.
                Atom::Place(place) if self.is_character(to) || self.p.types.is_void(to) => {
                    let fit = self.fit(place, to);
                    Atom::Place(match self.facts.places[place].parent {
                        Some((_, Step::Element)) if fit == place => place,
                        _ => self.facts.places.bytes(self.p, place),
                    })
                }
                Atom::Place(place) => Atom::Place(self.fit(place, to)),
                other => other,
            });
        }
        Value::Scalar(self.facts.sets.of(atoms))
    }

    /// Operands in any order: conflicts are noted. If one calls a function, that may see
    /// what others have done or have not.
    pub(super) fn operands(&mut self, at: ExprId, operands: &[Operand]) -> Done<Vec<Value>> {
        let outer = std::mem::take(&mut self.effects);
        let start = self.now.clone();
        let (mut values, mut all) = self.operands_in_order(operands)?;
        let busy = all.iter().filter(|e| e.writes != SetId::NONE || e.calls).count();
        let calls = operands.len() > 1 && busy > 1;
        if calls {
            self.now = self.join_states(start, self.now.clone());
            (values, all) = self.operands_in_order(operands)?;
        }
        let mut together = Effects::default();
        for effects in all {
            let facts = &self.facts;
            if together.conflict(self.p, &facts.places, &facts.sets, &effects) {
                self.problem(Kind::Order, at);
            } else if together.volatile && effects.volatile {
                self.problem(Kind::Volatile, at);
            }
            together.add(&mut self.facts.sets, effects);
        }
        self.effects = outer;
        self.effects.add(&mut self.facts.sets, together);
        Ok(values)
    }

    fn operands_in_order(&mut self, operands: &[Operand]) -> Done<(Vec<Value>, Vec<Effects>)> {
        let (mut values, mut all) = (Vec::new(), Vec::new());
        for &operand in operands {
            self.effects = Effects::default();
            values.push(match operand {
                Operand::Value(e) => self.value(e)?,
                Operand::Place(e) => Value::Scalar(self.place(e)?),
            });
            all.push(std::mem::take(&mut self.effects));
        }
        Ok((values, all))
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Done<Value> {
        let values = self.operands(a, &[Operand::Value(a), Operand::Value(b)])?;
        let types = &self.p.types;
        let (ta, tb) = (self.p.exprs[a].ty, self.p.exprs[b].ty);
        Ok(match (op, types.is_pointer(ta), types.is_pointer(tb)) {
            (BinaryOp::Add | BinaryOp::Sub, true, false) => self.moved(values[0].clone(), ta),
            (BinaryOp::Add, false, true) => self.moved(values[1].clone(), tb),
            _ => DATA,
        })
    }

    fn conditional(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Done<Value> {
        let (yes, no) = self.condition(c)?;
        self.now = yes;
        let first = self.value(a)?;
        let after = self.now.take();
        let effects = std::mem::take(&mut self.effects);
        self.now = no;
        let second = self.value(b)?;
        self.effects.add(&mut self.facts.sets, effects);
        self.now = self.join_states(after, self.now.clone());
        Ok(self.join_values(first, second))
    }

    fn assign(&mut self, e: ExprId, to: ExprId, from: ExprId) -> Done<Value> {
        let both = self.operands(e, &[Operand::Place(to), Operand::Value(from)])?;
        let (places, value) = (both[0].set(), both[1].clone());
        self.look_at_overlap(e, places, from)?;
        self.own_write(e, places, &value);
        Ok(value)
    }

    /// What an assignment reads may lie in the same union as what it writes (6.5.16.1p3).
    fn look_at_overlap(&mut self, e: ExprId, places: SetId, from: ExprId) -> Done<()> {
        let mut from = from;
        while let ExprKind::Convert(Conversion::Arithmetic | Conversion::Pointer, of)
        | ExprKind::Cast(Conversion::Arithmetic | Conversion::Pointer, of, _) =
            self.p.exprs[from].kind
        {
            from = of;
        }
        let ExprKind::Convert(Conversion::Lvalue, from) = self.p.exprs[from].kind else {
            return Ok(());
        };
        let (effects, now) = (self.effects, self.now.clone());
        let read = self.place(from)?;
        (self.effects, self.now) = (effects, now);
        let (to, from) = (self.facts.sets.atoms(places), self.facts.sets.atoms(read));
        let facts = &self.facts;
        let overlap = to.iter().any(|&a| {
            from.iter().any(|&b| match (a, b) {
                (Atom::Place(a), Atom::Place(b)) => a != b && facts.places.overlap(self.p, a, b),
                _ => false,
            })
        });
        if overlap {
            self.problem(Kind::Overlap, e);
        }
        Ok(())
    }

    /// The write of an assignment: it follows the values of its operands, but not their
    /// side effects.
    fn own_write(&mut self, e: ExprId, places: SetId, value: &Value) {
        let facts = &self.facts;
        if effects::meet(self.p, &facts.places, &facts.sets, self.effects.pending, places) {
            self.problem(Kind::Order, e);
        }
        let ty = match self.p.exprs[e].kind {
            ExprKind::Assign(to, _)
            | ExprKind::CompoundAssign(_, to, ..)
            | ExprKind::Step(_, to) => self.p.exprs[to].ty,
            _ => self.p.exprs[e].ty,
        };
        self.write(places, ty, value, e);
    }

    fn compound(&mut self, op: BinaryOp, to: ExprId, from: ExprId) -> Done<Value> {
        let both = self.operands(to, &[Operand::Place(to), Operand::Value(from)])?;
        let ty = self.p.exprs[to].ty;
        let old = self.read(both[0].set(), ty, to);
        let new = match op {
            BinaryOp::Add | BinaryOp::Sub => self.moved(old, ty),
            _ => DATA,
        };
        let facts = &self.facts;
        let places = both[0].set();
        if effects::meet(self.p, &facts.places, &facts.sets, self.effects.pending, places) {
            self.problem(Kind::Order, to);
        }
        self.write(places, ty, &new, to);
        Ok(new)
    }

    fn conversion(&mut self, how: Conversion, of: ExprId, ty: TypeId) -> Done<Value> {
        let from = self.p.exprs[of].ty;
        Ok(match how {
            Conversion::Lvalue => {
                let places = self.place(of)?;
                self.read(places, from, of)
            }
            Conversion::Decay => {
                let places = self.place(of)?;
                let decayed = self.places_of(places, Step::Element);
                Value::Scalar(self.address(decayed))
            }
            Conversion::Function => Value::Scalar(self.place(of)?),
            Conversion::Null => {
                self.value(of)?;
                Value::Scalar(SetId::NULL)
            }
            Conversion::IntToPointer => {
                self.value(of)?;
                Value::Scalar(match constant::as_int(self.p, of) {
                    Some(0) => SetId::NULL,
                    Some(_) => SetId::DATA,
                    None => SetId::ANYTHING,
                })
            }
            Conversion::Pointer | Conversion::Same => self.value(of)?,
            Conversion::Arithmetic
            | Conversion::PointerToBool
            | Conversion::PointerToInt
            | Conversion::Void
            | Conversion::Bits
            | Conversion::Splat => {
                self.value(of)?;
                DATA
            }
            Conversion::TransparentUnion => {
                self.value(of)?;
                self.unknown(ty)
            }
        })
    }

    // ---- conditions ----

    /// The states where a condition holds and where it does not.
    pub(super) fn condition(&mut self, e: ExprId) -> Done<(Option<State>, Option<State>)> {
        if self.now.is_none() {
            return Ok((None, None));
        }
        self.within(|a| a.condition_of(e))
    }

    fn condition_of(&mut self, e: ExprId) -> Done<(Option<State>, Option<State>)> {
        let both = match self.p.exprs[e].kind {
            ExprKind::Unary(UnaryOp::Not, of) => {
                let (yes, no) = self.condition(of)?;
                (no, yes)
            }
            ExprKind::LogAnd(a, b) => {
                let (yes, no) = self.condition(a)?;
                self.now = yes;
                let (yes, other) = self.condition(b)?;
                (yes, self.join_states(no, other))
            }
            ExprKind::LogOr(a, b) => {
                let (yes, no) = self.condition(a)?;
                self.now = no;
                let (other, no) = self.condition(b)?;
                (self.join_states(yes, other), no)
            }
            ExprKind::Comma(a, b) => {
                self.value(a)?;
                self.effects.complete();
                self.condition(b)?
            }
            _ => {
                self.value(e)?;
                let value = constant::as_int(self.p, e);
                let yes = self.where_it_is(e, true).filter(|_| value != Some(0));
                let no = self.where_it_is(e, false).filter(|_| value.is_none_or(|v| v == 0));
                (yes, no)
            }
        };
        self.effects.complete();
        self.now = None;
        Ok(both)
    }

    /// The state without what a condition rules out: that a pointer is null, or not, or
    /// another one.
    fn where_it_is(&mut self, e: ExprId, holds: bool) -> Option<State> {
        let mut state = self.now.clone()?;
        let (pointer, equal, to) = match self.compared(e) {
            Some((a, op, b)) => {
                let (a, b, is_equal) =
                    (self.known_pointer(a), self.known_pointer(b), op == BinaryOp::Eq);
                let equal = is_equal == holds;
                for (cell, other) in [(a, b), (b, a)] {
                    if let (Some((Some(place), own)), Some((_, other))) = (cell, other) {
                        let rest = self.ruled(own, equal, other);
                        state.set(self.p, &self.facts.places, place, rest);
                    }
                }
                return Some(state);
            }
            None => (self.known_pointer(self.uncast(e)), !holds, SetId::NULL),
        };
        if let Some((Some(place), own)) = pointer {
            let rest = self.ruled(own, equal, to);
            state.set(self.p, &self.facts.places, place, rest);
        }
        Some(state)
    }

    fn ruled(&mut self, own: SetId, equal: bool, other: SetId) -> SetId {
        match (equal, other) {
            // Other pointers may be equal and be made in another way: just behind one
            // object another one begins.
            (true, SetId::NULL) => self.facts.sets.common(own, other),
            (false, SetId::NULL) => self.facts.sets.without(own, Atom::Null),
            _ => own,
        }
    }

    fn uncast(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::Convert(Conversion::PointerToBool | Conversion::Same, of) =
            self.p.exprs[e].kind
        {
            e = of;
        }
        e
    }

    fn compared(&self, e: ExprId) -> Option<(ExprId, BinaryOp, ExprId)> {
        match self.p.exprs[e].kind {
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b)
                if self.p.types.is_pointer(self.p.exprs[a].ty) =>
            {
                Some((a, op, b))
            }
            _ => None,
        }
    }

    /// A pointer that is read without any effect: its set, and where it is kept if that
    /// is one place; or a null pointer.
    fn known_pointer(&mut self, e: ExprId) -> Option<(Option<super::PlaceId>, SetId)> {
        match self.p.exprs[e].kind {
            ExprKind::Convert(Conversion::Null, _) | ExprKind::Cast(Conversion::Null, ..) => {
                Some((None, SetId::NULL))
            }
            ExprKind::Convert(Conversion::Pointer, of)
            | ExprKind::Cast(Conversion::Pointer, of, _) => self.known_pointer(of),
            ExprKind::Convert(Conversion::Lvalue, of) => {
                let place = self.named_place(of)?;
                let is_pointer = self.facts.places.leaf(self.p, place) == Some(Leaf::Pointer);
                let is_good = is_pointer && self.is_single(place);
                is_good.then(|| (Some(place), self.holds(place)))
            }
            _ => None,
        }
    }

    /// A variable or a member of one.
    fn named_place(&mut self, e: ExprId) -> Option<super::PlaceId> {
        match self.p.exprs[e].kind {
            ExprKind::Name(decl) => Some(self.variable(decl)),
            ExprKind::Member(of, field, MemberStyle::Dot | MemberStyle::ImplicitDot) => {
                let whole = self.named_place(of)?;
                Some(self.part(whole, Step::Field(field)))
            }
            _ => None,
        }
    }

    // ---- lengths ----

    /// The lengths of a variable's type are computed where it is declared.
    pub(super) fn lengths(&mut self, ty: TypeId) -> Done<()> {
        let mut ty = ty;
        loop {
            ty = match self.p.types.kind(ty) {
                TypeKind::Pointer(to) => to,
                TypeKind::Array { element, length } => {
                    if let ArrayLength::Variable(e) = length {
                        self.value(e)?;
                    }
                    element
                }
                _ => return Ok(()),
            };
        }
    }
}
