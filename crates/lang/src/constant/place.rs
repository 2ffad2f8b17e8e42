//! Addresses, and what is read from constant objects.

use super::{Address, Base, Constant, Evaluator, MAX_READS};
use crate::arith::int;
use crate::layout;
use crate::tree::{
    CharKind, Conversion, DeclId, DeclKind, ExprId, ExprKind, InitId, InitKind, Linkage,
    LiteralStorage, MemberStyle, Storage, StringId, UnaryOp,
};
use crate::types::{Quals, TypeId, TypeKind};

impl Evaluator<'_> {
    /// The address of an lvalue or function designator.
    pub(super) fn place(&mut self, expr: ExprId) -> Option<Address> {
        self.deeper(|this| this.place_within(expr))
    }

    fn place_within(&mut self, expr: ExprId) -> Option<Address> {
        let base = match self.program.exprs[expr].kind {
            ExprKind::Name(decl) => Base::Decl(decl),
            ExprKind::String(string) | ExprKind::FunctionName(_, string) => Base::String(string),
            ExprKind::CompoundLiteral(..) => Base::Literal(expr),
            ExprKind::Unary(UnaryOp::Deref, pointer) => return self.pointer(pointer),
            ExprKind::Index(a, b) => return self.element(expr, a, b),
            ExprKind::Member(record, field, style) => {
                let field = &self.program.types.fields[field];
                if field.width.is_some() {
                    return None;
                }
                let start = match style {
                    MemberStyle::Dot | MemberStyle::ImplicitDot => self.place(record)?,
                    MemberStyle::Arrow | MemberStyle::ImplicitArrow => self.pointer(record)?,
                };
                return self.advance(start, i128::from(field.offset()));
            }
            ExprKind::Convert(Conversion::Same, inner) => return self.place(inner),
            ExprKind::Generic(..) | ExprKind::Choose { .. } => {
                let chosen = self.chosen(expr)?;
                return self.place(chosen);
            }
            _ => return None,
        };
        Some(Address { base, offset: 0 })
    }

    fn pointer(&mut self, expr: ExprId) -> Option<Address> {
        match self.value(expr)? {
            Constant::Address(address) => Some(address),
            _ => None,
        }
    }

    /// `a[b]`, where either is the pointer.
    fn element(&mut self, expr: ExprId, a: ExprId, b: ExprId) -> Option<Address> {
        let (first, second) = (self.value(a)?, self.value(b)?);
        let (start, index) = match (first, second) {
            (Constant::Address(start), Constant::Int(index))
            | (Constant::Int(index), Constant::Address(start)) => (start, index),
            _ => return None,
        };
        let size = self.gnu_size_of(self.ty(expr))?;
        self.advance(start, index.checked_mul(size.into())?)
    }

    /// An address some bytes on; addresses wrap like the target's.
    pub(super) fn advance(&self, start: Address, bytes: i128) -> Option<Address> {
        let offset = i128::from(start.offset).checked_add(bytes)?;
        Some(Address { offset: self.wrap_offset(offset), ..start })
    }

    pub(super) fn wrap_offset(&self, offset: i128) -> i64 {
        let bits = self.program.target.pointer.size * 8;
        int::wrap(crate::target::IntType { bits, signed: true }, offset) as i64
    }

    /// Whether the address is known when the program is linked.
    pub(super) fn is_static(&self, base: Base) -> bool {
        match base {
            Base::Null | Base::String(_) | Base::Label(_) => true,
            Base::Literal(expr) => matches!(
                self.program.exprs[expr].kind,
                ExprKind::CompoundLiteral(_, _, LiteralStorage::Static)
            ),
            Base::Decl(decl) => {
                let decl = &self.program.decls[decl];
                let is_named = decl.linkage != Linkage::None
                    || decl.storage.has(Storage::STATIC.with(Storage::EXTERN));
                match decl.kind {
                    DeclKind::Function | DeclKind::Builtin => true,
                    DeclKind::Variable => is_named && !decl.storage.has(Storage::THREAD),
                    _ => false,
                }
            }
        }
    }

    pub(super) fn first_declaration(&self, base: Base) -> Base {
        match base {
            Base::Decl(decl) => Base::Decl(self.program.decls[decl].entity),
            other => other,
        }
    }

    /// A weak symbol may be absent, or be another one.
    fn is_weak(&self, decl: DeclId) -> bool {
        let program = self.program;
        [decl, program.decls[decl].entity].iter().any(|&decl| {
            let attrs = &program.attrs[program.decls[decl].attrs];
            attrs.iter().any(|attr| matches!(program.name(attr.name), "weak" | "__weak__"))
        })
    }

    pub(super) fn is_not_null(&self, address: Address) -> Option<bool> {
        match address.base {
            Base::Null => Some(address.offset != 0),
            Base::Decl(decl) => (!self.is_weak(decl)).then_some(true),
            Base::String(_) | Base::Literal(_) | Base::Label(_) => Some(true),
        }
    }

    /// Whether two addresses are of two objects that cannot be one.
    pub(super) fn are_distinct(&self, a: Address, b: Address) -> bool {
        let (Base::Decl(x), Base::Decl(y)) = (a.base, b.base) else { return false };
        let exists = |decl: DeclId| {
            let size = self.gnu_size_of(self.program.decls[decl].ty);
            size.is_some_and(|size| size > 0) && !self.is_weak(decl)
        };
        // The end of one object may be the start of another: only starts tell.
        (a.offset, b.offset) == (0, 0) && exists(x) && exists(y)
    }

    /// What `__alignof__` tells of an expression: a declaration or a member
    /// may be aligned to more than its type, a pointer converted from one to
    /// an aligned type remembers that.
    pub(super) fn align_of_expr(&self, expr: ExprId) -> u32 {
        let program = self.program;
        let of_type = |ty: TypeId| layout::preferred_align_of(&program.types, &program.target, ty);
        let own = of_type(self.ty(expr));
        match program.exprs[expr].kind {
            ExprKind::Name(decl) => {
                let decl = &program.decls[decl];
                match decl.align.max(program.decls[decl.entity].align) {
                    0 => own,
                    asked => asked,
                }
            }
            ExprKind::Member(_, field, _) => {
                layout::field_align(&program.types, &program.target, field)
            }
            ExprKind::Unary(UnaryOp::Deref, mut pointer) => {
                let mut best = own;
                while let ExprKind::Convert(_, inner) | ExprKind::Cast(_, inner, _) =
                    program.exprs[pointer].kind
                {
                    let Some(to) = program.types.pointee(self.ty(inner)) else { break };
                    best = best.max(of_type(to));
                    pointer = inner;
                }
                best
            }
            _ => own,
        }
    }

    // ---- reading ----

    /// The value of an lvalue that is constant, where objects may be read.
    pub(super) fn read(&mut self, expr: ExprId) -> Option<Constant> {
        let ty = self.ty(expr);
        if !self.may_read || self.program.types.quals(ty).has(Quals::VOLATILE) {
            return None;
        }
        if let ExprKind::CompoundLiteral(init, ..) = self.program.exprs[expr].kind {
            return self.read_init(init, 0, ty);
        }
        let Address { base, offset } = self.place(expr)?;
        let offset = u64::try_from(offset).ok()?;
        match base {
            Base::String(string) => self.read_string(string, offset, ty),
            Base::Decl(decl) => {
                let decl = &self.program.decls[decl];
                let quals = self.program.types.quals(decl.ty);
                let is_constant = quals.has(Quals::CONST) && !quals.has(Quals::VOLATILE);
                let init = decl.init.or(self.program.decls[decl.entity].init)?;
                if is_constant { self.read_init(init, offset, ty) } else { None }
            }
            Base::Null | Base::Literal(_) | Base::Label(_) => None,
        }
    }

    /// The scalar of type `ty` at an offset in what an initialiser fills.
    fn read_init(&mut self, init: InitId, offset: u64, ty: TypeId) -> Option<Constant> {
        if self.reads == MAX_READS {
            return None;
        }
        self.reads += 1;
        let value = self.read_init_within(init, offset, ty);
        self.reads -= 1;
        value
    }

    fn read_init_within(&mut self, init: InitId, offset: u64, ty: TypeId) -> Option<Constant> {
        let program = self.program;
        let whole = program.inits[init];
        match whole.kind {
            InitKind::Expr(expr) => match program.exprs[expr].kind {
                ExprKind::String(string) if program.types.is_array(whole.ty) => {
                    self.read_string(string, offset, ty)
                }
                _ => {
                    let same = program.types.value_type(whole.ty) == program.types.value_type(ty);
                    let is_whole = offset == 0 && same && program.types.is_scalar(ty);
                    if is_whole { self.value(expr) } else { None }
                }
            },
            // A later item overrides an earlier one. What no item names is
            // zero, but gcc does not fold that.
            InitKind::List(items) => {
                for item in program.init_items[items].iter().rev() {
                    if !item.repeats.is_empty() {
                        return None;
                    }
                    let size = self.size_of(program.inits[item.init].ty)?;
                    let within = offset.checked_sub(item.offset).filter(|&within| within < size);
                    if let (Some(within), None) = (within, item.bit_field) {
                        return self.read_init(item.init, within, ty);
                    }
                }
                None
            }
        }
    }

    /// One unit of a string literal, the final zero included.
    pub(super) fn read_string(
        &self,
        string: StringId,
        offset: u64,
        ty: TypeId,
    ) -> Option<Constant> {
        let unit = self.unit_size(string);
        let is_unit = matches!(self.program.types.kind(ty), TypeKind::Int(_));
        if !is_unit || self.size_of(ty)? != unit || offset % unit != 0 {
            return None;
        }
        let bytes = &self.program.bytes[self.program.strings[string].bytes];
        let start = usize::try_from(offset).ok()?;
        if start == bytes.len() {
            return Some(Constant::Int(0));
        }
        let bytes = bytes.get(start..start.checked_add(unit as usize)?)?;
        let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | i128::from(byte));
        Some(Constant::Int(int::wrap(self.int_type(ty)?, bits)))
    }

    fn unit_size(&self, string: StringId) -> u64 {
        match self.program.strings[string].kind {
            CharKind::Char | CharKind::Utf8 => 1,
            CharKind::Utf16 => 2,
            CharKind::Utf32 => 4,
            CharKind::Wide => {
                let target = &self.program.target;
                target.int_extent(target.wchar_type).size.into()
            }
        }
    }
}
