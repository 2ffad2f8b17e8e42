//! The C library as the machine sees it: functions that touch memory, print,
//! allocate and end the program. What they must be given is checked, and what
//! is undefined about a call is said (7.1.4).
//!
//! A function is a row of a table, under its plain name. A call of
//! `__builtin_name` finds the row of `name`; the tables of builtins alone are
//! not found without the prefix.

mod allocate;
mod atomic;
mod bits;
mod called;
mod checked;
mod classify;
mod ctype;
mod input;
mod math;
mod memory;
mod numbers;
mod print;
mod process;
mod scan;
mod services;
mod sort;
mod source;
mod state;
mod strings;
mod tokens;

use std::sync::LazyLock;

use elenchus_lang::tree::DeclId;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;
use rustc_hash::FxHashMap;

pub use state::{Mark as StateMark, State};

use crate::Machine;
use crate::stop::Stop;
use crate::value::Value;

/// The arguments of a call, with the types that they were given with.
pub struct Args<'a> {
    list: &'a [(Value, TypeId)],
    /// The function that was called.
    decl: Option<DeclId>,
}

impl Args<'_> {
    /// For functions that the library calls itself.
    fn none() -> Args<'static> {
        Args { list: &[], decl: None }
    }

    pub fn get(&self, index: usize) -> Result<Value, Stop> {
        let missing = || Stop::undefined(Undefined::Arguments, "an argument is missing");
        self.list.get(index).map(|(value, _)| *value).ok_or_else(missing)
    }

    pub fn ty(&self, index: usize) -> TypeId {
        self.list.get(index).map_or(TypeId::ERROR, |(_, ty)| *ty)
    }

    pub fn rest(&self, from: usize) -> &[(Value, TypeId)] {
        self.list.get(from..).unwrap_or_default()
    }

    /// The type that the function returns, as it is declared.
    fn result(&self, m: &Machine) -> Option<TypeId> {
        let function = m.p.types.as_function(m.p.decls[self.decl?].ty)?;
        Some(function.result)
    }
}

pub type Function = fn(&mut Machine, &Args<'_>) -> Result<Value, Stop>;

/// A table of functions, by their names without `__builtin_`.
type Table = &'static [(&'static str, Function)];

/// Known as `name` and as `__builtin_name`.
const LIBRARY: &[Table] = &[
    memory::TABLE,
    allocate::TABLE,
    strings::TABLE,
    tokens::TABLE,
    checked::TABLE,
    ctype::TABLE,
    print::TABLE,
    input::TABLE,
    scan::TABLE,
    sort::TABLE,
    numbers::TABLE,
    process::TABLE,
    state::TABLE,
    bits::LIBRARY,
    atomic::OPERATIONS,
    atomic::TABLE,
    math::ROUND,
    math::UNARY,
    math::BINARY,
    math::INTEGERS,
    math::PARTS,
    classify::LIBRARY,
];

/// Known as `__builtin_name` alone.
const BUILTINS: &[Table] = &[bits::BUILTINS, process::BUILTINS, classify::BUILTINS, math::BUILTINS];

fn find(full: &str) -> Option<Function> {
    static BY_NAME: LazyLock<[ByName; 2]> = LazyLock::new(|| [by_name(LIBRARY), by_name(BUILTINS)]);
    let [library, builtins] = &*BY_NAME;
    let builtin = full.strip_prefix("__builtin_");
    let found = library.get(builtin.unwrap_or(full));
    found.or_else(|| builtins.get(builtin?)).copied()
}

type ByName = FxHashMap<&'static str, Function>;

/// All rows; of those of one name the first.
fn by_name(tables: &[Table]) -> ByName {
    let mut functions = ByName::default();
    for &(name, function) in tables.iter().copied().flatten() {
        functions.entry(name).or_insert(function);
    }
    functions
}

/// Whether the machine has a function of this name.
pub fn is_known(name: &str) -> bool {
    find(name).is_some()
}

/// Calls a function that the program does not define, by the type that the
/// caller sees.
pub fn call(
    machine: &mut Machine,
    decl: DeclId,
    seen: TypeId,
    args: &[(Value, TypeId)],
) -> Result<Value, Stop> {
    let function = called::function(machine, decl, seen, args)?;
    for &(value, ty) in args {
        machine.check_determined(value, ty)?;
    }
    function(machine, &Args { list: args, decl: Some(decl) }).map_err(|stop| match stop {
        // 7.1.4p1 forbids it whether the function would use the pointer or not.
        Stop::Undefined(Undefined::NullAccess, detail) => {
            let name = machine.p.name(machine.p.decls[decl].name);
            Stop::undefined(Undefined::LibraryArgument, format!("{name}: {detail}"))
        }
        other => other,
    })
}

/// A pointer some bytes further, where the caller knows that there are any.
fn at(pointer: Value, offset: u64) -> Value {
    Value { lo: pointer.lo.wrapping_add(offset), hi: pointer.hi }
}

fn is_null(pointer: Value) -> bool {
    pointer.lo == 0 && pointer.hi == 0
}

#[cfg(test)]
mod tests {
    use elenchus_lang::builtins;

    use super::LIBRARY;

    /// Names with underscores are declared by headers alone, what gcc knows as
    /// `__builtin_name` has its type there, and for `_Float32` and its kin gcc
    /// does not know all.
    #[test]
    fn every_function_that_a_program_may_declare_has_a_type() {
        const EXTENDED: &[&str] = &["f16", "f32", "f64", "f128", "f32x", "f64x"];
        for (name, _) in LIBRARY.iter().flat_map(|table| table.iter()) {
            let known = builtins::lookup(format!("__builtin_{name}").as_bytes()).is_some();
            let typed = known || builtins::library_type(name).is_some();
            let extended = EXTENDED.iter().any(|suffix| name.ends_with(suffix));
            assert!(typed || extended || name.starts_with('_'), "{name}");
        }
    }
}
