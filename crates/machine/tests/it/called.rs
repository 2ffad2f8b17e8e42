//! Library functions by the types that programs declare them with.

use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_lang::undefined::Undefined::{self, Arguments, FunctionType};
use elenchus_machine::{Limits, Machine, Verdict};

/// What is undefined about a call after a declaration.
fn verdict(standard: &str, declaration: &str, call: &str) -> Option<Undefined> {
    let text = format!("{declaration}\nint main(void) {{ {call}; return 0; }}\n");
    let language = Language::by_name(standard).expect("a language");
    let mut program = Program::new(Target::x86_64(), language);
    assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted(), "{text}");
    match Machine::new(Rc::new(program), Limits::default()).run(&[]).verdict {
        Verdict::Exit(0) => None,
        Verdict::Undefined { kind, .. } => Some(kind),
        other => panic!("{other:?}: {text}"),
    }
}

#[test]
fn a_function_may_be_declared_with_its_type() {
    for (declaration, call) in [
        ("typedef unsigned long size; size strlen(const char *const s);", "strlen(\"a\")"),
        ("unsigned long strlen();", "strlen(\"a\")"),
        ("int abs(int);", "abs(-1)"),
        ("int abs();", "abs(-1)"),
        ("int abs();", "abs(1u)"),
        ("typedef int number; number abs(number);", "(&abs)(-1)"),
        ("int puts();", "puts(\"a\")"),
        ("int memcmp();", "int a = 0, b = 0; memcmp(&a, &b, sizeof a)"),
        ("int memcmp(const char *, const char *, unsigned long);", "memcmp(\"a\", \"a\", 1)"),
        ("char *malloc(unsigned long); void free();", "char *p = malloc(1); free(p)"),
        ("struct file; int fflush(struct file *);", "fflush(0)"),
        ("int f(int) __asm__(\"abs\");", "f(-1)"),
        ("int vsprintf(char *, const char *, __builtin_va_list);", "&vsprintf"),
        ("double sqrt(double);", "sqrt(4.0)"),
        ("float sqrtf(float);", "sqrtf(4.0f)"),
    ] {
        assert_eq!(verdict("gnu11", declaration, call), None, "{declaration} {call}");
    }
    for call in ["puts(\"a\")", "strlen(\"a\")", "abs(1)", "printf(\"%d\", 1)", "atoi(\"1\")"] {
        assert_eq!(verdict("gnu89", "", call), None, "{call}");
    }
}

#[test]
fn another_type_is_undefined() {
    for (declaration, call, kind) in [
        ("int strlen(const char *);", "strlen(\"a\")", FunctionType),
        ("int strlen();", "strlen(1)", FunctionType),
        ("unsigned long strlen();", "strlen(1)", Arguments),
        ("unsigned long strlen(char *);", "strlen(\"a\")", FunctionType),
        ("unsigned long strlen(const char *, ...);", "strlen(\"a\")", FunctionType),
        ("unsigned abs(int);", "abs(-1)", FunctionType),
        ("int abs(int, int);", "abs(-1, 1)", FunctionType),
        ("int abs();", "abs()", Arguments),
        ("int abs();", "abs(1, 2)", Arguments),
        ("int abs();", "abs(4294967295u)", Arguments),
        ("int abs();", "abs(1L)", Arguments),
        ("float sqrtf();", "sqrtf(4.0)", FunctionType),
        ("int printf();", "printf(\"a\")", FunctionType),
        ("int printf(char *, ...);", "printf(\"a\")", FunctionType),
        ("int puts(const int *);", "int a[1] = { 0 }; puts(a)", FunctionType),
        ("int puts();", "int a[1] = { 0 }; puts(a)", Arguments),
        ("int abs(int); void free();", "free(abs)", Arguments),
        ("int f(long) __asm__(\"abs\");", "f(-1)", FunctionType),
        ("int abs(int);", "((long (*)(int))abs)(-1)", FunctionType),
    ] {
        let found = verdict("gnu11", declaration, call);
        assert_eq!(found, Some(kind), "{declaration} {call}");
    }
    assert_eq!(verdict("gnu89", "", "strtol(\"1\", (char **)0, 10)"), Some(FunctionType));
}
