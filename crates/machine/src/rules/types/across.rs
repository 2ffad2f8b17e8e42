//! Types of different units that are compatible though declared twice
//! (6.2.7p1): structs, unions and enumerations with the same members.

use elenchus_lang::layout;
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{DeclId, DeclKind, Program};
use elenchus_lang::types::{ArrayLength, Enum, Kin, Record, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether two types, of whichever units, are compatible.
pub fn compatible(p: &Program, a: TypeId, b: TypeId) -> bool {
    same(p, a, b, &mut Vec::new())
}

/// What types of one class have in common: a tag or none, and how many members.
type Key = (Option<Symbol>, usize);

/// Notes which structs, unions and enumerations of a linked program are the same
/// type in different units.
pub fn join(p: &mut Program) {
    let mut known: FxHashMap<Key, Vec<(TypeId, u32)>> = FxHashMap::default();
    let mut count = 0;
    let mut class = |p: &Program, kind: TypeKind, tag: Option<Symbol>, members: usize| {
        let ty = p.types.find(kind)?;
        let alike = known.entry((tag, members)).or_default();
        let first = alike.iter().find(|(first, _)| compatible(p, *first, ty));
        Some(first.map(|(_, class)| *class).unwrap_or_else(|| {
            count += 1;
            alike.push((ty, count));
            count
        }))
    };
    for id in p.types.records.ids() {
        let Record { tag, complete, span, fields, .. } = p.types.records[id];
        let Some(unit) = unit_of(p, span) else { continue };
        let kind = TypeKind::Record(id);
        // Headers may name members otherwise from file to file.
        let members = if p.is_system(span) { 0 } else { fields.len() };
        let class = if complete { class(p, kind, tag, members) } else { None };
        p.types.records[id].kin = Some(Kin { unit, class });
    }
    for id in p.types.enums.ids() {
        let Enum { tag, complete, span, enumerators, .. } = p.types.enums[id];
        let Some(unit) = unit_of(p, span) else { continue };
        let kind = TypeKind::Enum(id);
        let class = if complete { class(p, kind, tag, enumerators.len()) } else { None };
        p.types.enums[id].kin = Some(Kin { unit, class });
    }
}

/// Units stand one behind another.
fn unit_of(p: &Program, span: Span) -> Option<u32> {
    let unit = p.units.iter().rposition(|unit| unit.span.start <= span.start)?;
    u32::try_from(unit).ok()
}

fn same(program: &Program, a: TypeId, b: TypeId, assumed: &mut Vec<(TypeId, TypeId)>) -> bool {
    let types = &program.types;
    if types.compatible(a, b) || assumed.contains(&(a, b)) {
        return true;
    }
    if types.quals(a) != types.quals(b) {
        return false;
    }
    match (types.kind(a), types.kind(b)) {
        (TypeKind::Pointer(x), TypeKind::Pointer(y)) => same(program, x, y, assumed),
        (TypeKind::Array { element: x, length: m }, TypeKind::Array { element: y, length: n }) => {
            let fits = match (m, n) {
                (ArrayLength::Fixed(m), ArrayLength::Fixed(n)) => m == n,
                _ => true,
            };
            fits && same(program, x, y, assumed)
        }
        (TypeKind::Record(x), TypeKind::Record(y)) => {
            let (r, s) = (&types.records[x], &types.records[y]);
            let head = r.is_union == s.is_union && r.tag == s.tag;
            if !head || !r.complete || !s.complete {
                return head;
            }
            // The headers of the system describe one struct, whichever names they give to
            // what is in it in this file or that one.
            if r.tag.is_some() && program.is_system(r.span) && program.is_system(s.span) {
                let extent = |ty| {
                    let size = layout::size_of(types, &program.target, ty);
                    (size, layout::align_of(types, &program.target, ty))
                };
                return extent(a) == extent(b);
            }
            assumed.push((a, b));
            let (f, g) = (types.fields(x), types.fields(y));
            f.len() == g.len()
                && f.iter().zip(g).all(|(&f, &g)| {
                    let (f, g) = (&types.fields[f], &types.fields[g]);
                    f.name == g.name
                        && f.width == g.width
                        && f.offset_bits == g.offset_bits
                        && same(program, f.ty, g.ty, assumed)
                })
        }
        (TypeKind::Enum(x), TypeKind::Enum(y)) => {
            let (e, f) = (&types.enums[x], &types.enums[y]);
            let constants = |list| {
                let constant = |id: &DeclId| match program.decls[*id].kind {
                    DeclKind::Enumerator { value, .. } => Some((program.decls[*id].name, value)),
                    _ => None,
                };
                let list: &[DeclId] = &program.decl_lists[list];
                list.iter().filter_map(constant).collect::<FxHashSet<_>>()
            };
            let known = e.complete && f.complete;
            e.tag == f.tag
                && e.repr == f.repr
                && (!known || constants(e.enumerators) == constants(f.enumerators))
        }
        _ => match (types.as_function(a), types.as_function(b)) {
            (Some(f), Some(g)) => {
                let (p, q) = (&types.params[f.params], &types.params[g.params]);
                same(program, f.result, g.result, assumed)
                    && match (f.prototyped, g.prototyped) {
                        (true, true) => {
                            f.variadic == g.variadic
                                && p.len() == q.len()
                                && p.iter().zip(q).all(|(&x, &y)| same(program, x, y, assumed))
                        }
                        // 6.7.6.3p15
                        (true, false) => types.fits_unprototyped(&f),
                        (false, true) => types.fits_unprototyped(&g),
                        (false, false) => true,
                    }
            }
            _ => false,
        },
    }
}
