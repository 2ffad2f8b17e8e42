//! Functions that compilers know by themselves.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::tree::{DeclId, DeclKind, Program};
use elenchus_lang::types::TypeId;
use rustc_hash::FxHashMap;

use super::state::Gen;
use super::value::{Built, Known};

struct Builtin {
    name: &'static str,
    argument: TypeId,
    result: TypeId,
    /// It is not defined for zero.
    not_zero: bool,
    compute: fn(u64) -> u64,
}

const BUILTINS: &[Builtin] = &[
    row("__builtin_popcount", TypeId::UINT, TypeId::INT, false, |x| x.count_ones().into()),
    row("__builtin_popcountll", TypeId::ULONG_LONG, TypeId::INT, false, |x| x.count_ones().into()),
    row("__builtin_parity", TypeId::UINT, TypeId::INT, false, |x| u64::from(x.count_ones() & 1)),
    row("__builtin_clz", TypeId::UINT, TypeId::INT, true, |x| {
        u64::from((x as u32).leading_zeros())
    }),
    row("__builtin_clzll", TypeId::ULONG_LONG, TypeId::INT, true, |x| x.leading_zeros().into()),
    row("__builtin_ctz", TypeId::UINT, TypeId::INT, true, |x| {
        u64::from((x as u32).trailing_zeros())
    }),
    row("__builtin_ctzll", TypeId::ULONG_LONG, TypeId::INT, true, |x| x.trailing_zeros().into()),
    row("__builtin_bswap32", TypeId::UINT, TypeId::UINT, false, |x| (x as u32).swap_bytes().into()),
];

const fn row(
    name: &'static str,
    argument: TypeId,
    result: TypeId,
    not_zero: bool,
    compute: fn(u64) -> u64,
) -> Builtin {
    Builtin { name, argument, result, not_zero, compute }
}

/// A function that names them all, so that the front end declares them. Nobody
/// calls it, and it is not printed.
pub fn text() -> String {
    let calls: Vec<String> = BUILTINS.iter().map(|b| format!("{}(1)", b.name)).collect();
    format!("static int builtins(void) {{ return {}; }}\n", calls.join(" + "))
}

/// The declarations that the front end made.
pub fn find(p: &Program) -> FxHashMap<&'static str, DeclId> {
    let named = |(id, decl): (DeclId, &elenchus_lang::tree::Decl)| {
        let known = BUILTINS.iter().find(|b| p.name(decl.name) == b.name)?;
        Some((known.name, id))
    };
    let builtins = p.decls.iter().filter(|(_, decl)| decl.kind == DeclKind::Builtin);
    builtins.filter_map(named).collect()
}

impl Gen<'_> {
    /// A call of one of them.
    pub fn builtin(&mut self, a: Built) -> Built {
        let at = self.choices.below("builtin", BUILTINS.len() as u64) as usize;
        let builtin = &BUILTINS[at];
        let Some(&decl) = self.known.builtins.get(builtin.name) else { return a };
        self.totals.stats.construct("builtin");
        let mut a = self.integer(a);
        if builtin.not_zero {
            a = self.cast(a, builtin.argument);
            let one = self.int(1);
            a = self.binary(BinaryOp::Or, a, one);
        }
        let a = self.convert(a, builtin.argument);
        let id = build::call(self.p(), decl, &[a.id]);
        let value = match a.value {
            Known::Int(value) => Known::Int((builtin.compute)(value as u64).into()),
            _ => Known::No,
        };
        let ty = builtin.result;
        let chars = a.chars + builtin.name.len() as u32 + 2;
        Built { id, ty, value, chars, effects: true, constant: false }
    }
}
