//! Lvalues: where an object lies.

use std::cell::Cell;

use elenchus_lang::layout;
use elenchus_lang::tree::{
    Conversion, DeclKind, ExprId, ExprKind, Linkage, LiteralStorage, MemberStyle, Storage as Class,
    UnaryOp,
};
use elenchus_lang::types::{FieldId, Quals, RecordId, TypeId, TypeKind};
use elenchus_lang::undefined::Undefined;

use super::{Lowered, Lowerer, Storage};
use crate::code::{Access, Form, Index, Op, Origin, Path, Reg, StaticRef};
use crate::memory::Bits;
use crate::rules::padding::Member;
use crate::rules::types::typed;
use crate::words::Finding;

/// Where a value is read from or written to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lvalue {
    /// A variable in a register.
    Slot(Reg),
    /// A scalar in a static variable, so far in it.
    Static { index: Index, bytes: u32, access: Index },
    /// The address is a multiple of `align` if the program is right: less than
    /// the type asks for in a packed struct.
    Memory(InMemory),
}

/// A place in memory, and what the lvalue says that an access has to be checked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InMemory {
    pub pointer: Reg,
    pub field: Option<FieldId>,
    pub align: u32,
    pub path: Option<Path>,
    pub through_union: bool,
    /// A variable by its name.
    pub named: bool,
    /// A member of a struct or union that is atomic as a whole.
    pub in_atomic: bool,
    /// The number of the member that is named, among those of the function.
    pub member: Option<Index>,
}

impl InMemory {
    /// An object of the machine's own, or all of one that is named.
    pub(crate) fn plain(pointer: Reg) -> InMemory {
        InMemory {
            pointer,
            field: None,
            align: 1,
            path: None,
            through_union: false,
            named: false,
            in_atomic: false,
            member: None,
        }
    }
}

