//! Structs, unions and enumerations.

use super::{FieldId, RecordId, TypeId};
use crate::arena::List;
use crate::span::Span;
use crate::symbol::Symbol;
use crate::target::IntKind;
use crate::tree::{Attr, DeclId, ScopeId};

/// A struct or union.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    pub is_union: bool,
    pub tag: Option<Symbol>,
    pub fields: List<FieldId>,
    /// The body was seen (or it is a builtin record).
    pub complete: bool,
    pub packed: bool,
    /// `aligned(n)` on the record; 0 if absent.
    pub align_attr: u32,
    /// `#pragma pack(n)` in force at the body; 0 if none.
    pub pack: u32,
    pub transparent: bool,
    /// `scalar_storage_order` opposite to the target's.
    pub reversed: bool,
    /// Bytes, valid once complete; for records of variable size (GNU), 0.
    pub size: u64,
    pub align: u32,
    /// An attribute had a say in the alignment: the target's limits do not apply.
    pub user_aligned: bool,
    pub register: Register,
    /// The last member is an array without length.
    pub flexible: bool,
    /// A member's type is variably modified (GNU).
    pub variable: bool,
    pub attrs: List<Attr>,
    pub scope: Option<ScopeId>,
    pub span: Span,
    /// In a program of several units.
    pub kin: Option<Kin>,
}

/// What gcc would keep a whole value of a type in. i386 asks this when it
/// aligns members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Register {
    /// Memory only.
    None,
    Integer,
    /// Those for `double` and for complex numbers, where the target aligns
    /// them less within records.
    Double,
    /// Floating, complex, decimal or vector.
    Other,
}

/// A member, named or not.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub record: RecordId,
    /// `None` for anonymous structs and unions and for unnamed bit-fields.
    pub name: Option<Symbol>,
    pub ty: TypeId,
    /// As it was written, before attributes.
    pub written: TypeId,
    /// Width of a bit-field.
    pub width: Option<u8>,
    pub packed: bool,
    /// `aligned(n)` or `_Alignas` on the member; 0 if absent.
    pub align_attr: u32,
    /// Where it starts, in bits from the start of the record.
    pub offset_bits: u64,
    pub attrs: List<Attr>,
    /// Of the declarator, or of all of `line` if there is none.
    pub span: Span,
    /// Of the declaration, up to its `;`, that it may share with others.
    pub line: Span,
}

impl Field {
    /// Where a member that is no bit-field starts.
    pub fn offset(&self) -> u64 {
        self.offset_bits / 8
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Enum {
    pub tag: Option<Symbol>,
    pub enumerators: List<DeclId>,
    pub complete: bool,
    /// The integer type it is compatible with.
    pub repr: IntKind,
    pub packed: bool,
    pub attrs: List<Attr>,
    pub span: Span,
    /// In a program of several units.
    pub kin: Option<Kin>,
}

/// Who of other units is the same type (6.2.7p1). Being the same is not passed on: two
/// types of one unit may each be that of another unit, and are not each other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kin {
    pub unit: u32,
    /// Those with the same tag and the same members have the same number; none if
    /// the members are not known.
    pub class: Option<u32>,
}

impl Kin {
    /// Whether two types are the same, given that of their tags.
    pub fn is_same(a: Option<Kin>, b: Option<Kin>, same_tag: bool) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return false };
        a.unit != b.unit
            && match (a.class, b.class) {
                (Some(a), Some(b)) => a == b,
                _ => same_tag,
            }
    }
}

impl Record {
    pub fn incomplete(is_union: bool, tag: Option<Symbol>, span: Span) -> Record {
        Record {
            is_union,
            tag,
            fields: List::EMPTY,
            complete: false,
            packed: false,
            align_attr: 0,
            pack: 0,
            transparent: false,
            reversed: false,
            size: 0,
            align: 1,
            user_aligned: false,
            register: Register::None,
            flexible: false,
            variable: false,
            attrs: List::EMPTY,
            scope: None,
            kin: None,
            span,
        }
    }
}
