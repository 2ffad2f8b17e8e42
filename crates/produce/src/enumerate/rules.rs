//! What a variable must be to stand at a place.

use elenchus_lang::tree::{Decl, DeclKind, Linkage, Program, Storage};
use elenchus_lang::types::{Quals, TypeId};

/// What becomes of the variable at a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Use {
    /// Its value, or that of a part of it, is read.
    Read,
    /// It, or a part of it, is assigned.
    Write,
    /// Its address is taken, or it becomes a pointer to its first element.
    Address,
    /// Anything else: the operand of `sizeof` and the like.
    Other,
}

/// A place where a variable stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct UsePlace {
    pub r#use: Use,
    /// In the initialiser of an object with static storage.
    pub constant: bool,
    /// Of the variable that stands there: its type and storage.
    pub ty: TypeId,
    pub register: bool,
    pub array_or_record: bool,
}

struct Rule {
    applies: fn(&UsePlace) -> bool,
    allows: fn(&Program, &Decl, &UsePlace) -> bool,
}

/// A variable must please each rule that applies.
const RULES: &[Rule] = &[
    // No const on the left of an assignment (6.5.16p2).
    Rule {
        applies: |place| place.r#use == Use::Write,
        allows: |p, decl, _| !p.types.quals(decl.ty).has(Quals::CONST),
    },
    // A pointer to it, or its type, must stay what it was (6.5.16.1p1).
    Rule {
        applies: |place| matches!(place.r#use, Use::Address | Use::Other),
        allows: |p, decl, place| p.types.quals(decl.ty) == p.types.quals(place.ty),
    },
    // An atomic type has a size of its own (6.2.5p27).
    Rule {
        applies: |_| true,
        allows: |p, decl, place| {
            let atomic = |ty| p.types.quals(ty).has(Quals::ATOMIC);
            atomic(decl.ty) == atomic(place.ty)
        },
    },
    // No register where an address is taken (6.5.3.2p1), be it that of a part.
    Rule {
        applies: |place| !place.register && (place.r#use == Use::Address || place.array_or_record),
        allows: |_, decl, _| !decl.storage.has(Storage::REGISTER),
    },
    // An address constant needs static storage (6.6p9).
    Rule {
        applies: |place| place.constant,
        allows: |_, decl, _| is_static(decl) && !decl.storage.has(Storage::THREAD),
    },
];

pub(super) fn allows(p: &Program, decl: &Decl, place: &UsePlace) -> bool {
    RULES.iter().all(|rule| !(rule.applies)(place) || (rule.allows)(p, decl, place))
}

/// Whether it lives as long as the program.
pub(super) fn is_static(decl: &Decl) -> bool {
    decl.kind == DeclKind::Variable
        && (decl.linkage != Linkage::None || decl.storage.has(Storage::STATIC))
}