impl Lowerer<'_> {
    pub(crate) fn place(&mut self, expr: ExprId) -> Lowered<Lvalue> {
        let node = self.p.exprs[expr];
        self.at = Origin::Expr(expr);
        let pointer = match node.kind {
            ExprKind::Name(name) => {
                let decl = &self.p.decls[name];
                match self.storage_of(name) {
                    Some(Storage::Slot(slot)) => return Ok(Lvalue::Slot(slot)),
                    Some(Storage::Local(local)) => {
                        let dst = self.temp()?;
                        self.emit(Op::Local { dst, local });
                        dst
                    }
                    None if decl.kind == DeclKind::Parameter
                        || decl.linkage == Linkage::None && !decl.storage.has(Class::STATIC) =>
                    {
                        self.outer_variable(name)?
                    }
                    None => self.static_ref(StaticRef::Decl(decl.entity))?,
                }
            }
            ExprKind::String(string) => self.static_ref(StaticRef::String(string, node.ty))?,
            ExprKind::FunctionName(_, string) => {
                self.static_ref(StaticRef::FunctionName(string, node.ty))?
            }
            ExprKind::Unary(UnaryOp::Deref, pointer) => self.followed(pointer)?,
            ExprKind::Index(a, i) => {
                let spot = self.element(expr, a, i, true)?;
                self.at = Origin::Expr(expr);
                return Ok(Lvalue::Memory(spot));
            }
            ExprKind::Member(base, field, style) => {
                return self.member(base, field, style);
            }
            ExprKind::CompoundLiteral(init, _, storage) => match storage {
                LiteralStorage::Static => self.static_ref(StaticRef::Literal(expr))?,
                LiteralStorage::Automatic => {
                    self.evaluate_types(expr)?;
                    let scope = self.flow.scope.ok_or("a compound literal here")?;
                    let local = self.place_literal(expr, scope);
                    self.emit(Op::ForgetLocal { local });
                    let dst = self.temp()?;
                    self.emit(Op::Local { dst, local });
                    self.initialize_memory(dst, init)?;
                    dst
                }
            },
            ExprKind::Generic(_, list) => {
                let chosen = self.p.associations[list].iter().find(|a| a.chosen);
                let chosen = chosen.ok_or("a _Generic without choice")?.expr;
                return self.place(chosen);
            }
            ExprKind::Choose { chosen, .. } => return self.place(chosen),
            ExprKind::Unary(op @ (UnaryOp::Real | UnaryOp::Imag), whole) => {
                let place = self.place(whole)?;
                let (Some(element), Lvalue::Memory(spot)) =
                    (self.complex_element(self.ty(whole)), place)
                else {
                    return Ok(place);
                };
                return self.part_spot(spot, element, op == UnaryOp::Imag).map(Lvalue::Memory);
            }
            // A struct that is a value lies somewhere too: in a temporary object of its
            // own (6.2.4p8), not in what the value came from.
            ExprKind::Call(..) if typed::is_composite(&self.p.types, node.ty) => {
                self.value(expr)?
            }
            _ if typed::is_composite(&self.p.types, node.ty) => {
                let value = self.value(expr)?;
                let own = self.temporary(self.p.types.value_type(node.ty))?;
                self.store(Lvalue::Memory(InMemory::plain(own)), value, node.ty, true)?;
                own
            }
            _ => return Err("this lvalue"),
        };
        self.at = Origin::Expr(expr);
        let own = self.align_of(node.ty);
        let (align, named) = match node.kind {
            ExprKind::Name(decl) => (own.max(self.p.decls[decl].align), true),
            _ => (own, false),
        };
        Ok(Lvalue::Memory(InMemory { align, named, ..InMemory::plain(pointer) }))
    }

    pub(super) fn static_ref(&mut self, item: StaticRef) -> Lowered<Reg> {
        let index = self.static_index(item);
        let dst = self.temp()?;
        self.emit(Op::Static { dst, index });
        Ok(dst)
    }

    pub(super) fn static_index(&mut self, item: StaticRef) -> Index {
        let function = self.kept.number;
        let known = match item {
            StaticRef::Decl(entity) => self.scratch.places.statics.get(function, entity),
            _ => None,
        };
        if let Some(&index) = known {
            return index;
        }
        let index = self.code.statics.len() as Index;
        self.code.statics.push((item, Cell::new(None)));
        if let StaticRef::Decl(entity) = item {
            self.scratch.places.statics.insert(function, entity, index);
        }
        index
    }

    /// Bytes of numbers lie in the target's order.
    pub(super) fn check_byte_order(&self, record: RecordId) -> Lowered<()> {
        match self.p.types.records[record].reversed {
            true => Err("scalar_storage_order"),
            false => Ok(()),
        }
    }

    fn member(&mut self, base: ExprId, field: FieldId, style: MemberStyle) -> Lowered<Lvalue> {
        let at = self.at;
        let outer = match style {
            MemberStyle::Arrow | MemberStyle::ImplicitArrow => {
                let pointer = self.followed(base)?;
                let record = self.p.types.pointee(self.ty(base)).ok_or("this member")?;
                let path = Some(Path { record, base: pointer });
                InMemory { align: self.align_of(record), path, ..InMemory::plain(pointer) }
            }
            MemberStyle::Dot | MemberStyle::ImplicitDot => match self.place(base)? {
                Lvalue::Memory(spot) => {
                    let path = Path { record: self.ty(base), base: spot.pointer };
                    let starts = spot.path.is_none() && self.is_pointed_to(base);
                    InMemory { path: if starts { Some(path) } else { spot.path }, ..spot }
                }
                Lvalue::Slot(_) | Lvalue::Static { .. } => return Err("a member of a scalar"),
            },
        };
        let pointer = outer.pointer;
        self.at = at;
        let record = self.p.types.pointee(self.ty(base)).unwrap_or(self.ty(base));
        let info = &self.p.types.fields[field];
        let is_union = self.p.types.records[info.record].is_union;
        self.check_byte_order(info.record)?;
        let bytes = u32::try_from(info.offset_bits / 8).map_err(|_| "a member this far in")?;
        let dst = self.temp()?;
        self.emit(Op::Offset { dst, pointer, bytes });
        let member = self.scratch.function.members.len() as Index;
        self.scratch.function.members.push(Member { base: pointer, field, outer: outer.member });
        let field = info.width.is_some().then_some(field);
        Ok(Lvalue::Memory(InMemory {
            pointer: dst,
            field,
            align: outer.align.min(low_bit(info.offset())),
            path: outer.path,
            through_union: outer.through_union || is_union,
            named: false,
            in_atomic: outer.in_atomic || record.is_atomic(),
            member: Some(member),
        }))
    }

    /// Whether an lvalue is what a pointer points to, not a declared object.
    fn is_pointed_to(&self, expr: ExprId) -> bool {
        match self.p.exprs[expr].kind {
            ExprKind::Unary(UnaryOp::Deref, _) => true,
            ExprKind::Index(a, i) => {
                let base = if self.p.types.is_pointer(self.ty(a)) { a } else { i };
                !matches!(self.p.exprs[base].kind, ExprKind::Convert(Conversion::Decay, _))
            }
            _ => false,
        }
    }

    /// The address of an lvalue (or of a struct that is a value).
    pub(super) fn address(&mut self, expr: ExprId) -> Lowered<Reg> {
        match self.place(expr)? {
            Lvalue::Memory(InMemory { pointer, field: None, .. }) => Ok(pointer),
            Lvalue::Memory(_) => Err("the address of a bit-field"),
            Lvalue::Slot(_) | Lvalue::Static { .. } => Err("the address of a value"),
        }
    }

    /// `a[i]`: the address of the element, which is `expr`.
    pub(super) fn element(
        &mut self,
        expr: ExprId,
        a: ExprId,
        i: ExprId,
        accessed: bool,
    ) -> Lowered<InMemory> {
        let ty = self.ty(expr);
        let (base, index, element) =
            match (self.p.types.kind(self.ty(a)), self.p.types.kind(self.ty(i))) {
                (TypeKind::Vector { .. }, _) => return self.vector_element(a, i, ty),
                (_, TypeKind::Vector { .. }) => return self.vector_element(i, a, ty),
                (TypeKind::Pointer(element), _) => (a, i, element),
                (_, TypeKind::Pointer(element)) => (i, a, element),
                _ => return Err("this subscript"),
            };
        let at = self.at;
        let watched = self.watch(&[base, index]);
        let array = match self.p.exprs[base].kind {
            ExprKind::Convert(Conversion::Decay, array) => match self.place(array)? {
                Lvalue::Memory(spot) => {
                    InMemory { align: spot.align.min(self.step_align(ty)), ..spot }
                }
                Lvalue::Slot(_) | Lvalue::Static { .. } => return Err("an array that is a value"),
            },
            _ => InMemory { align: self.align_of(ty), ..InMemory::plain(self.followed(base)?) },
        };
        self.next_operand(watched);
        let index_reg = self.value(index)?;
        self.at = at;
        if watched {
            self.emit(Op::Settle { sequenced: false });
            self.close_watch(false);
        }
        let inside = accessed;
        let accessed = accessed && !self.p.types.is_array(element);
        let bound = self.bound(base)?;
        let index_type = self.ty(index);
        let pointer =
            self.advance(array.pointer, index_reg, index_type, element, false, bound, accessed)?;
        if let Some(stride) = self.code.strides.last_mut() {
            stride.inside = inside;
        }
        Ok(InMemory { pointer, named: false, ..array })
    }

    /// What the address of each element of an array is a multiple of, if that of
    /// the first one is.
    fn step_align(&self, element: TypeId) -> u32 {
        let size = match self.known(element) {
            Some(known) => Some(known.size.into()),
            None => layout::size_of(&self.p.types, &self.p.target, element),
        };
        size.map_or_else(|| self.align_of(element), low_bit)
    }

    /// The last array of a struct may be longer than it says: GNU's and C's
    /// flexible members, and `d[1]` before there were any.
    pub(crate) fn is_trailing(&self, array: ExprId) -> bool {
        let ExprKind::Member(base, field, style) = self.p.exprs[array].kind else { return false };
        let record = self.p.types.fields[field].record;
        let size = |ty| layout::size_of(&self.p.types, &self.p.target, ty);
        let last = match self.p.types.records[record].is_union {
            true => {
                let whole = self.p.types.records[record].size;
                size(self.p.types.fields[field].ty).is_none_or(|s| s == whole)
            }
            false => self.p.types.fields(record).last() == Some(&field),
        };
        let inner = matches!(style, MemberStyle::Dot | MemberStyle::ImplicitDot)
            && matches!(self.p.exprs[base].kind, ExprKind::Member(..));
        last && (!inner || self.is_trailing(base))
    }

    /// A pointer that is followed at once.
    pub(super) fn followed(&mut self, pointer: ExprId) -> Lowered<Reg> {
        let value = self.pointer_to_follow(pointer);
        self.tell_value(pointer, &value);
        value
    }

    fn pointer_to_follow(&mut self, pointer: ExprId) -> Lowered<Reg> {
        if let Some(value) = self.scratch.orders.plan.value_of(pointer) {
            return Ok(value);
        }
        let object = match self.p.exprs[pointer].kind {
            ExprKind::Convert(Conversion::Lvalue, object) => object,
            ExprKind::Convert(Conversion::Pointer, e)
            | ExprKind::Cast(Conversion::Pointer, e, _) => {
                self.evaluate_types(pointer)?;
                let value = self.followed(e)?;
                self.at = Origin::Expr(pointer);
                let implicit = matches!(self.p.exprs[pointer].kind, ExprKind::Convert(..));
                if implicit && !self.converts_argument() {
                    self.check_lengths(self.ty(e), self.ty(pointer))?;
                }
                return self.convert(Conversion::Pointer, value, self.ty(e), self.ty(pointer));
            }
            _ => return self.value(pointer),
        };
        if !self.p.types.is_pointer(self.ty(object)) {
            return self.value(pointer);
        }
        let outer = std::mem::replace(&mut self.at, Origin::Expr(pointer));
        if let Some(dst) = self.load_known(object)? {
            if let Some(access) = self.code.accesses.last_mut() {
                access.followed = true;
            }
            self.at = outer;
            return Ok(dst);
        }
        let place = self.place(object)?;
        let dst = match place {
            Lvalue::Slot(slot) => {
                self.touch(slot, false);
                if self.kept.definite.contains(slot) {
                    self.at = outer;
                    return Ok(slot);
                }
                let dst = self.temp()?;
                self.emit(Op::Read { dst, slot });
                dst
            }
            Lvalue::Static { .. } => self.load(place, self.ty(object))?,
            Lvalue::Memory(spot) => {
                let access = self.access_at(self.ty(object), &spot, false)?;
                self.code.accesses[access as usize].followed = true;
                let dst = self.temp()?;
                self.emit(Op::Load { dst, pointer: spot.pointer, access });
                dst
            }
        };
        self.at = outer;
        Ok(dst)
    }

    /// Reads the object at a place.
    pub(crate) fn load(&mut self, place: Lvalue, ty: TypeId) -> Lowered<Reg> {
        match place {
            Lvalue::Slot(slot) => {
                self.touch(slot, false);
                let is_pointer = self.p.types.is_pointer(ty);
                if !is_pointer && self.kept.definite.contains(slot) {
                    return Ok(slot);
                }
                let dst = self.temp()?;
                match is_pointer {
                    true => self.emit(Op::ReadPointer { dst, slot }),
                    false => self.emit(Op::Read { dst, slot }),
                };
                Ok(dst)
            }
            Lvalue::Static { index, bytes, access } => {
                let dst = self.temp()?;
                self.emit(Op::LoadStatic { dst, index, bytes, access });
                Ok(dst)
            }
            Lvalue::Memory(spot) => {
                let is_aggregate = matches!(self.form(ty), Ok(Form::Aggregate));
                if is_aggregate && self.complex_element(ty).is_some() {
                    return self.load_complex(spot, ty);
                }
                let pointer = spot.pointer;
                let access = self.access_at(ty, &spot, false)?;
                if is_aggregate {
                    if self.watching > 0 {
                        self.emit(Op::TouchObject { pointer, access });
                    }
                    if self.is_vector(ty) && !spot.named {
                        // What the lvalue allows is not known of its elements.
                        self.emit(Op::CheckWhole { pointer, access });
                        return self.copied_vector(pointer, ty);
                    }
                    return Ok(pointer);
                }
                let dst = self.temp()?;
                self.emit(Op::Load { dst, pointer, access });
                Ok(dst)
            }
        }
    }

    /// Writes a value of the place's own type.
    pub(crate) fn store(
        &mut self,
        place: Lvalue,
        src: Reg,
        ty: TypeId,
        initialises: bool,
    ) -> Lowered<()> {
        match place {
            Lvalue::Slot(dst) => {
                self.emit(Op::Move { dst, src });
                self.touch(dst, true);
            }
            Lvalue::Static { index, bytes, access } => {
                self.emit(Op::StoreStatic { src, index, bytes, access });
            }
            Lvalue::Memory(spot) => {
                let pointer = spot.pointer;
                let access = self.access_at(ty, &spot, initialises)?;
                if spot.member.is_some() {
                    self.leave_open(&spot, access);
                }
                match self.code.accesses[access as usize].form {
                    Form::Aggregate => self.emit(Op::Copy { to: pointer, from: src, access }),
                    _ => self.emit(Op::Store { pointer, src, access }),
                };
            }
        }
        Ok(())
    }

    /// 6.5.2.3p5: an access to such a member is undefined, its address is not.
    pub(super) fn check_atomic(&mut self, spot: &InMemory) {
        if spot.in_atomic {
            self.undefined(Undefined::AtomicMember, Finding::AtomicMemberNamed);
        }
    }

    pub(crate) fn access_at(
        &mut self,
        ty: TypeId,
        spot: &InMemory,
        initialises: bool,
    ) -> Lowered<Index> {
        self.check_atomic(spot);
        let Some(field) = spot.field else {
            let known = self.accessed(ty)?;
            let free = spot.path.is_some_and(|path| self.may_touch_anything(path.record));
            return Ok(self.add_access(Access {
                initialises,
                align: spot.align.min(known.align),
                anything: known.anything || free,
                path: if free { None } else { spot.path },
                through_union: spot.through_union,
                restricted: spot.named && self.p.types.quals(ty).has(Quals::RESTRICT),
                ..known.access(ty)
            }));
        };
        let info = &self.p.types.fields[field];
        let width = info.width.unwrap_or(0);
        let start = (info.offset_bits % 8) as u8;
        let size = (u32::from(start) + u32::from(width)).div_ceil(8);
        if size > 16 {
            return Err("a bit-field in 17 bytes");
        }
        let int = self.int_of(ty)?;
        let leaf = self.p.types.value_type(ty);
        let form = Form::Bits(Bits { start, width }, int);
        Ok(self.add_access(Access {
            initialises,
            anything: true,
            through_union: spot.through_union,
            path: spot.path,
            ..Access::new(ty, leaf, size, 1, form)
        }))
    }
}

/// The largest power of two that divides a number of bytes.
pub(super) fn low_bit(bytes: u64) -> u32 {
    match bytes {
        0 => 1 << 28,
        _ => 1 << bytes.trailing_zeros().min(28),
    }
}
