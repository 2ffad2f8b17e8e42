//! What of the program's variables is looked at and used: scalars, and elements and
//! members that are scalars.
//!
//! All are used as integers: of a floating number what is left when it becomes an `int`,
//! of a pointer whether it is null.

use elenchus_lang::arith;
use elenchus_lang::build;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::target::{FloatKind, IntType};
use elenchus_lang::tree::{
    DeclId, DeclKind, ExprId, ExprKind, Linkage, MemberStyle, Program, Storage, UnaryOp,
};
use elenchus_lang::types::{ArrayLength, FieldId, TypeId, TypeKind};
use elenchus_machine::observe::{Held, Part, Pointer, View};

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

/// How a leaf is used as an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It is one.
    Int(IntType),
    /// `(int)f`
    Float(FloatKind),
    /// `!p`
    Pointer,
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
                _ => return leaf.kind(p).is_some().then_some(leaf),
            };
            leaf.step(p, way)?;
        }
        None
    }

    /// None if it is no scalar that can be calculated with.
    pub fn kind(&self, p: &Program) -> Option<Kind> {
        if let Some(int) = self.int(p) {
            return (int.bits <= 64).then_some(Kind::Int(int));
        }
        match p.types.kind(self.ty) {
            TypeKind::Float(kind @ (FloatKind::Float | FloatKind::Double)) => {
                Some(Kind::Float(kind))
            }
            TypeKind::Pointer(to) if !p.types.is_function(to) => Some(Kind::Pointer),
            _ => None,
        }
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

    /// What it holds.
    pub fn held(&self, p: &mut Program) -> ExprId {
        let lvalue = self.lvalue(p);
        build::read(p, lvalue)
    }

    /// Its value as an integer, as operators take it: that of a bit-field is promoted by
    /// its width.
    pub fn value(&self, p: &mut Program) -> ExprId {
        let value = self.held(p);
        match self.kind(p) {
            Some(Kind::Float(_)) => build::cast(p, value, TypeId::INT),
            Some(Kind::Pointer) => build::unary(p, UnaryOp::Not, value),
            _ => match self.promoted(p) {
                Some(ty) if self.width.is_some() => build::convert(p, value, ty),
                _ => value,
            },
        }
    }

    /// The type after the integer promotions.
    pub fn promoted(&self, p: &Program) -> Option<TypeId> {
        let Kind::Int(_) = self.kind(p)? else { return Some(TypeId::INT) };
        let kind = p.types.int_kind(self.ty)?;
        let promoted = match self.width {
            Some(width) => arith::promote_bitfield(&p.target, kind, width),
            None => arith::promote(&p.target, kind),
        };
        Some(TypeId::int(promoted))
    }

    /// The integer that stands for what it holds; none if there is none.
    pub fn number(held: Held, int: IntType) -> Option<i128> {
        match held {
            Held::Int { value, open: 0 } => Some(value),
            Held::Float(value) => value.to_int(int).ok(),
            Held::Pointer(Pointer::Null) => Some(1),
            Held::Pointer(Pointer::Object { .. }) => Some(0),
            _ => None,
        }
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
