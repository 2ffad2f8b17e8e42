//! Every arithmetic type and every builtin that takes and gives numbers: what the machine
//! does with it is what gcc's code does, or it stops by name. Nothing is left out silently.

use std::fmt::Write as _;
use std::process::Command;
use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::builtins::{self, Base, Builtin, Parameters, Signature, Type};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};

use crate::gcc::{gcc, scratch};
use crate::has_gcc_for_x86_64;

/// The verdict, and what was printed.
fn run(text: &str) -> (Verdict, String) {
    let mut program = Program::new(Target::x86_64(), Language::GNU11);
    assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted(), "{text}");
    let outcome = Machine::new(Rc::new(program), Limits::default()).run(&[]);
    (outcome.verdict, String::from_utf8_lossy(&outcome.output).into_owned())
}

const HEAD: &str = "int printf(const char *, ...); void *memcpy(void *, const void *, unsigned long);\n\
                    static volatile int i = 3; static volatile double d = 0.75;\n";

/// A name, the body of a function that prints, and what the machine prints there.
type Done = (String, String, String);

/// Runs each body on the machine. Those that end there are compiled together, and must
/// print the same. How many these are.
fn compare(what: &str, pieces: &[(String, String)]) -> usize {
    let mut done: Vec<Done> = Vec::new();
    for (name, body) in pieces {
        let (verdict, printed) = run(&format!("{HEAD}int main(void) {{ {body} return 0; }}\n"));
        match verdict {
            Verdict::Exit(0) => done.push((name.clone(), body.clone(), printed)),
            // It says what it is.
            Verdict::Unsupported { .. } | Verdict::Unspecified { .. } => {
                assert!(!verdict.detail().is_empty(), "{name}");
            }
            Verdict::Undefined { .. } => {}
            other => panic!("{name}: {other:?}\n{body}"),
        }
    }
    // Of some functions that gcc knows the host's library has none.
    let missing = build(what, &done).err().unwrap_or_default();
    done.retain(|(name, ..)| !missing.iter().any(|m| name.strip_prefix("__builtin_") == Some(m)));
    build(what, &done).expect("all of them are there");
    let ran = Command::new(scratch(what)).output().expect("it starts");
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    let line = |(name, _, printed): &Done| format!("{name}: {printed}\n");
    let expected: String = done.iter().map(line).collect();
    for (theirs, ours) in printed.lines().zip(expected.lines()) {
        assert_eq!(theirs, ours);
    }
    assert_eq!(printed.lines().count(), expected.lines().count(), "{:?}", ran.status);
    done.len()
}

/// The program of all, or the names that the linker does not find.
fn build(what: &str, done: &[Done]) -> Result<(), Vec<String>> {
    let (mut text, mut calls) = (HEAD.to_owned(), String::new());
    for (at, (name, body, _)) in done.iter().enumerate() {
        let _ = writeln!(text, "static void f{at}(void) {{ {body} }}");
        let _ = writeln!(calls, "printf(\"%s: \", \"{name}\"); f{at}(); printf(\"\\n\");");
    }
    let text = format!("{text}int main(void) {{\n{calls}return 0; }}\n");
    let output = scratch(what);
    let built = gcc(
        what,
        &text,
        &["-std=gnu11", "-O0", "-o", &output.to_string_lossy(), "-lm", "-latomic"],
    );
    let said = String::from_utf8_lossy(&built.stderr).into_owned();
    let missing: Vec<String> = said
        .lines()
        .filter_map(|line| line.split_once("undefined reference to `"))
        .map(|(_, name)| name.trim_end_matches('\'').to_owned())
        .collect();
    assert!(built.status.success() || !missing.is_empty(), "{said}");
    if built.status.success() { Ok(()) } else { Err(missing) }
}

const TYPES: &[&str] = &[
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "__int128",
    "unsigned __int128",
    "float",
    "double",
    "long double",
    "_Float32",
    "_Float64",
    "_Float128",
    "__float128",
    "_Float32x",
    "_Float64x",
    "_Float16",
    "_Decimal32",
    "_Decimal64",
    "_Decimal128",
    "enum { A, B, C = 300 }",
    "_Atomic int",
    "_Atomic double",
    "_Complex float",
    "_Complex double",
    "_Complex long double",
    "_Complex int",
    "_Complex unsigned char",
    "_Complex _Float128",
    "_Complex _Float64x",
];

