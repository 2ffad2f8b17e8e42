//! Whether a type can be named at a place in the text, and how.

use std::collections::BTreeMap;

use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{Program, ScopeId};
use elenchus_lang::types::{ArrayLength, EnumId, RecordId, TypeId, TypeKind};

use super::walk::Place;

/// Why a question cannot be asked.
pub type Reason = &'static str;

pub const UNNAMED: Reason = "a type without a name";
pub const NOT_VISIBLE: Reason = "a tag that is hidden or not unique";
pub const VARIABLE: Reason = "a type of variable size";
/// GNU: `noreturn` and `const` functions, by attribute or qualifier.
pub const QUALIFIED: Reason = "a function type with qualifiers, which no name has";
/// For gcc, what `{}` gives `[]` is not the type that is written `[0]`.
pub const EMPTY: Reason = "an array of no elements";
pub const UNKNOWN: Reason = "a type that we do not know";

/// How often each tag is declared in a program: one that is declared twice
/// may mean another type where the question stands.
pub struct Tags {
    counts: BTreeMap<Symbol, usize>,
}

impl Tags {
    pub fn new(program: &Program) -> Tags {
        let mut counts = BTreeMap::new();
        let records = program.types.records.iter().filter_map(|(_, record)| record.tag);
        let enums = program.types.enums.iter().filter_map(|(_, one)| one.tag);
        for tag in records.chain(enums) {
            *counts.entry(tag).or_default() += 1;
        }
        Tags { counts }
    }

    /// Whether `ty` can be named at `place`.
    pub fn can_name(&self, program: &Program, ty: TypeId, place: Place) -> Result<(), Reason> {
        let types = &program.types;
        match types.kind(ty) {
            TypeKind::Pointer(to) => self.can_name(program, to, place),
            TypeKind::Array { element, length } => match length {
                ArrayLength::Variable(_) | ArrayLength::Star => Err(VARIABLE),
                ArrayLength::Fixed(0) => Err(EMPTY),
                ArrayLength::Fixed(_) | ArrayLength::Unknown => {
                    self.can_name(program, element, place)
                }
            },
            TypeKind::Vector { element, .. } | TypeKind::Complex(element) => {
                self.can_name(program, element, place)
            }
            TypeKind::Function(_) if !types.quals(ty).is_empty() => Err(QUALIFIED),
            TypeKind::Function(id) => {
                let function = types.function(id);
                self.can_name(program, function.result, place)?;
                (types.params[function.params].iter())
                    .try_for_each(|&param| self.can_name(program, param, place))
            }
            TypeKind::Record(id) => self.can_name_record(program, id, place),
            TypeKind::Enum(id) => self.can_name_enum(program, id, place),
            TypeKind::Error => Err(UNKNOWN),
            _ => Ok(()),
        }
    }

    fn can_name_record(&self, program: &Program, id: RecordId, place: Place) -> Result<(), Reason> {
        let record = &program.types.records[id];
        if record.variable {
            return Err(VARIABLE);
        }
        let tag = record.tag.ok_or(UNNAMED)?;
        let in_scope = record.scope.is_none_or(|scope| encloses(program, scope, place.scope));
        self.visible(tag, in_scope && record.span.start < place.offset)
    }

    fn can_name_enum(&self, program: &Program, id: EnumId, place: Place) -> Result<(), Reason> {
        let one = &program.types.enums[id];
        let tag = one.tag.ok_or(UNNAMED)?;
        self.visible(tag, one.span.start < place.offset)
    }

    fn visible(&self, tag: Symbol, here: bool) -> Result<(), Reason> {
        let unique = self.counts.get(&tag).is_some_and(|count| *count == 1);
        if unique && here { Ok(()) } else { Err(NOT_VISIBLE) }
    }
}

/// Whether `inner` is `outer` or lies in it.
fn encloses(program: &Program, outer: ScopeId, inner: ScopeId) -> bool {
    let parents = std::iter::successors(Some(inner), |scope| program.scopes[*scope].parent);
    parents.into_iter().any(|scope| scope == outer)
}
