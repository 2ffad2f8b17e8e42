//! What of the program's variables is looked at and used: scalars, and elements and
//! members that are scalars.

use elenchus_lang::arith;
use elenchus_lang::build;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::target::IntType;
use elenchus_lang::tree::{
    DeclId, DeclKind, ExprId, ExprKind, Linkage, MemberStyle, Program, Storage,
};
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};
use elenchus_machine::observe::{Part, View};

use crate::choices::Choices;

/// A variable, or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leaf {
    pub decl: DeclId,
    pub path: Vec<Way>,
    /// That of the lvalue, with its qualifiers.
    pub ty: TypeId,
    /// The width of a bit-field.
    pub width: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    Member(FieldId),
    Element(u64),
}

/// Deeper structs and arrays are left alone.
const DEEPEST: usize = 6;

impl Leaf {
    /// Some scalar of a variable; none if it has none that a program may touch as it
    /// likes.
    pub fn of(p: &mut Program, decl: DeclId, choices: &mut Choices) -> Option<Leaf> {
        let found = &p.decls[decl];
        let is_plain = matches!(found.kind, DeclKind::Variable | DeclKind::Parameter)
            && !found.storage.has(Storage::THREAD)
            && !found.storage.has(Storage::IMPLICIT)
            && found.asm_name.is_none();
        if !is_plain {
            return None;
        }
        let mut leaf = Leaf { decl, path: Vec::new(), ty: found.ty, width: None };
        while leaf.path.len() < DEEPEST {
            if leaf.ty.is_volatile() || leaf.ty.is_atomic() {
                return None;
            }
            let way = match p.types.kind(leaf.ty) {
                TypeKind::Array { length: ArrayLength::Fixed(length @ 1..), .. } => {
                    Way::Element(choices.below("which element", length))
                }
                TypeKind::Record(record) if !p.types.records[record].is_union => {
                    let fields = p.types.fields(record);
                    if fields.is_empty() {
                        return None;
                    }
                    Way::Member(choices.pick("which member", fields))
                }
                _ if leaf.is_fit(p) => return Some(leaf),
                _ => return None,
            };
            leaf.step(p, way)?;
        }
        None
    }

    /// A scalar that can be calculated with.
    fn is_fit(&self, p: &Program) -> bool {
        self.int(p).is_some_and(|int| int.bits <= 64)
    }

    fn step(&mut self, p: &mut Program, way: Way) -> Option<()> {
        match (way, p.types.kind(self.ty)) {
            (Way::Element(_), TypeKind::Array { element, .. }) => self.ty = element,
            (Way::Member(field), _) => {
                let field = &p.types.fields[field];
                let is_record = matches!(p.types.kind(field.ty), TypeKind::Record(_));
                if field.name.is_none() && !is_record {
                    return None;
                }
                self.width = field.width;
                self.ty = p.types.qualify(field.ty, self.ty.quals());
            }
            _ => return None,
        }
        self.path.push(way);
        Some(())
    }

    /// What it is made of in a run.
    pub fn part(&self, view: &View<'_>) -> Option<Part> {
        let mut part = view.known_variable(self.decl)?;
        for way in &self.path {
            part = match *way {
                Way::Member(field) => view.member(part, field)?,
                Way::Element(index) => view.element(part, index)?,
            };
        }
        Some(part)
    }

    /// The integer type that it has in memory.
    pub fn int(&self, p: &Program) -> Option<IntType> {
        build::int_type(p, self.ty)
    }

    /// Whether a value may be stored there.
    pub fn is_writable(&self) -> bool {
        !self.ty.is_const()
    }

    /// Whether it lives as long as the program.
    pub fn is_static(&self, p: &Program) -> bool {
        let decl = &p.decls[self.decl];
        decl.linkage != Linkage::None || decl.storage.has(Storage::STATIC)
    }

    /// As an lvalue.
    pub fn lvalue(&self, p: &mut Program) -> ExprId {
        let mut e = build::name(p, self.decl);
        for way in &self.path {
            e = match *way {
                Way::Element(index) => {
                    let index = build::constant(p, TypeId::INT, index.into());
                    build::element(p, e, index)
                }
                Way::Member(field) => {
                    let style = match p.types.fields[field].name {
                        Some(_) => MemberStyle::Dot,
                        None => MemberStyle::ImplicitDot,
                    };
                    let quals = p.exprs[e].ty.quals();
                    let ty = p.types.qualify(p.types.fields[field].ty, quals);
                    build::expr(p, ExprKind::Member(e, field, style), ty)
                }
            };
        }
        e
    }

    /// Its value, as operators take it: that of a bit-field is promoted by its width.
    pub fn value(&self, p: &mut Program) -> ExprId {
        let lvalue = self.lvalue(p);
        let value = build::read(p, lvalue);
        match self.promoted(p) {
            Some(ty) if self.width.is_some() => build::convert(p, value, ty),
            _ => value,
        }
    }

    /// The type after the integer promotions.
    pub fn promoted(&self, p: &Program) -> Option<TypeId> {
        let kind = p.types.int_kind(self.ty)?;
        let promoted = match self.width {
            Some(width) => arith::promote_bitfield(&p.target, kind, width),
            None => arith::promote(&p.target, kind),
        };
        Some(TypeId::int(promoted))
    }

    /// All names that it is written with.
    pub fn names(&self, p: &Program) -> Vec<Symbol> {
        let members = self.path.iter().filter_map(|way| match *way {
            Way::Member(field) => p.types.fields[field].name,
            Way::Element(_) => None,
        });
        std::iter::once(p.decls[self.decl].name).chain(members).collect()
    }
}
