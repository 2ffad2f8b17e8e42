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
mod clocks;
mod ctype;
mod input;
mod math;
mod memory;
mod numbers;
mod print;
mod process;
mod random;
mod scan;
mod services;
mod sort;
mod source;
mod state;
mod strings;
mod tokens;

use std::sync::LazyLock;

use elenchus_lang::builtins;
use elenchus_lang::tree::DeclId;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;
use rustc_hash::FxHashMap;

pub use state::{Mark as StateMark, Remembered, State};

use crate::Machine;
use crate::facts::Facts;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

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
        let missing = || Stop::undefined(Undefined::Arguments, Finding::ArgumentMissing);
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

/// What a function may touch when it is given the first element of an array that is
/// part of a greater object (7.1.4p1 with 6.5.6p8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// That array alone.
    Array,
    /// If it is a row of a matrix, the other rows too: matrices are often copied and
    /// filled by their first row. An array in a struct is all there is.
    Matrix,
    /// Whatever it finds by itself, in a list of arguments.
    Anything,
}

/// Known as `name` and as `__builtin_name`.
const LIBRARY: &[(Reach, Table)] = &[
    (Reach::Matrix, memory::TABLE),
    (Reach::Array, allocate::TABLE),
    (Reach::Array, strings::TABLE),
    (Reach::Array, tokens::TABLE),
    (Reach::Array, checked::TABLE),
    (Reach::Matrix, checked::MEMORY),
    (Reach::Anything, checked::LISTS),
    (Reach::Array, ctype::TABLE),
    (Reach::Array, print::TABLE),
    (Reach::Anything, print::LISTS),
    (Reach::Array, input::TABLE),
    (Reach::Array, scan::TABLE),
    (Reach::Anything, scan::LISTS),
    (Reach::Array, sort::TABLE),
    (Reach::Array, numbers::TABLE),
    (Reach::Array, process::TABLE),
    (Reach::Array, random::TABLE),
    (Reach::Array, clocks::TABLE),
    (Reach::Array, state::TABLE),
    (Reach::Array, bits::LIBRARY),
    (Reach::Array, atomic::OPERATIONS),
    (Reach::Array, atomic::TABLE),
    (Reach::Array, math::ROUND),
    (Reach::Array, math::UNARY),
    (Reach::Array, math::BINARY),
    (Reach::Array, math::INTEGERS),
    (Reach::Array, math::PARTS),
    (Reach::Array, classify::LIBRARY),
];

/// Known as `__builtin_name` alone.
const BUILTINS: &[(Reach, Table)] = &[
    (Reach::Array, bits::BUILTINS),
    (Reach::Array, process::BUILTINS),
    (Reach::Array, classify::BUILTINS),
    (Reach::Array, math::BUILTINS),
];

/// What is known of a function.
#[derive(Clone, Copy)]
struct Row {
    function: Function,
    reach: Reach,
}

fn row(full: &str) -> Option<Row> {
    static BY_NAME: LazyLock<[ByName; 2]> = LazyLock::new(|| [by_name(LIBRARY), by_name(BUILTINS)]);
    let [library, alone] = &*BY_NAME;
    let builtin = builtins::stem(full);
    let found = library.get(builtin.unwrap_or(full));
    found.or_else(|| alone.get(builtin?)).copied()
}

type ByName = FxHashMap<&'static str, Row>;

/// All rows; of those of one name the first.
fn by_name(tables: &[(Reach, Table)]) -> ByName {
    let mut rows = ByName::default();
    for &(reach, table) in tables {
        for &(name, function) in table {
            rows.entry(name).or_insert(Row { function, reach });
        }
    }
    rows
}

fn find(name: &str) -> Option<Function> {
    row(name).map(|row| row.function)
}

/// What a function may touch, if the machine has one of this name.
pub fn reach(name: &str) -> Option<Reach> {
    row(name).map(|row| row.reach)
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
        if let Err(stop) = machine.check_determined(value, ty)
            && !random::takes_open(machine.p.name(machine.p.decls[decl].name))
        {
            return Err(stop);
        }
    }
    function(machine, &Args { list: args, decl: Some(decl) }).map_err(|stop| match stop {
        // 7.1.4p1 forbids it whether the function would use the pointer or not. What
        // a function of the program does is its own.
        Stop::Undefined(Undefined::NullAccess, facts) if machine.control.inner.is_none() => {
            let name = machine.p.name(machine.p.decls[decl].name).to_owned();
            let finding = match facts.finding {
                Finding::NullStream => Finding::NullStreamArgument,
                _ => Finding::NullArgument,
            };
            let facts = Facts { finding, ..*facts }.text("function", name);
            Stop::undefined(Undefined::LibraryArgument, facts)
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
    use elenchus_lang::builtins::{self, Base};

    use super::{LIBRARY, Reach};

    /// Names with underscores are declared by headers alone, what gcc knows as
    /// `__builtin_name` has its type there, and for `_Float32` and its kin gcc
    /// does not know all.
    #[test]
    fn every_function_that_a_program_may_declare_has_a_type() {
        const EXTENDED: &[&str] = &["f16", "f32", "f64", "f128", "f32x", "f64x"];
        for (name, _) in LIBRARY.iter().flat_map(|(_, table)| table.iter()) {
            let known = builtins::lookup(format!("__builtin_{name}").as_bytes()).is_some();
            let typed = known || builtins::library_type(name).is_some();
            let extended = EXTENDED.iter().any(|suffix| name.ends_with(suffix));
            assert!(typed || extended || name.starts_with('_'), "{name}");
        }
    }

    /// What a function is given shows in its type: who takes a `va_list` goes on from
    /// there, and who works on any bytes takes `void *`.
    #[test]
    fn the_reach_of_a_function_agrees_with_its_type() {
        for &(reach, table) in LIBRARY {
            for (name, _) in table {
                let Some(prototype) = builtins::library_type(name) else { continue };
                let has = |base| prototype.named().any(|ty| ty.base == base);
                assert_eq!(has(Base::VaList), reach == Reach::Anything, "{name}");
                assert!(has(Base::Void) || reach != Reach::Matrix, "{name}");
            }
        }
    }
}
