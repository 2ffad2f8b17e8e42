//! The C library as the machine sees it: functions that touch memory, print,
//! allocate and end the program. What they must be given is checked, and what
//! is undefined about a call is said (7.1.4).

mod builtins;
mod memory;
mod print;
mod strings;

use elenchus_lang::tree::DeclId;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use crate::exec::Machine;
use crate::stop::Stop;
use crate::value::Value;

/// The arguments of a call, with the types that they were given with.
pub struct Args<'a> {
    list: &'a [(Value, TypeId)],
}

impl Args<'_> {
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
}

pub type Function = fn(&mut Machine, &Args<'_>) -> Result<Value, Stop>;

/// Every function, by its name without `__builtin_`.
fn find(name: &str) -> Option<Function> {
    let tables = [memory::TABLE, strings::TABLE, print::TABLE, builtins::TABLE];
    tables.iter().flat_map(|t| t.iter()).find(|(n, _)| *n == name).map(|(_, f)| *f)
}

/// Whether the machine has a function of this name.
pub fn is_known(name: &str) -> bool {
    find(name.strip_prefix("__builtin_").unwrap_or(name)).is_some()
}

/// Calls a function that the program does not define.
pub fn call(machine: &mut Machine, decl: DeclId, args: &[(Value, TypeId)]) -> Result<Value, Stop> {
    let function = match machine.library.get(&decl) {
        Some(&function) => function,
        None => {
            let full = machine.p.name(machine.p.decls[decl].name);
            let name = full.strip_prefix("__builtin_").unwrap_or(full);
            let Some(function) = find(name) else {
                return Err(Stop::unsupported(format!("the function '{full}'")));
            };
            machine.library.insert(decl, function);
            function
        }
    };
    for &(value, ty) in args {
        machine.check_determined(value, ty)?;
    }
    function(machine, &Args { list: args }).map_err(|stop| match stop {
        // 7.1.4p1 forbids it whether the function would use the pointer or not.
        Stop::Undefined(Undefined::NullAccess, detail) => {
            let name = machine.p.name(machine.p.decls[decl].name);
            Stop::undefined(Undefined::LibraryArgument, format!("{name}: {detail}"))
        }
        other => other,
    })
}
