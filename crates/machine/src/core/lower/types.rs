//! What is asked of types again and again: sizes, alignments, forms.

use elenchus_lang::layout;
use elenchus_lang::target::IntKind;
use elenchus_lang::types::{TypeId, TypeKind};

use super::{Lowered, Lowerer};
use crate::code::{Access, Form, Index};
use crate::rules::types::typed;

/// What is known of a type of constant size, whatever its qualifiers.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub form: Form,
    pub size: u32,
    pub align: u32,
    /// The type without qualifiers.
    leaf: TypeId,
    pub anything: bool,
    /// A number of 1, 2, 4 or 8 bytes.
    plain_number: bool,
    sign: u8,
}

impl Known {
    /// An access to an object of this type, as it is qualified.
    #[inline(always)]
    pub(super) fn access(self, ty: TypeId) -> Access {
        let Known { form, size, align, leaf, anything, plain_number, sign } = self;
        let quick = plain_number && !ty.is_volatile();
        Access { anything, quick, sign, ..Access::new(ty, leaf, size, align, form) }
    }
}

impl Lowerer<'_> {
    /// What is known of a complete type that is not atomic. It is found out once:
    /// such a type stays as it is, also while the program is written.
    #[inline(always)]
    pub(super) fn known(&self, ty: TypeId) -> Option<&Known> {
        let known = self.scratch.facts.types.get(ty.index()).filter(|_| !ty.is_atomic())?;
        match known.get() {
            Some(known) => known.as_ref(),
            None => known.get_or_init(|| self.find_out(ty)).as_ref(),
        }
    }

    #[cold]
    fn find_out(&self, ty: TypeId) -> Option<Known> {
        let (types, target) = (&self.p.types, &self.p.target);
        if !types.is_complete(ty) {
            return None;
        }
        let form = self.form_by_kind(ty).ok()?;
        let size = layout::size_of(types, target, ty).and_then(|size| u32::try_from(size).ok())?;
        Some(Known {
            form,
            size,
            plain_number: form.is_plain_number(size),
            sign: form.sign(),
            align: layout::align_of(types, target, ty).max(1),
            leaf: types.value_type(ty),
            anything: self.may_alias(ty),
        })
    }

    fn is_void_or_function(&self, ty: TypeId) -> bool {
        self.p.types.is_void(ty) || self.p.types.is_function(ty)
    }

    /// The alignment of a type.
    #[inline]
    pub(crate) fn align_of(&self, ty: TypeId) -> u32 {
        match self.known(ty) {
            Some(known) => known.align,
            None => layout::align_of(&self.p.types, &self.p.target, ty).max(1),
        }
    }

    #[inline]
    pub(crate) fn size_of(&self, ty: TypeId) -> Lowered<u64> {
        match self.known(ty) {
            Some(known) => Ok(known.size.into()),
            None if self.is_void_or_function(ty) => Ok(1),
            None => {
                let size = layout::size_of(&self.p.types, &self.p.target, ty);
                size.ok_or("a type of variable size")
            }
        }
    }

    #[inline]
    pub(crate) fn form(&self, ty: TypeId) -> Lowered<Form> {
        match self.known(ty) {
            Some(known) => Ok(known.form),
            None => self.form_by_kind(ty),
        }
    }

    fn form_by_kind(&self, ty: TypeId) -> Lowered<Form> {
        if self.p.types.variant(ty).segment != 0 {
            return Err("a named address space");
        }
        Ok(match self.p.types.kind(ty) {
            TypeKind::Int(IntKind::Bool) => Form::Bool,
            TypeKind::Int(kind) => Form::Int(self.p.target.int_type(kind)),
            TypeKind::Enum(e) => Form::Int(self.p.target.int_type(self.p.types.enums[e].repr)),
            TypeKind::Float(kind) => Form::Float(self.p.target.float_format(kind)),
            TypeKind::Pointer(_) => Form::Pointer,
            TypeKind::Record(_)
            | TypeKind::Array { .. }
            | TypeKind::Complex(_)
            | TypeKind::Vector { .. } => Form::Aggregate,
            TypeKind::Decimal(_) => return Err("decimal floating point"),
            _ => return Err("an object of this type"),
        })
    }

    pub(crate) fn access(&mut self, ty: TypeId, initialises: bool) -> Lowered<Index> {
        let known = self.accessed(ty)?;
        Ok(self.add_access(Access { initialises, ..known.access(ty) }))
    }

    /// What an access to an object of a type has to know.
    #[inline(always)]
    pub(super) fn accessed(&self, ty: TypeId) -> Lowered<Known> {
        match self.known(ty) {
            Some(known) => Ok(*known),
            None => self.otherwise_accessed(ty),
        }
    }

    #[cold]
    fn otherwise_accessed(&self, ty: TypeId) -> Lowered<Known> {
        let form = self.form(ty)?;
        let size = self.size_of(ty)?;
        let size = u32::try_from(size).map_err(|_| "an object of 4 GiB or more")?;
        let leaf = self.p.types.value_type(ty);
        let (align, anything) = (self.align_of(ty), self.may_alias(ty));
        let (plain_number, sign) = (form.is_plain_number(size), form.sign());
        Ok(Known { form, size, align, leaf, anything, plain_number, sign })
    }

    /// Characters, and types declared `may_alias` wherever that is written.
    pub(super) fn may_touch_anything(&self, ty: TypeId) -> bool {
        self.known(ty).map_or_else(|| self.may_alias(ty), |known| known.anything)
    }

    fn may_alias(&self, ty: TypeId) -> bool {
        let declared = match self.p.types.kind(ty) {
            TypeKind::Record(record) => {
                let attrs = &self.p.attrs[self.p.types.records[record].attrs];
                attrs.iter().any(|a| self.p.name(a.name).trim_matches('_') == "may_alias")
            }
            _ => false,
        };
        declared || typed::may_touch_anything(&self.p.types, ty)
    }

    #[inline(always)]
    pub(super) fn add_access(&mut self, mut access: Access) -> Index {
        if self.told.on {
            self.mark_told(&mut access);
        }
        let index = self.code.accesses.len() as Index;
        self.code.accesses.push(access);
        index
    }
}