#[test]
fn every_arithmetic_type_does_what_it_does_for_gcc() {
    if !has_gcc_for_x86_64() {
        return;
    }
    let piece = |ty: &&str| {
        let body = format!(
            "typedef {ty} T; static T kept = 1; struct {{ char c; T t; }} s, copy;\n\
             T list[3] = {{ 1, 2 }}; volatile T v = i; T x = v, *p = &list[1];\n\
             x += 2; x = x * x - 3; *p = x; s.c = 1; s.t = x / 2; copy = s; kept += list[1];\n\
             T back; memcpy(&back, &copy.t, sizeof back);\n\
             printf(\"%d %d \", (int)sizeof(T), (int)_Alignof(T));\n\
             printf(\"%d %d %d %d %d \", (int)x, (int)kept, (int)back, (int)list[2], x == 22);\n\
             printf(\"%d %d %d\", (int)-x, !x, (int)(x ? x : 1));"
        );
        ((*ty).to_owned(), body)
    };
    let pieces: Vec<_> = TYPES.iter().map(piece).collect();
    let compared = compare("every-type", &pieces);
    assert!(compared > 30, "{compared} of {} types are run", TYPES.len());
}

#[test]
fn every_builtin_of_numbers_does_what_it_does_for_gcc() {
    if !has_gcc_for_x86_64() {
        return;
    }
    let pieces: Vec<_> = builtins::all().filter_map(piece).collect();
    let compared = compare("every-builtin", &pieces);
    assert!(pieces.len() > 500 && compared > 200, "{compared} of {} are run", pieces.len());
}

/// A call of it with numbers and texts, if it takes and gives nothing else.
fn piece(builtin: &'static Builtin) -> Option<(String, String)> {
    let Signature::Typed(prototype) = &builtin.signature else { return None };
    if !builtin.prefixed || builtin.noreturn || prototype.parameters != Parameters::Fixed {
        return None;
    }
    let args: Option<Vec<&str>> = prototype.named().map(argument).collect();
    let (name, args) = (format!("__builtin_{}", builtin.name), args?.join(", "));
    let call = format!("{name}({args})");
    let body = match kind(prototype.result)? {
        Number::Nothing => format!("{call};"),
        Number::Integer => format!(
            "__typeof__({call}) r = {call}; printf(\"%lld %d\", (long long)r, (int)sizeof r);"
        ),
        Number::Real => format!(
            "__typeof__({call}) r = {call}; printf(\"%.30Lg %d\", (long double)r, (int)sizeof r);"
        ),
        Number::Complex => format!(
            "__typeof__({call}) r = {call};\n\
             printf(\"%.30Lg %.30Lg\", (long double)__real__ r, (long double)__imag__ r);"
        ),
        Number::Text => return None,
    };
    Some((name, body))
}

enum Number {
    Nothing,
    Integer,
    Real,
    Complex,
    Text,
}

fn kind(ty: Type) -> Option<Number> {
    use Base::*;
    if ty.lanes != 0 {
        return None;
    }
    match ty.pointers().count() {
        0 => {}
        1 if ty.base == Char && ty.qualifiers().constant => return Some(Number::Text),
        _ => return None,
    }
    Some(match ty.base {
        Void => Number::Nothing,
        Bool | Char | UChar | Short | UShort | Int | UInt | Long | ULong | LongLong | ULongLong
        | UInt8 | UInt16 | UInt32 | UInt64 | UInt128 | IntMax | UIntMax | Size | SSize
        | PtrDiff | WInt | Pid => Number::Integer,
        Float | Double | LongDouble | Float16 | Float32 | Float64 | Float128 | Float32x
        | Float64x | Decimal32 | Decimal64 | Decimal128 => Number::Real,
        ComplexFloat | ComplexDouble | ComplexLongDouble => Number::Complex,
        _ => return None,
    })
}

fn argument(ty: Type) -> Option<&'static str> {
    match kind(ty)? {
        Number::Integer => Some("i"),
        Number::Real | Number::Complex => Some("d"),
        Number::Text => Some("\"12\""),
        Number::Nothing => None,
    }
}
