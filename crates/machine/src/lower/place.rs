//! Lvalues: where an object lies.

use elenchus_lang::layout;
use elenchus_lang::tree::{
    Conversion, DeclKind, ExprId, ExprKind, LiteralStorage, MemberStyle, UnaryOp,
};
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};

use super::{Lowered, Lowerer, Storage};
use crate::code::{Access, Form, Index, Op, Reg, StaticRef, Stride};
use crate::memory::Bits;

/// Where a value is read from or written to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Slot(Reg),
    /// The address is a multiple of `align` if the program is right: less than
    /// the type asks for in a packed struct.
    Memory {
        pointer: Reg,
        field: Option<FieldId>,
        align: u32,
    },
}

impl Lowerer<'_> {
    pub(super) fn place(&mut self, expr: ExprId) -> Lowered<Place> {
        let node = self.p.exprs[expr];
        self.span = node.span;
        let pointer = match node.kind {
            ExprKind::Name(decl) => {
                if let Some(&Storage::Slot(slot)) = self.storage.get(&decl) {
                    return Ok(Place::Slot(slot));
                }
                if let Some(&Storage::Local(local)) = self.storage.get(&decl) {
                    let dst = self.temp()?;
                    self.emit(Op::Local { dst, local });
                    dst
                } else {
                    let decl = self.p.decls[decl];
                    if decl.kind == DeclKind::Parameter
                        || decl.linkage == elenchus_lang::tree::Linkage::None
                            && !decl.storage.has(elenchus_lang::tree::Storage::STATIC)
                    {
                        return Err("variables of an enclosing function".into());
                    }
                    self.static_ref(StaticRef::Decl(decl.entity))?
                }
            }
            ExprKind::String(string) => self.static_ref(StaticRef::String(string, node.ty))?,
            ExprKind::FunctionName(_, string) => {
                self.static_ref(StaticRef::String(string, node.ty))?
            }
            ExprKind::Unary(UnaryOp::Deref, pointer) => self.value(pointer)?,
            ExprKind::Index(a, i) => self.element(a, i, true)?,
            ExprKind::Member(base, field, style) => {
                return self.member(expr, base, field, style);
            }
            ExprKind::CompoundLiteral(init, _, storage) => match storage {
                LiteralStorage::Static => self.static_ref(StaticRef::Literal(expr))?,
                LiteralStorage::Automatic => {
                    let local = *self.literals.get(&expr).ok_or("a compound literal here")?;
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
            ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, _) => {
                return Err("complex numbers".into());
            }
            // A struct that is a value lies somewhere too.
            _ if self.p.types.as_record(node.ty).is_some() => self.value(expr)?,
            _ => return Err("this lvalue".into()),
        };
        self.span = node.span;
        Ok(Place::Memory { pointer, field: None, align: self.known_align(expr) })
    }

    pub(super) fn static_ref(&mut self, item: StaticRef) -> Lowered<Reg> {
        let index = match self.code.statics.iter().position(|s| *s == item) {
            Some(index) => index,
            None => {
                self.code.statics.push(item);
                self.code.statics.len() - 1
            }
        };
        let dst = self.temp()?;
        self.emit(Op::Static { dst, index: index as Index });
        Ok(dst)
    }

    fn member(
        &mut self,
        expr: ExprId,
        base: ExprId,
        field: FieldId,
        style: MemberStyle,
    ) -> Lowered<Place> {
        let span = self.span;
        let pointer = match style {
            MemberStyle::Arrow | MemberStyle::ImplicitArrow => self.value(base)?,
            MemberStyle::Dot | MemberStyle::ImplicitDot => self.address(base)?,
        };
        self.span = span;
        let info = &self.p.types.fields[field];
        let bytes = u32::try_from(info.offset_bits / 8).map_err(|_| "a member this far in")?;
        let dst = self.temp()?;
        self.emit(Op::Offset { dst, pointer, bytes });
        let field = info.width.is_some().then_some(field);
        Ok(Place::Memory { pointer: dst, field, align: self.known_align(expr) })
    }

    /// The address of an lvalue (or of a struct that is a value).
    pub(super) fn address(&mut self, expr: ExprId) -> Lowered<Reg> {
        match self.place(expr)? {
            Place::Memory { pointer, field: None, .. } => Ok(pointer),
            Place::Memory { .. } => Err("the address of a bit-field".into()),
            Place::Slot(_) => Err("the address of a variable in a register".into()),
        }
    }

    /// `a[i]`: the address of the element.
    pub(super) fn element(&mut self, a: ExprId, i: ExprId, accessed: bool) -> Lowered<Reg> {
        let (base, index) = match self.p.types.is_pointer(self.ty(a)) {
            true => (a, i),
            false => (i, a),
        };
        let TypeKind::Pointer(element) = self.p.types.kind(self.ty(base)) else {
            return Err("vectors".into());
        };
        let span = self.span;
        let pointer = self.value(base)?;
        let index_reg = self.value(index)?;
        self.span = span;
        let accessed = accessed && !self.p.types.is_array(element);
        self.advance(pointer, index_reg, self.ty(index), element, false, self.bound(base), accessed)
    }

    /// What the address of an lvalue is a multiple of, as the language and the
    /// attributes of records have it.
    fn known_align(&self, expr: ExprId) -> u32 {
        const ANY: u32 = 1 << 28;
        let type_align = |ty| layout::align_of(&self.p.types, &self.p.target, ty).max(1);
        let node = &self.p.exprs[expr];
        match node.kind {
            ExprKind::Unary(UnaryOp::Deref, _) => type_align(node.ty),
            ExprKind::Index(a, i) => {
                let base = if self.p.types.is_pointer(self.ty(a)) { a } else { i };
                let ExprKind::Convert(Conversion::Decay, array) = self.p.exprs[base].kind else {
                    return type_align(node.ty);
                };
                let size = layout::size_of(&self.p.types, &self.p.target, node.ty).unwrap_or(1);
                self.known_align(array).min(low_bit(size))
            }
            ExprKind::Member(base, field, style) => {
                let around = match style {
                    MemberStyle::Dot | MemberStyle::ImplicitDot => self.known_align(base),
                    MemberStyle::Arrow | MemberStyle::ImplicitArrow => {
                        self.p.types.pointee(self.ty(base)).map_or(1, type_align)
                    }
                };
                around.min(low_bit(self.p.types.fields[field].offset()))
            }
            ExprKind::Choose { chosen, .. } => self.known_align(chosen),
            ExprKind::Generic(_, list) => {
                let chosen = self.p.associations[list].iter().find(|a| a.chosen);
                chosen.map_or(ANY, |a| self.known_align(a.expr))
            }
            _ => ANY,
        }
    }

    /// The length of an array whose first element this pointer is to.
    pub(super) fn bound(&self, pointer: ExprId) -> Option<u64> {
        let ExprKind::Convert(Conversion::Decay, array) = self.p.exprs[pointer].kind else {
            return None;
        };
        // The last array of a struct may be longer than it says: GNU's and
        // C's flexible members, and `d[1]` before there were any.
        if let ExprKind::Member(_, field, _) = self.p.exprs[array].kind {
            let record = self.p.types.fields[field].record;
            if self.p.types.fields(record).last() == Some(&field) {
                return None;
            }
        }
        match self.p.types.kind(self.ty(array)) {
            TypeKind::Array { length: ArrayLength::Fixed(n), .. } => Some(n),
            _ => None,
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn advance(
        &mut self,
        pointer: Reg,
        index: Reg,
        index_type: TypeId,
        element: TypeId,
        negative: bool,
        count: Option<u64>,
        accessed: bool,
    ) -> Lowered<Reg> {
        let stride = Stride {
            index: self.int_of(index_type)?,
            size: self.size_of(element)?,
            negative,
            count,
            accessed,
        };
        let stride_index = self.code.strides.len() as Index;
        self.code.strides.push(stride);
        let dst = self.temp()?;
        self.emit(Op::Advance { dst, pointer, index, stride: stride_index });
        Ok(dst)
    }

    /// Reads the object at a place.
    pub(super) fn load(&mut self, place: Place, ty: TypeId) -> Lowered<Reg> {
        match place {
            Place::Slot(slot) => {
                let dst = self.temp()?;
                self.emit(Op::Read { dst, slot });
                Ok(dst)
            }
            Place::Memory { pointer, field, align } => {
                let access = self.access_at(ty, field, align, false)?;
                if self.code.accesses[access as usize].form == Form::Aggregate {
                    return Ok(pointer);
                }
                let dst = self.temp()?;
                self.emit(Op::Load { dst, pointer, access });
                Ok(dst)
            }
        }
    }

    /// Writes a value of the place's own type.
    pub(super) fn store(
        &mut self,
        place: Place,
        src: Reg,
        ty: TypeId,
        initialises: bool,
    ) -> Lowered<()> {
        match place {
            Place::Slot(dst) => {
                self.emit(Op::Move { dst, src });
            }
            Place::Memory { pointer, field, align } => {
                let access = self.access_at(ty, field, align, initialises)?;
                match self.code.accesses[access as usize].form {
                    Form::Aggregate => self.emit(Op::Copy { to: pointer, from: src, access }),
                    _ => self.emit(Op::Store { pointer, src, access }),
                };
            }
        }
        Ok(())
    }

    fn access_at(
        &mut self,
        ty: TypeId,
        field: Option<FieldId>,
        align: u32,
        initialises: bool,
    ) -> Lowered<Index> {
        let Some(field) = field else {
            let access = self.access(ty, initialises)?;
            let known = &mut self.code.accesses[access as usize].align;
            *known = align.min(*known);
            return Ok(access);
        };
        let info = &self.p.types.fields[field];
        let width = info.width.unwrap_or(0);
        let start = (info.offset_bits % 8) as u8;
        let size = (u32::from(start) + u32::from(width)).div_ceil(8);
        if size > 16 {
            return Err("a bit-field in 17 bytes".into());
        }
        let int = self.int_of(ty)?;
        Ok(self.add_access(Access {
            ty,
            size,
            align: 1,
            form: Form::Bits(Bits { start, width }, int),
            initialises,
        }))
    }
}

/// The largest power of two that divides a number of bytes.
fn low_bit(bytes: u64) -> u32 {
    match bytes {
        0 => 1 << 28,
        _ => 1 << bytes.trailing_zeros().min(28),
    }
}
