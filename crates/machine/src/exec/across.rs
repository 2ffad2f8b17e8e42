//! Types of different units that are compatible though declared twice
//! (6.2.7p1): structs, unions and enumerations with the same members.

use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{DeclId, DeclKind, Program};
use elenchus_lang::types::{ArrayLength, Record, RecordId, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether two types, of whichever units, are compatible.
pub fn compatible(p: &Program, a: TypeId, b: TypeId) -> bool {
    same(p, a, b, &mut Vec::new())
}

/// Notes which structs and unions of a linked program are the same. Within a
/// unit, two of them are never.
pub fn join(p: &mut Program) {
    let unit_of = |p: &Program, record: RecordId| {
        let at = p.types.records[record].span.start;
        p.units.iter().position(|unit| unit.span.start <= at && at <= unit.span.end)
    };
    let mut firsts: FxHashMap<Symbol, Vec<RecordId>> = FxHashMap::default();
    for record in p.types.records.ids() {
        let Record { tag: Some(tag), complete: true, .. } = p.types.records[record] else {
            continue;
        };
        let known = firsts.entry(tag).or_default();
        let twin = known.iter().copied().find(|&first| {
            let types = &p.types;
            let pair = (types.find(TypeKind::Record(first)), types.find(TypeKind::Record(record)));
            let (Some(a), Some(b)) = pair else { return false };
            unit_of(p, first) != unit_of(p, record) && compatible(p, a, b)
        });
        match twin {
            Some(first) => p.types.records[record].twin = Some(first),
            None => known.push(record),
        }
    }
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
