//! Guards: functions in the program's own text that do an operation where it is defined,
//! and otherwise give a value of their own. A table of texts.

use std::fmt::Write;

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::target::IntKind;
use elenchus_lang::tree::{DeclId, ExprId, Item, Program};
use elenchus_lang::types::TypeId;
use rustc_hash::FxHashMap;

/// What is guarded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Guarded {
    Neg,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    /// From a floating type to an integer.
    FromFloat(Float),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Float {
    Single,
    Double,
    Extended,
}

/// An operation and the integer type that it computes in, or gives.
pub type Guard = (Guarded, u8);

/// For signed types, then for unsigned ones: nothing where they need no guard. `T` is the
/// type, `U` its unsigned one, `MAX` and `MIN` its bounds, `BITS` its width, `F` the
/// floating type and `LIMIT` two to the power of the value bits in that type.
const TEXTS: &[(&str, &str, &str)] = &[
    ("neg", "static T NAME(T a) { return a == MIN ? a : -a; }", ""),
    (
        "add",
        "static T NAME(T a, T b) {\n    \
         return (b > 0 && a > MAX - b) || (b < 0 && a < MIN - b) ? a : a + b;\n}",
        "",
    ),
    (
        "sub",
        "static T NAME(T a, T b) {\n    \
         return (b < 0 && a > MAX + b) || (b > 0 && a < MIN + b) ? a : a - b;\n}",
        "",
    ),
    ("mul", "static T NAME(T a, T b) { return (T)((U)a * (U)b); }", ""),
    (
        "div",
        "static T NAME(T a, T b) { return b == 0 || (a == MIN && b == -1) ? a : a / b; }",
        "static T NAME(T a, T b) { return b == 0 ? a : a / b; }",
    ),
    (
        "rem",
        "static T NAME(T a, T b) { return b == 0 || (a == MIN && b == -1) ? a : a % b; }",
        "static T NAME(T a, T b) { return b == 0 ? a : a % b; }",
    ),
    (
        "shl",
        "static T NAME(T a, long long b) {\n    \
         return a < 0 || b < 0 || b >= BITS || a > (MAX >> b) ? a : a << b;\n}",
        "static T NAME(T a, long long b) { return b < 0 || b >= BITS ? a : a << b; }",
    ),
    (
        "shr",
        "static T NAME(T a, long long b) { return b < 0 || b >= BITS ? a : a >> b; }",
        "static T NAME(T a, long long b) { return b < 0 || b >= BITS ? a : a >> b; }",
    ),
    (
        "to",
        "static T NAME(F a) { return a >= -LIMIT && a < LIMIT ? (T)a : 0; }",
        "static T NAME(F a) { return a > -1 && a < LIMIT ? (T)a : 0; }",
    ),
];

/// Types with their unsigned ones and the endings of names and constants.
const TYPES: &[(IntKind, &str, &str, &str, &str)] = &[
    (IntKind::Bool, "_Bool", "_Bool", "bool", ""),
    (IntKind::Char, "char", "unsigned char", "char", ""),
    (IntKind::SChar, "signed char", "unsigned char", "schar", ""),
    (IntKind::UChar, "unsigned char", "unsigned char", "uchar", ""),
    (IntKind::Short, "short", "unsigned short", "short", ""),
    (IntKind::UShort, "unsigned short", "unsigned short", "ushort", ""),
    (IntKind::Int, "int", "unsigned int", "int", ""),
    (IntKind::UInt, "unsigned int", "unsigned int", "uint", "U"),
    (IntKind::Long, "long", "unsigned long", "long", "L"),
    (IntKind::ULong, "unsigned long", "unsigned long", "ulong", "UL"),
    (IntKind::LongLong, "long long", "unsigned long long", "llong", "LL"),
    (IntKind::ULongLong, "unsigned long long", "unsigned long long", "ullong", "ULL"),
    (IntKind::Int128, "__int128", "unsigned __int128", "int128", ""),
    (IntKind::UInt128, "unsigned __int128", "unsigned __int128", "uint128", ""),
];

/// What guards an operator.
pub fn of_operator(op: BinaryOp) -> Option<Guarded> {
    Some(match op {
        BinaryOp::Add => Guarded::Add,
        BinaryOp::Sub => Guarded::Sub,
        BinaryOp::Mul => Guarded::Mul,
        BinaryOp::Div => Guarded::Div,
        BinaryOp::Rem => Guarded::Rem,
        BinaryOp::Shl => Guarded::Shl,
        BinaryOp::Shr => Guarded::Shr,
        _ => return None,
    })
}

