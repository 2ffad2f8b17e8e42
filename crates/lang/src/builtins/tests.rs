//! The tables against themselves, and every row against GCC 12.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use super::*;

/// Typed rows that gcc knows only under an option of the command line.
const OPTIONS: &[&str] = &["-msse3"];

/// Rows that gcc parses as syntax, so that `typeof` cannot name them.
const KEYWORDS: &[&str] =
    &["assoc_barrier", "call_with_static_chain", "complex", "shuffle", "shufflevector", "tgmath"];

#[test]
fn tables_are_sorted_and_disjoint() {
    for rows in tables::TABLES {
        for pair in rows.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} before {}", pair[0].name, pair[1].name);
        }
    }
    let names: BTreeSet<_> = all().map(|row| row.name).collect();
    assert_eq!(names.len(), all().count());
}

#[test]
fn a_name_is_found_as_it_may_be_spelled() {
    let found = |name: &str| lookup(name.as_bytes()).map(|row| row.name);
    for row in all() {
        assert_eq!(found(row.name).is_some(), row.library || !row.prefixed, "{}", row.name);
        assert_eq!(found(&format!("__builtin_{}", row.name)).is_some(), row.prefixed);
    }
    assert_eq!(found("memcpy"), Some("memcpy"));
    assert_eq!(found("__builtin_memcpy"), Some("memcpy"));
    assert_eq!(found("__builtin___memcpy_chk"), Some("__memcpy_chk"));
    assert_eq!(found("__builtin_expect"), Some("expect"));
    assert_eq!(found("expect"), None);
    assert_eq!(found("__builtin___sync_synchronize"), None);
    assert_eq!(found("__builtin_"), None);
    assert_eq!(found("__builtin_offsetof"), None);
    assert_eq!(found(""), None);
}

#[test]
fn text_is_decoded() {
    let check = |text: &str, expected: &str| assert_eq!(c(&Prototype::decode(text)), expected);
    check("void", "void (void)");
    check("void* ()", "void* ()");
    check("int charC* ...", "int (const char*, ...)");
    check("int charC* char*C*", "int (const char*, char* const*)");
    check("uint64 voidCV*", "__UINT64_TYPE__ (const volatile void*)");
    check("4xfloat 2xfloatC*", "v4_float (const v2_float*)");
    check("void* fn* void* size", "void* (nothing*, void*, __SIZE_TYPE__)");
}

#[test]
fn gcc_gives_every_row_its_type() {
    let Some(gcc) = Gcc::find() else { return };
    let mut source = declarations();
    for row in all() {
        let (name, noreturn) = (spelled(row), u8::from(row.noreturn));
        if let Signature::Typed(prototype) = &row.signature {
            writeln!(source, "{}", assert_type(row, prototype)).unwrap();
        }
        if !KEYWORDS.contains(&row.name) {
            writeln!(
                source,
                "_Static_assert(__builtin_has_attribute({name}, noreturn) == {noreturn}, \"{name}\");"
            )
            .unwrap();
        }
    }
    assert_eq!(gcc.messages(OPTIONS, &source), "");
}

/// The types that are wider on one target than on another carry their own
/// names: here `size_t` is `unsigned int` and `va_list` no array.
#[test]
fn gcc_gives_every_row_its_type_on_a_narrow_target() {
    let Some(gcc) = Gcc::find() else { return };
    let mut source = declarations();
    let narrow = |kind: &Type| kind.base != Base::UInt128 && kind.lanes == 0;
    for row in all().filter(|row| !row.name.starts_with("ia32_")) {
        if let Signature::Typed(prototype) = &row.signature {
            if narrow(&prototype.result) && prototype.named().all(|kind| narrow(&kind)) {
                writeln!(source, "{}", assert_type(row, prototype)).unwrap();
            }
        }
    }
    assert_eq!(gcc.messages(&["-m32", "-msse2"], &source), "");
}

#[test]
fn gcc_knows_the_plain_names_of_the_library_and_no_others() {
    let Some(gcc) = Gcc::find() else { return };
    let mut source = String::from("struct s { char c[100]; };\n");
    for row in all().filter(|row| row.prefixed && row.name != "return") {
        writeln!(source, "struct s {}(int, struct s);", row.name).unwrap();
    }
    let messages = gcc.messages(&[], &source);
    for row in all().filter(|row| row.prefixed) {
        let conflict = format!("conflicting types for built-in function '{}';", row.name);
        assert_eq!(messages.contains(&conflict), row.library, "{}", row.name);
    }
}

/// Declarations of glibc, beside those rows.
#[test]
fn headers_give_every_declared_row_its_type() {
    let Some(gcc) = Gcc::find() else { return };
    let headers = ["inttypes", "malloc", "signal", "stdio", "stdlib", "string", "time", "unistd"];
    let mut source = String::from("#define _GNU_SOURCE\n");
    for header in headers {
        writeln!(source, "#include <{header}.h>").unwrap();
    }
    source += "typedef FILE file;\ntypedef int comparison(const void *, const void *);\n";
    source +=
        "typedef void handler(int);\nextern char *gets(char *);\nextern void cfree(void *);\n";
    for pair in tables::DECLARED.windows(2) {
        assert!(pair[0].0 < pair[1].0, "{} before {}", pair[0].0, pair[1].0);
    }
    for (name, prototype) in tables::DECLARED {
        assert!(lookup(name.as_bytes()).is_none(), "{name}");
        if prototype.result.base != Base::Quotient {
            let ty = c(prototype);
            let same = format!("__builtin_types_compatible_p(__typeof__({name}), {ty})");
            writeln!(source, "_Static_assert({same}, \"{name}\");").unwrap();
        }
    }
    assert_eq!(gcc.messages(&["-w"], &source), "");
}

