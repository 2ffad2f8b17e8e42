//! The leaves of expressions: constants, and the ways to an object.

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::build;
use elenchus_lang::layout;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, MemberStyle, UnaryOp};
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};
use elenchus_machine::LivePlace;

use super::Preset;
use super::numbers::{some_int_type, some_number};
use super::state::{Gen, Role, Usage, Var, VarId, retain_from};
use super::value::{Built, Known};

/// A scalar object that an expression can name.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub lvalue: ExprId,
    /// Of the lvalue, with qualifiers.
    pub ty: TypeId,
    /// If it is a bit-field.
    pub field: Option<FieldId>,
    /// Where it lies now, if that is known.
    pub spot: Option<LivePlace>,
    /// The variable that it is part of; behind a pointer that may point to anything,
    /// the pointer.
    pub var: VarId,
    pub chars: u32,
    /// The subscripts differ in every turn of the loops around.
    pub moving: bool,
}

/// How many constants are remembered.
const REMEMBERED: usize = 16;

impl Gen<'_> {
    // ---- constants ----

    /// A constant of a type that the policy draws.
    pub fn some_constant(&mut self) -> Built {
        let ty = self.some_int_type();
        let ty = build::promoted(self.tree(), ty);
        let Some(int) = self.int_type(ty) else { return self.int(1) };
        let value =
            some_number(&mut self.choices, &self.odds.policy, &self.known.constants, int.bits);
        let value = arith::int::wrap(int, value);
        if self.known.constants.len() < REMEMBERED {
            self.known.constants.push(value);
        } else {
            let index = self.choices.below("forget constant", REMEMBERED as u64) as usize;
            self.known.constants[index] = value;
        }
        self.constant(ty, value)
    }

    pub fn some_int_type(&mut self) -> TypeId {
        some_int_type(&mut self.choices, &self.odds.int_types)
    }

    /// A type for a variable; a floating one where that may be used.
    pub fn some_type(&mut self) -> TypeId {
        let p = &self.odds.policy;
        let floats = [p.type_float, p.type_double, p.type_long_double];
        let all = floats.iter().sum::<u32>();
        if self.may_float() && self.choices.percent("floating type", all) {
            use elenchus_lang::target::FloatKind::*;
            let kinds = [Float, Double, LongDouble];
            return TypeId::float(kinds[self.choices.weighted("which floating", &floats)]);
        }
        self.some_int_type()
    }

    // ---- objects ----

    /// A variable's value, or part of it.
    pub fn leaf(&mut self) -> Built {
        if self.now.effect_to_come && self.choices.percent("effect here", 30) {
            if let Some(effect) = self.effect() {
                return effect;
            }
        }
        if self.choices.percent("leaf", self.odds.constant_share) {
            return self.some_constant();
        }
        if let Some(again) = self.leaf_again() {
            return again;
        }
        if self.choices.percent("pointer leaf", self.odds.policy.leaf_pointer) {
            let guarded = self.choices.percent("guarded leaf", 40);
            let leaf = if guarded { self.guarded_leaf() } else { self.pointer_leaf() };
            if let Some(leaf) = leaf {
                return leaf;
            }
        }
        let fresh = self.choices.percent("fresh leaf", self.odds.policy.leaf_fresh);
        let mut var = None;
        let first = self.gather_for(Usage::Read);
        self.keep_some_scope(first);
        if fresh {
            let all = self.scratch.found.len();
            self.scratch.found.extend_from_within(first..);
            retain_from(&mut self.scratch.found, all, |var| self.known.vars[var].fresh);
            var = self.pick_found("leaf variable", all);
            self.scratch.found.truncate(all);
        }
        let var = var.or_else(|| self.pick_found("leaf variable", first));
        self.scratch.found.truncate(first);
        let Some(var) = var else { return self.some_constant() };
        let Some(access) = self.access(var, false) else { return self.some_constant() };
        if self.now.volatile_is_spent && access.ty.is_volatile() {
            return self.some_constant();
        }
        let leaf = self.load(access);
        if !leaf.effects {
            self.scratch.leaves.push(leaf.id);
        }
        leaf
    }

    /// Takes out the variables of other scopes than one that the policy draws, if it has
    /// any (Csmith, Table 3.3).
    fn keep_some_scope(&mut self, first: usize) {
        let p = &self.odds.policy;
        let weights = [p.leaf_global, p.leaf_local, p.leaf_parameter];
        if weights == [0; 3] {
            return;
        }
        let wanted = self.choices.weighted("scope of a leaf", &weights);
        let all = self.scratch.found.len();
        self.scratch.found.extend_from_within(first..);
        retain_from(&mut self.scratch.found, all, |var| self.known.vars[var].scope() == wanted);
        match self.scratch.found.len() > all {
            true => drop(self.scratch.found.drain(first..all)),
            false => self.scratch.found.truncate(all),
        }
    }

    /// A leaf that the expression has already: many simplifications need the same
    /// operand twice, as in `a + b - a` or `(a & b) | (a & c)`.
    fn leaf_again(&mut self) -> Option<Built> {
        let again = self.choices.percent("leaf again", self.odds.policy.leaf_again);
        let leaves = &self.scratch.leaves[self.scratch.first_leaf..];
        if !again || leaves.is_empty() || self.now.taboo.is_some() || self.now.private_only {
            return None;
        }
        let leaf = self.choices.pick("which leaf again", leaves);
        self.rebuild(leaf)
    }

    /// The value at an access.
    pub fn load(&mut self, access: Access) -> Built {
        if self.now.lossy == 0 {
            self.known.vars[access.var].fresh = false;
        }
        self.note_volatile(access);
        let ty = self.tree().types.value_type(access.ty);
        let read = ExprKind::Convert(Conversion::Lvalue, access.lvalue);
        let id = build::expr(self.p(), read, ty);
        let value = self.value_at(access.spot, access.field, ty);
        let read = Built {
            id,
            ty,
            value,
            chars: access.chars,
            effects: access.ty.is_volatile(),
            constant: false,
        };
        self.promote_field(read, access.field)
    }

    /// Something is accessed: in `whole`, no other volatile object is in this statement.
    pub fn note_volatile(&mut self, access: Access) {
        self.now.volatile_is_spent |=
            access.ty.is_volatile() && self.settings.preset == Preset::Whole;
    }

    /// A bit-field is promoted by its width.
    pub fn promote_field(&mut self, read: Built, field: Option<FieldId>) -> Built {
        let Some(field) = field else { return read };
        let p = self.tree();
        let (Some(kind), Some(width)) = (p.types.int_kind(read.ty), p.types.fields[field].width)
        else {
            return read;
        };
        let promoted = TypeId::int(arith::promote_bitfield(&p.target, kind, width));
        self.convert(read, promoted)
    }

    /// What lies at a place, or in a bit-field there.
    pub fn value_at(
        &mut self,
        spot: Option<LivePlace>,
        field: Option<FieldId>,
        ty: TypeId,
    ) -> Known {
        let Some(spot) = spot.filter(|_| self.now.live) else { return Known::No };
        let p = self.machine.program();
        let Some(kind) = p.types.int_kind(ty) else { return self.float_at(spot, ty) };
        let (int, size) = (p.target.int_type(kind), p.target.int_extent(kind).size);
        let bits = match field.map(|field| &p.types.fields[field]) {
            Some(field) => {
                let (start, width) = (field.offset_bits, field.width.unwrap_or(0));
                let bits = self.machine.field_bits_at(spot, start, width);
                let own = elenchus_lang::target::IntType { bits: width, signed: int.signed };
                return bits
                    .map_or(Known::No, |bits| Known::Int(arith::int::wrap(own, bits as i128)));
            }
            None => self.machine.bits_at(spot, size.into()),
        };
        bits.map_or(Known::No, |bits| Known::Int(arith::int::wrap(int, bits as i128)))
    }

    fn float_at(&mut self, spot: LivePlace, ty: TypeId) -> Known {
        let p = self.machine.program();
        let Some(kind) = build::float_kind(p, ty) else { return Known::No };
        let format = p.target.float_format(kind);
        let size = usize::from(p.target.float_extent(kind).size);
        let bits = self.machine.bits_at(spot, size);
        bits.map_or(Known::No, |bits| Known::Float(arith::Float::from_bits(format, bits)))
    }

    /// A way to a scalar in a variable.
    pub fn access(&mut self, var: VarId, write: bool) -> Option<Access> {
        self.access_to(var, write, None)
    }

    /// A way to a scalar in a variable, or to the first struct of this type.
    pub fn access_to(&mut self, var: VarId, write: bool, ty: Option<TypeId>) -> Option<Access> {
        let start = self.whole(var);
        match ty.is_none() && self.known.vars[var].int.is_some() {
            // There is no way to go.
            true => Some(start),
            false => self.descend(start, write, ty),
        }
    }

    pub fn whole(&mut self, var: VarId) -> Access {
        let Var { decl, ty, .. } = self.known.vars[var];
        let lvalue = build::name(self.p(), decl);
        let spot = if self.now.live { self.machine.spot_of(decl) } else { None };
        Access { lvalue, ty, field: None, spot, var, chars: 3, moving: false }
    }

    pub fn descend(
        &mut self,
        mut at: Access,
        write: bool,
        until: Option<TypeId>,
    ) -> Option<Access> {
        for _ in 0..8 {
            if until == Some(at.ty.unqualified()) {
                return Some(at);
            }
            let p = self.machine.program();
            match p.types.kind(at.ty) {
                TypeKind::Array { element, length: ArrayLength::Fixed(length) } => {
                    let size = layout::size_of(&p.types, &p.target, element)?;
                    let index = self.subscript(length);
                    at.moving |= !index.constant;
                    at.spot = match (at.spot, index.int()) {
                        (Some(spot), Some(index)) => Some(spot.plus(size * index as u64)),
                        _ => None,
                    };
                    at.lvalue = build::element(self.p(), at.lvalue, index.id);
                    at.ty = element;
                    at.chars += index.chars + 2;
                }
                TypeKind::Record(record) => {
                    let usable = |field: &&FieldId| {
                        let field = &p.types.fields[**field];
                        field.name.is_some()
                            && !p.types.is_pointer(field.ty)
                            && !(write && field.ty.is_const())
                    };
                    let fields = p.types.fields(record).iter();
                    let count = fields.clone().filter(usable).count();
                    if count == 0 {
                        return None;
                    }
                    let chosen = self.choices.below("member", count as u64) as usize;
                    let field = *fields.filter(usable).nth(chosen)?;
                    self.member(&mut at, field);
                }
                TypeKind::Pointer(to) => self.dereference(&mut at, to)?,
                _ => return Some(at),
            }
        }
        None
    }

    pub fn member(&mut self, at: &mut Access, field: FieldId) {
        let quals = self.tree().types.quals(at.ty);
        let info = self.tree().types.fields[field];
        let ty = self.p().types.qualify(info.ty, quals);
        // `p->m` for `(*p).m`
        let (of, style) = match self.tree().exprs[at.lvalue].kind {
            ExprKind::Unary(UnaryOp::Deref, pointer) => (pointer, MemberStyle::Arrow),
            _ => (at.lvalue, MemberStyle::Dot),
        };
        at.lvalue = build::expr(self.p(), ExprKind::Member(of, field, style), ty);
        at.ty = ty;
        at.chars += 2;
        match info.width {
            Some(_) => at.field = Some(field),
            None => at.spot = at.spot.map(|spot| spot.plus(info.offset())),
        }
    }

    pub fn dereference(&mut self, at: &mut Access, to: TypeId) -> Option<()> {
        at.spot = match at.spot {
            Some(spot) => Some(self.machine.pointer_at(spot)?),
            None => None,
        };
        if matches!(self.tree().exprs[at.lvalue].kind, ExprKind::Name(_)) {
            at.moving |= self.known.vars[at.var].walks.is_some();
            at.var = self.known.vars[at.var].pointee.unwrap_or(at.var);
        }
        let pointer = build::read(self.p(), at.lvalue);
        at.lvalue = build::expr(self.p(), ExprKind::Unary(UnaryOp::Deref, pointer), to);
        at.ty = to;
        at.chars += 1;
        Some(())
    }

    /// A subscript of an array of some length.
    fn subscript(&mut self, length: u64) -> Built {
        let length = length as i128;
        let first = self.gather_counters(|low, high| high - low < length);
        let is_counted =
            self.scratch.found.len() > first && self.choices.percent("subscript by counter", 85);
        let counter = is_counted.then(|| self.pick_found("counter", first)).flatten();
        self.scratch.found.truncate(first);
        if let Some(index) = counter.and_then(|counter| self.counted_subscript(counter, length)) {
            return index;
        }
        if self.choices.percent("computed subscript", 12)
            && length.count_ones() == 1
            && !self.block_is_full()
        {
            let is_spent = self.now.volatile_is_spent;
            let plain = |var: &Var| {
                var.is_readable()
                    && var.role != Role::Counter
                    && !(is_spent && var.ty.is_volatile())
            };
            let var = self.pick_visible("subscript", plain);
            if let Some(index) = var.and_then(|var| self.masked_subscript(var, length)) {
                return index;
            }
        }
        let index = self.choices.below("subscript", length as u64);
        self.int(index.into())
    }

    /// `i + c`, or `c - i`, that stays inside for all values of the counter.
    fn counted_subscript(&mut self, counter: VarId, length: i128) -> Option<Built> {
        let (low, high) = self.known.vars[counter].range?;
        let reversed = self.choices.percent("reversed", 12);
        let access = self.access(counter, false)?;
        let counter = self.load(access);
        if reversed {
            let top = i128::from(self.choices.between(
                "subscript offset",
                high as i64,
                (length - 1 + low) as i64,
            ));
            let top = self.int(top);
            return Some(self.binary(BinaryOp::Sub, top, counter));
        }
        let offset =
            self.choices.between("subscript offset", (-low) as i64, (length - 1 - high) as i64);
        // Near offsets are what dependence tests look at.
        let offset = if self.choices.percent("no offset", 50) && -low <= 0 && 0 < length - high {
            0
        } else {
            offset
        };
        Some(match offset {
            0 => counter,
            _ => {
                let distance = self.int(offset.unsigned_abs().into());
                let op = if offset < 0 { BinaryOp::Sub } else { BinaryOp::Add };
                self.binary(op, counter, distance)
            }
        })
    }

    /// `x & 7`
    fn masked_subscript(&mut self, var: VarId, length: i128) -> Option<Built> {
        self.known.vars[var].int?;
        let access = self.access(var, false)?;
        self.now.lossy += 1;
        let value = self.load(access);
        self.now.lossy -= 1;
        let mask = self.int(length - 1);
        Some(self.binary(BinaryOp::And, value, mask))
    }

    /// The address of an object, and where that is.
    pub fn address(&mut self, lvalue: ExprId) -> ExprId {
        let ty = self.tree().exprs[lvalue].ty;
        let pointer = self.p().types.pointer(ty);
        build::expr(self.p(), ExprKind::Unary(UnaryOp::AddressOf, lvalue), pointer)
    }
}