/// The guard of an operation in a type; nothing if it is always defined.
pub fn guard(p: &Program, what: Guarded, ty: TypeId) -> Option<Guard> {
    let kind = p.types.int_kind(ty)?;
    let row = TYPES.iter().position(|row| row.0 == kind)?;
    let guard = (what, row as u8);
    // Any floating value is true or false.
    (kind != IntKind::Bool && !template(p, guard).is_empty()).then_some(guard)
}

fn row(what: Guarded) -> usize {
    match what {
        Guarded::Neg => 0,
        Guarded::Add => 1,
        Guarded::Sub => 2,
        Guarded::Mul => 3,
        Guarded::Div => 4,
        Guarded::Rem => 5,
        Guarded::Shl => 6,
        Guarded::Shr => 7,
        Guarded::FromFloat(_) => 8,
    }
}

fn template(p: &Program, (what, ty): Guard) -> &'static str {
    let (_, signed, unsigned) = TEXTS[row(what)];
    match p.target.int_type(TYPES[usize::from(ty)].0).signed {
        true => signed,
        false => unsigned,
    }
}

/// What the functions' names begin with: no name of a generated program does.
const PREFIX: &str = "safe_";

pub fn is_guard(name: &str) -> bool {
    name.starts_with(PREFIX)
}

fn name((what, ty): Guard) -> String {
    let from = match what {
        Guarded::FromFloat(Float::Single) => "_float",
        Guarded::FromFloat(Float::Double) => "_double",
        Guarded::FromFloat(Float::Extended) => "_ldouble",
        _ => "",
    };
    format!("{PREFIX}{}_{}{from}", TEXTS[row(what)].0, TYPES[usize::from(ty)].3)
}

/// The text of guards.
pub fn texts(p: &Program, guards: &[Guard]) -> String {
    let mut text = String::new();
    for &guard in guards {
        let _ = writeln!(text, "{}", text_of(p, guard));
    }
    text
}

fn text_of(p: &Program, guard: Guard) -> String {
    let (kind, ty, unsigned, _, ending) = TYPES[usize::from(guard.1)];
    let int = p.target.int_type(kind);
    let value_bits = u32::from(int.bits) - u32::from(int.signed);
    let max = match value_bits {
        ..=64 => format!("{}{ending}", u128::MAX >> (128 - value_bits)),
        _ => format!("({ty})(~({unsigned})0 >> {})", u8::from(int.signed)),
    };
    let (float, mark) = match guard.0 {
        Guarded::FromFloat(Float::Single) => ("float", "f"),
        Guarded::FromFloat(Float::Extended) => ("long double", "L"),
        _ => ("double", ""),
    };
    let words: [(&str, String); 8] = [
        ("NAME", name(guard)),
        ("LIMIT", format!("0x1p{value_bits}{mark}")),
        ("BITS", int.bits.to_string()),
        ("MIN", format!("(-{max} - 1)")),
        ("MAX", max.clone()),
        ("T", ty.to_owned()),
        ("U", unsigned.to_owned()),
        ("F", float.to_owned()),
    ];
    let template = template(p, guard);
    let mut text = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while !rest.is_empty() {
        let word = rest.chars().take_while(char::is_ascii_alphabetic).count();
        let length = word.max(1);
        let piece = &rest[..length];
        let meaning = words.iter().find(|(name, _)| *name == piece);
        text.push_str(meaning.map_or(piece, |(_, meaning)| meaning));
        rest = &rest[length..];
    }
    text
}

/// The guards that stand in a program.
pub struct Declared(FxHashMap<String, DeclId>);

impl Declared {
    pub fn in_program(p: &Program) -> Declared {
        let items = p.units.iter().flat_map(|unit| &unit.items);
        let functions = items.filter_map(|item| match *item {
            Item::Function(function) => Some(p.functions[function].decl),
            _ => None,
        });
        let named = functions.map(|decl| (p.name(p.decls[decl].name).to_owned(), decl));
        Declared(named.filter(|(name, _)| is_guard(name)).collect())
    }

    pub fn call(&self, p: &mut Program, guard: Guard, args: &[ExprId]) -> Option<ExprId> {
        let &decl = self.0.get(&name(guard))?;
        Some(build::call(p, decl, args))
    }
}