struct Gcc;

impl Gcc {
    /// None, with a word on why, where gcc is not the one that the tables describe.
    fn find() -> Option<Self> {
        let ask = |option| {
            let output = Command::new("gcc").arg(option).output().ok()?;
            String::from_utf8(output.stdout).ok()
        };
        let machine = ask("-dumpmachine").unwrap_or_default();
        let version = ask("-dumpversion").unwrap_or_default();
        if machine.starts_with("x86_64") && version.trim().split('.').next() == Some("12") {
            return Some(Self);
        }
        eprintln!("skipped: needs gcc 12 for x86-64, found {machine:?} {version:?}");
        None
    }

    fn messages(&self, options: &[&str], source: &str) -> String {
        let mut gcc = Command::new("gcc")
            .args(["-xc", "-", "-fsyntax-only", "-fno-diagnostics-show-caret"])
            .args(options)
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        gcc.stdin.take().unwrap().write_all(source.as_bytes()).unwrap();
        String::from_utf8(gcc.wait_with_output().unwrap().stderr).unwrap()
    }
}

fn spelled(row: &Builtin) -> String {
    format!("{}{}", if row.prefixed { "__builtin_" } else { "" }, row.name)
}

fn assert_type(row: &Builtin, prototype: &Prototype) -> String {
    let name = spelled(row);
    format!(
        "_Static_assert(__builtin_types_compatible_p(__typeof__({name}), {}), \"{name}\");",
        c(prototype)
    )
}

/// The types that `c` names and C has no words for.
fn declarations() -> String {
    let mut text = String::from("typedef void nothing(), file;\n");
    let mut seen = BTreeSet::new();
    for row in all() {
        let Signature::Typed(prototype) = &row.signature else { continue };
        for kind in prototype.named().chain([prototype.result]) {
            let element = c_base(kind.base);
            if kind.lanes > 0 && seen.insert((kind.lanes, element)) {
                let (name, lanes) = (vector(kind.lanes, element), kind.lanes);
                let size = format!("{lanes} * sizeof({element})");
                writeln!(text, "typedef {element} {name} __attribute__((vector_size({size})));")
                    .unwrap();
            }
        }
    }
    text
}

fn vector(lanes: u8, element: &str) -> String {
    format!("v{lanes}_{}", element.replace(' ', "_"))
}

/// A type in C, as an abstract declarator of a function.
fn c(prototype: &Prototype) -> String {
    let mut parameters: Vec<_> = prototype.named().map(|kind| c_type(&kind)).collect();
    match prototype.parameters {
        Parameters::Fixed if parameters.is_empty() => parameters.push("void".into()),
        Parameters::Variadic => parameters.push("...".into()),
        Parameters::Fixed | Parameters::Unprototyped => {}
    }
    format!("{} ({})", c_type(&prototype.result), parameters.join(", "))
}

fn c_type(kind: &Type) -> String {
    let base = c_base(kind.base);
    let Qualifiers { constant, volatile } = kind.qualifiers();
    let mut text = String::new();
    text += if constant { "const " } else { "" };
    text += if volatile { "volatile " } else { "" };
    text += &if kind.lanes > 0 { vector(kind.lanes, base) } else { base.to_owned() };
    for Qualifiers { constant, volatile } in kind.pointers() {
        text += "*";
        text += if constant { " const" } else { "" };
        text += if volatile { " volatile" } else { "" };
    }
    text
}

fn c_base(base: Base) -> &'static str {
    match base {
        Base::Void | Base::Tm | Base::FEnv | Base::FExcept | Base::Quotient => "void",
        Base::File => "file",
        Base::Bool => "_Bool",
        Base::Char => "char",
        Base::UChar => "unsigned char",
        Base::Short => "short",
        Base::UShort => "unsigned short",
        Base::Int | Base::Pid => "int",
        Base::UInt => "unsigned int",
        Base::Long => "long",
        Base::ULong => "unsigned long",
        Base::LongLong => "long long",
        Base::ULongLong => "unsigned long long",
        Base::UInt8 => "__UINT8_TYPE__",
        Base::UInt16 => "__UINT16_TYPE__",
        Base::UInt32 => "__UINT32_TYPE__",
        Base::UInt64 => "__UINT64_TYPE__",
        Base::UInt128 => "unsigned __int128",
        Base::IntMax => "__INTMAX_TYPE__",
        Base::UIntMax => "__UINTMAX_TYPE__",
        Base::Size => "__SIZE_TYPE__",
        // On both targets `ssize_t` is as `ptrdiff_t`.
        Base::SSize | Base::PtrDiff => "__PTRDIFF_TYPE__",
        Base::WInt => "__WINT_TYPE__",
        Base::Float => "float",
        Base::Double => "double",
        Base::LongDouble => "long double",
        Base::Float16 => "_Float16",
        Base::Float32 => "_Float32",
        Base::Float64 => "_Float64",
        Base::Float128 => "_Float128",
        Base::Float32x => "_Float32x",
        Base::Float64x => "_Float64x",
        Base::Decimal32 => "_Decimal32",
        Base::Decimal64 => "_Decimal64",
        Base::Decimal128 => "_Decimal128",
        Base::ComplexFloat => "_Complex float",
        Base::ComplexDouble => "_Complex double",
        Base::ComplexLongDouble => "_Complex long double",
        Base::VaList => "__builtin_va_list",
        Base::Function => "nothing",
        Base::Comparison => "comparison",
        Base::Handler => "handler",
    }
}
