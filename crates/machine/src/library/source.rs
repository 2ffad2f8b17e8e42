//! The arguments of the directives of a format, taken one after another.

use elenchus_lang::printer::print_type;
use elenchus_lang::types::{TypeId, TypeKind};
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::facts::Facts;
use crate::features::variadic::Taker;
use crate::rules::types::typed;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// Where the arguments of the directives come from.
pub(super) enum Source<'a> {
    List(&'a [(Value, TypeId)], usize),
    /// A `va_list`, and who takes from it.
    Cursor(Value, Taker),
}

impl Source<'_> {
    /// A `va_list` that the library function was given.
    pub fn cursor(m: &mut Machine, list: Value) -> Self {
        Source::Cursor(list, m.library_taker())
    }

    /// The next argument, which must have this type.
    pub fn next(&mut self, m: &mut Machine, ty: TypeId) -> Result<Value, Stop> {
        match self {
            Source::Cursor(list, taker) => m.va_arg(*list, ty, *taker),
            Source::List(..) => {
                let (value, given) = self.take()?;
                if !fits(m, given, ty) {
                    return Err(self.wrong(m, given, print_type(&m.p, ty)));
                }
                m.check_sign(value, given, ty, Undefined::Format)?;
                Ok(value)
            }
        }
    }

    /// A pointer to an object of this type that is written.
    pub fn next_pointer(&mut self, m: &mut Machine, to: TypeId) -> Result<Value, Stop> {
        match self {
            Source::Cursor(list, taker) => {
                // A type that the program never mentions is not that of an argument.
                let found = m.p.types.find(TypeKind::Pointer(to));
                let pointer = found.or_else(|| companion(m, to));
                m.va_arg(*list, pointer.unwrap_or(TypeId::VOID), *taker)
            }
            Source::List(..) => {
                let (value, given) = self.take()?;
                let alike = |g| {
                    typed::alike(&m.p.types, g, to)
                        || typed::is_character(&m.p.types, to)
                            && (typed::is_character(&m.p.types, g) || m.p.types.is_void(g))
                };
                if m.p.types.pointee(given).is_some_and(alike) {
                    return Ok(value);
                }
                Err(self.wrong(m, given, format!("{} *", print_type(&m.p, to))))
            }
        }
    }

    fn take(&mut self) -> Result<(Value, TypeId), Stop> {
        let Source::List(list, next) = self else {
            return Err(Stop::unsupported("a list of arguments"));
        };
        let Some(&found) = list.get(*next) else {
            return Err(Stop::undefined(Undefined::Format, Finding::DirectiveWithout));
        };
        *next += 1;
        Ok(found)
    }

    /// The argument that was taken last is of the wrong type.
    fn wrong(&self, m: &Machine, given: TypeId, asked: String) -> Stop {
        let number = match self {
            Source::List(_, next) => *next,
            Source::Cursor(..) => 0,
        };
        let facts = Facts::new(Finding::DirectiveType).number("argument", number);
        let facts = facts.text("given", print_type(&m.p, given)).text("asked", asked);
        Stop::undefined(Undefined::Format, facts)
    }

    /// Checks that there are so many arguments; a `va_list` does not tell.
    pub fn check_count(&self, needed: usize) -> Result<(), Stop> {
        match self {
            Source::List(list, next) if list.len() - next < needed => {
                Err(Stop::undefined(Undefined::Format, Finding::DirectiveWithout))
            }
            _ => Ok(()),
        }
    }
}

/// A pointer to the type of the other signedness.
fn companion(m: &mut Machine, to: TypeId) -> Option<TypeId> {
    use elenchus_lang::target::IntKind::*;
    let other = match m.p.types.int_kind(to)? {
        SChar => UChar,
        UChar => SChar,
        Short => UShort,
        UShort => Short,
        Int => UInt,
        UInt => Int,
        Long => ULong,
        ULong => Long,
        LongLong => ULongLong,
        ULongLong => LongLong,
        _ => return None,
    };
    m.p.types.find(TypeKind::Pointer(TypeId::int(other)))
}

/// As 7.16.1.1p2 has it, which 7.21.6.1p9 leans on: signedness aside, and
/// pointers to void and to characters alike.
fn fits(m: &mut Machine, given: TypeId, ty: TypeId) -> bool {
    let both_pointers = m.p.types.is_pointer(given) && m.p.types.is_pointer(ty);
    typed::alike(&m.p.types, given, ty) || both_pointers && loose(m, ty)
}

fn loose(m: &mut Machine, ty: TypeId) -> bool {
    m.p.types
        .pointee(ty)
        .is_some_and(|to| m.p.types.is_void(to) || typed::is_character(&m.p.types, to))
}

/// `char *`, which any program that prints a string mentions.
pub(super) fn char_pointer(m: &Machine) -> Result<TypeId, Stop> {
    m.p.types
        .find(TypeKind::Pointer(TypeId::CHAR))
        .ok_or_else(|| Stop::undefined(Undefined::Format, Finding::StringPointer))
}
