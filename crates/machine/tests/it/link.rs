//! Programs of several units.

use std::sync::Arc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Standard;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_lang::undefined::Undefined;
use elenchus_machine::{Limits, Machine, Verdict};

fn verdict(standard: &str, units: &[&str]) -> Verdict {
    let standard = Standard::by_name(standard).expect("a standard");
    let mut program = Program::new(Target::x86_64(), standard);
    for text in units {
        assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted(), "{text}");
    }
    Machine::new(Arc::new(program), Limits::default()).run(&[]).verdict
}

fn is_defined_twice(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Undefined { kind: Undefined::MultipleDefinitions, .. })
}

/// Declarations of several units that come before the definition.
#[test]
fn every_declaration_finds_the_definition() {
    let units = [
        "extern int n; int f(void); int g(void); int main(void) { return f() + g() + n; }",
        "extern int n; int g(void); int f(void) { return g() + n; }",
        "int n = 1; int g(void) { return 2; }",
    ];
    assert_eq!(verdict("gnu11", &units), Verdict::Exit(6));
}

/// GNU C: what is weak or common may be defined again, and `extern inline`
/// defines nothing before C99.
#[test]
fn some_definitions_may_be_repeated() {
    let main = "int f(void); int main(void) { return f(); }";
    let body = "int f(void) { return 3; }";
    assert!(is_defined_twice(&verdict("gnu11", &[main, body, body])));
    for (standard, again) in [
        ("gnu11", "__attribute__((weak)) int f(void) { return 3; }"),
        ("gnu11", "#pragma weak f\nint f(void) { return 3; }"),
        ("gnu11", "static int f(void) { return 4; }"),
        ("gnu11", "inline int f(void) { return 3; }"),
        ("gnu11", "extern inline __attribute__((gnu_inline)) int f(void) { return 3; }"),
        ("gnu89", "extern inline int f(void) { return 3; }"),
    ] {
        assert_eq!(verdict(standard, &[main, body, again]), Verdict::Exit(3), "{again}");
    }
    for (standard, again) in [
        ("gnu11", "inline int f(void) { return 3; } int f(void);"),
        ("gnu11", "extern inline int f(void) { return 3; }"),
        ("gnu89", "inline int f(void) { return 3; }"),
        ("gnu11", "int g(void) __asm__(\"f\"); int g(void) { return 3; }"),
    ] {
        assert!(is_defined_twice(&verdict(standard, &[main, body, again])), "{again}");
    }
    let common = "__attribute__((common)) int n;";
    let main = "extern int n; int main(void) { return n; }";
    assert_eq!(verdict("gnu11", &[main, common, common]), Verdict::Exit(0));
}
