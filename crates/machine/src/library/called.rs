//! The types of library functions, beside those that a program calls them
//! with (6.5.2.2p6, p9): it may declare a function itself (7.1.4p2).

use elenchus_lang::builtins::{Base, Prototype, Type, library_type};
use elenchus_lang::printer::print_type;
use elenchus_lang::tree::DeclId;
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use super::{Function, find};
use crate::Machine;
use crate::facts::Facts;
use crate::rules::types::typed;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// A function that was called before.
#[derive(Clone, Copy)]
pub(super) struct Called {
    pub function: Function,
    prototype: Option<&'static Prototype>,
    /// The type that it was last called with, which is right.
    seen: TypeId,
    /// That type does not tell the parameters.
    open: bool,
}

/// The function of a declaration, if it may be called with this type.
pub(super) fn function(
    m: &mut Machine,
    decl: DeclId,
    seen: TypeId,
    args: &[(Value, TypeId)],
) -> Result<Function, Stop> {
    let called = match m.library.functions.get(&decl) {
        Some(called) if called.seen == seen => *called,
        _ => {
            let called = look_up(m, decl, seen)?;
            m.library.functions.insert(decl, called);
            called
        }
    };
    if let (true, Some(prototype)) = (called.open, called.prototype) {
        check_arguments(m, prototype, args)?;
    }
    Ok(called.function)
}

fn look_up(m: &Machine, decl: DeclId, seen: TypeId) -> Result<Called, Stop> {
    let name = m.name_of(decl);
    let unknown = || Stop::unsupported(format!("the function '{name}'"));
    let function = find(name).ok_or_else(unknown)?;
    let (prototype, ty) = (library_type(name), m.p.types.as_function(seen));
    let mut open = false;
    if let (Some(prototype), Some(ty)) = (prototype, ty) {
        open = !ty.prototyped;
        if !prototype.allows(&m.p.types, &m.p.target, &ty) {
            let facts = Facts::new(Finding::LibraryType).text("function", name.to_owned());
            let facts = facts.text("called", print_type(&m.p, seen));
            return Err(Stop::undefined(Undefined::FunctionType, facts));
        }
    }
    Ok(Called { function, prototype, seen, open })
}

/// Without a prototype, number and types must fit.
fn check_arguments(
    m: &Machine,
    prototype: &Prototype,
    args: &[(Value, TypeId)],
) -> Result<(), Stop> {
    let taken = prototype.named().count();
    if args.len() != taken {
        let facts = Facts::new(Finding::Count).number("given", args.len()).number("taken", taken);
        return Err(Stop::undefined(Undefined::Arguments, facts));
    }
    for (ty, &(value, given)) in prototype.named().zip(args) {
        check_argument(m, &ty, value, given)?;
    }
    Ok(())
}

fn check_argument(m: &Machine, ty: &Type, value: Value, given: TypeId) -> Result<(), Stop> {
    let types = &m.p.types;
    let pointer = ty.pointers().next().is_some();
    let scalar = ty.base.scalar(&m.p.target).filter(|_| !pointer);
    if let Some(scalar) = scalar.filter(|&scalar| typed::alike(types, given, scalar)) {
        return m.check_sign(value, given, scalar, Undefined::Arguments);
    }
    // `void *` and pointers to characters stand for each other. Where the
    // library takes `void *`, other pointers to objects do no harm.
    let loose = |to| match ty.base {
        Base::Void => types.as_function(to).is_none(),
        _ => types.is_void(to) || typed::is_character(types, to),
    };
    let loose = ty.is_pointer_to_bytes() && types.pointee(given).is_some_and(loose);
    if loose || ty.fits(types, &m.p.target, given) {
        return Ok(());
    }
    let facts = Facts::new(Finding::LibraryArgumentType).text("given", print_type(&m.p, given));
    Err(Stop::undefined(Undefined::Arguments, facts))
}
