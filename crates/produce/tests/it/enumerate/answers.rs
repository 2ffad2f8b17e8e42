//! Variants on the machine.

use std::collections::BTreeMap;

use elenchus_front::parse_unit;
use elenchus_judge::Ended;
use elenchus_produce::enumerate::valid::{Cut, VariantJudge};

use super::*;

/// How often each variant ends in which way; what is not run is checked, too.
fn ends(text: &str) -> BTreeMap<String, usize> {
    let language = Language::by_name("gnu17").unwrap();
    let mut program = Program::new(Target::x86_64(), language);
    assert!(parse_unit(&mut program, "t.c", text.as_bytes()).accepted());
    let found = found(text, &TYPED);
    let space = Space::new(found.skeleton.clone(), Which::Canonical).unwrap();
    let judge = VariantJudge::new(&program, &found, text.as_bytes(), 10_000);
    let mut walk = space.walk(&UBig::ZERO, space.size().clone());
    let mut ends = BTreeMap::new();
    while let Some(filling) = walk.advance() {
        let end = match judge.judge(filling) {
            Ok(answer) => match answer.end {
                Ended::Status(status) => {
                    format!("exit {status} {}", String::from_utf8_lossy(&answer.output))
                }
                Ended::Signal(_) => "abort".to_owned(),
            },
            Err(cut) => {
                let run = judge.run(filling);
                let undefined = matches!(run, Err(Cut::Undefined(_)));
                assert!(cut != Cut::NotRun || undefined, "{filling:?}: {run:?}");
                cut.words()
            }
        };
        *ends.entry(end).or_default() += 1;
    }
    ends
}

fn check(text: &str, expected: &[(&str, usize)]) {
    let expected = expected.iter().map(|(end, count)| ((*end).to_owned(), *count)).collect();
    assert_eq!(ends(text), expected, "{text}");
}

const NOT_RUN: &str = "reads a variable without a value (not run)";

#[test]
fn answers_and_cuts() {
    check("int main(void) { int a, b; a = 1; return a; }", &[("exit 1 ", 1), (NOT_RUN, 1)]);
    check(
        "void abort(void); int printf(const char *, ...);
         int main(void) { int a = 1, b = 2; printf(\"%d\", a); if (b == 1) abort(); return 0; }",
        &[("abort", 2), ("exit 0 1", 1), ("exit 0 2", 1)],
    );
    check(
        "int main(void) { int a = 0, b = 1; while (a) ; return 0; }",
        &[("beyond a limit", 1), ("exit 0 ", 1)],
    );
    check(
        "int main(void) { int a = 2147483647, b = 1; return a + 1 > 1; }",
        &[("exit 1 ", 1), ("undefined: signed-overflow", 1)],
    );
}

/// What is certain, and what is not.
#[test]
fn straight_code() {
    let cut = |text: &str| ends(text).get(NOT_RUN).copied().unwrap_or(0);
    assert_eq!(cut("int main(void) { int a, b = 1; return a; }"), 1);
    assert_eq!(cut("int main(void) { int a, b = 1; a += b; return b; }"), 7);
    assert_eq!(cut("int main(void) { int a, b = 1; if (b) return a; return 0; }"), 2);
    assert_eq!(cut("int main(void) { int a, b = 1; b && a; return 0; }"), 2);
    // It may have got a value somewhere else.
    assert_eq!(cut("int main(void) { int a, b = 1, *p = &a; *p = 1; return a; }"), 0);
    assert_eq!(
        cut("void f(void); int main(void) { int a, b = 1; f(); return a; } void f(void) {}"),
        0
    );
    assert_eq!(cut("int main(void) { int a; __builtin_constant_p(a); return 0; }"), 0);
    assert_eq!(cut("int main(void) { static int a, b = 1; return a; }"), 0);
    assert_eq!(cut("int f(void) { int a, b = 1; return a; } int main(void) { return 0; }"), 0);
}

/// Compilers take a call of `abs` for the library's, whatever it does.
#[test]
fn library_functions_are_not_redefined() {
    let text = "int abs(int a) { int b = 1; return a; } int main(void) { return abs(3); }";
    check(text, &[("defines a function of the library (not run)", 2)]);
    let text = "static int abs(int a) { int b = 1; return a; } int main(void) { return abs(3); }";
    check(text, &[("exit 1 ", 1), ("exit 3 ", 1)]);
}
