//! The functions that GCC 12 knows without a declaration, and the types of
//! other functions of the library.
//!
//! The front end asks here for an identifier that no scope declares, and for
//! the type that an implicit declaration or a redeclaration is held against.
//! The tables are data decoded while the crate is compiled: a malformed row
//! does not build, and nothing is set up when the program starts.
//!
//! Names that take a type or a designator where a function takes an argument
//! (`__builtin_va_arg`, `__builtin_offsetof`, `__builtin_choose_expr`,
//! `__builtin_types_compatible_p`, `__builtin_convertvector`,
//! `__builtin_has_attribute`) are syntax, and names of types
//! (`__builtin_va_list`) are types: neither stands here.

mod compatible;
mod prototype;
mod special;
mod tables;
#[cfg(test)]
mod tests;

use crate::tree::{Decl, Item, Linkage, Program};

pub use prototype::{Base, Parameters, Prototype, Qualifiers, Type};
pub use special::{Arithmetic, AtomicOp, FloatCompare, FloatTest, Special};

/// What a name of a [prefixed](Builtin::prefixed) function begins with.
const PREFIX: &str = "__builtin_";

/// A function known without a declaration.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// The name without `__builtin_`: `memcpy` for `memcpy` and
    /// `__builtin_memcpy`, `expect` for `__builtin_expect`.
    pub name: &'static str,
    pub signature: Signature,
    /// Known as `__builtin_name`. The others (`__sync_…`, `__atomic_…`) are
    /// known by `name` alone, and visible from the start.
    pub prefixed: bool,
    /// Also known as plain `name`, which is an ordinary identifier: it names
    /// this function once a declaration, explicit or implicit, introduces it.
    pub library: bool,
    /// Control does not come back from a call.
    pub noreturn: bool,
}

/// How a call is typed.
#[derive(Clone, Copy, Debug)]
pub enum Signature {
    /// Like any function of this type.
    Typed(Prototype),
    /// By a rule of its own, from the arguments.
    Special(Special),
}

/// What stands behind the prefix that only gcc's own functions have.
pub fn stem(name: &str) -> Option<&str> {
    name.strip_prefix(PREFIX)
}

/// The function that `name` denotes where no declaration of `name` is in scope.
pub fn lookup(name: &[u8]) -> Option<&'static Builtin> {
    match name.strip_prefix(PREFIX.as_bytes()) {
        Some(stem) => find(stem).filter(|builtin| builtin.prefixed),
        None => find(name).filter(|builtin| builtin.library || !builtin.prefixed),
    }
}

/// The type of a function of the library, by its plain name. A program may
/// declare it itself, but not with a type that is not compatible (6.2.7p2).
pub fn library_type(name: &str) -> Option<&'static Prototype> {
    if let Some(row) = find(name.as_bytes()).filter(|row| row.library) {
        return match &row.signature {
            Signature::Typed(prototype) => Some(prototype),
            Signature::Special(_) => None,
        };
    }
    let at = tables::DECLARED.binary_search_by(|row| row.0.cmp(name)).ok()?;
    tables::DECLARED.get(at).map(|row| &row.1)
}

/// Functions of the library that a program defines itself. That is undefined
/// (7.1.3p2), and compilers expand calls as if it were the library's.
pub fn defined_in(p: &Program) -> impl Iterator<Item = &Decl> {
    // What an edit took out is in the arena still, but in no unit.
    let functions = p.units.iter().flat_map(|unit| &unit.items).filter_map(|item| match item {
        Item::Function(function) => Some(&p.decls[p.functions[*function].decl]),
        _ => None,
    });
    let reserved = move |decl: &&Decl| {
        let known = lookup(p.name(decl.name).as_bytes());
        decl.linkage == Linkage::External && known.is_some_and(|builtin| builtin.library)
    };
    functions.filter(reserved)
}

/// Every function, table by table; each table is sorted by name.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    tables::TABLES.iter().copied().flatten()
}

fn find(stem: &[u8]) -> Option<&'static Builtin> {
    tables::TABLES.iter().find_map(|rows| {
        let at = rows.binary_search_by(|row| row.name.as_bytes().cmp(stem)).ok()?;
        rows.get(at)
    })
}

impl Builtin {
    const fn new(name: &'static str, signature: Signature) -> Self {
        Self { name, signature, prefixed: true, library: false, noreturn: false }
    }

    const fn noreturn(self) -> Self {
        Self { noreturn: true, ..self }
    }
}

/// A row for `__builtin_name` alone.
const fn prefixed(name: &'static str, text: &str) -> Builtin {
    Builtin::new(name, Signature::Typed(Prototype::decode(text)))
}

/// A row for `__builtin_name` and `name`.
const fn library(name: &'static str, text: &str) -> Builtin {
    Builtin { library: true, ..prefixed(name, text) }
}

/// A row for `name` alone.
const fn bare(name: &'static str, text: &str) -> Builtin {
    Builtin { prefixed: false, ..prefixed(name, text) }
}

const fn prefixed_special(name: &'static str, special: Special) -> Builtin {
    Builtin::new(name, Signature::Special(special))
}

const fn library_special(name: &'static str, special: Special) -> Builtin {
    Builtin { library: true, ..prefixed_special(name, special) }
}

const fn bare_special(name: &'static str, special: Special) -> Builtin {
    Builtin { prefixed: false, ..prefixed_special(name, special) }
}
