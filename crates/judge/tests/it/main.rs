//! Judgements of small programs.

mod edited;

use std::ffi::OsStr;
use std::thread;

use elenchus_judge::{Judge, Judgement, Unit};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_machine::{Limits, Verdict};
use expect_test::{Expect, expect};

const LIMITS: Limits = Limits { steps: 10_000, memory: 1 << 20, stack: 1 << 16, output: 1000 };

fn judge(language: &str) -> Judge<'static> {
    Judge::new(Target::x86_64(), Language::by_name(language).unwrap(), LIMITS)
}

fn unit(text: &[u8]) -> Unit<'_> {
    Unit { name: OsStr::new("t.c"), text }
}

fn in_words(judgement: &Judgement) -> String {
    match judgement {
        Judgement::Valid(answer) => {
            format!("{}, prints \"{}\"", answer.end, answer.output.escape_ascii())
        }
        other => other.to_string(),
    }
}

fn check(units: &[&str], expected: Expect) {
    let units: Vec<Unit> = units.iter().map(|text| unit(text.as_bytes())).collect();
    expected.assert_eq(&in_words(&judge("gnu17").judge(&units)));
}

#[test]
fn valid_programs_have_an_answer() {
    check(
        &["int putchar(int); int main(void) { putchar(0xfe); return 3; }"],
        expect![[r#"exit status 3, prints "\xfe""#]],
    );
    check(
        &["int f(void);\nint main(void) { return f(); }", "int f(void) { return 5; }"],
        expect![[r#"exit status 5, prints """#]],
    );
    // What is printed before may be lost.
    check(
        &["void abort(void); int puts(const char *); int main(void) { puts(\"a\"); abort(); }"],
        expect![[r#"signal 6, prints """#]],
    );
}

#[test]
fn programs_at_fault() {
    check(
        &["int main(void) { int a[2] = {0}, i = 2; return a[i]; }"],
        expect![
            "undefined: pointer one past the end dereferenced (6.5.6p8): one past the end of 'a' (8 bytes)"
        ],
    );
}

#[test]
fn programs_of_which_nobody_can_say_anything() {
    check(
        &["int main(void) { for (;;); }"],
        expect!["it takes more steps than the machine gives it"],
    );
    check(
        &["int main(void) { return x; }"],
        expect!["our front end does not take it: 'x' is not declared"],
    );
    check(
        &["int abs(int x) { return x; } int main(void) { return abs(0); }"],
        expect!["it defines the library's 'abs' (7.1.3p2)"],
    );
    check(
        &[
            "int f(int n) { int a[100] = {n}; return a[0] + f(n + 1); } int main(void) { return f(0); }",
        ],
        expect!["limit: the program calls too deeply"],
    );
    check(&["int main(void) { __asm__(\"nop\"); return 0; }"], expect!["unsupported: asm"]);
}

/// `bool` is a name until C17 and a keyword from C23 on.
#[test]
fn the_language_is_part_of_the_question() {
    let text = b"int main(void) { int bool = 2; return bool; }";
    let judged = |language| in_words(&judge(language).judge(&[unit(text)]));
    assert!(judged("c2x").starts_with("our front end does not take it"));
    assert_eq!(judged("c99"), "exit status 2, prints \"\"");
}

#[test]
fn input_and_arguments_are_given() {
    let text = b"int getchar(void); int main(int n, char **s) { return getchar() + s[1][0] + n; }";
    let mut judge = judge("gnu17");
    judge.input = vec![1];
    judge.args = vec!["a".into()];
    assert_eq!(in_words(&judge.judge(&[unit(text)])), "exit status 100, prints \"\"");
}

#[test]
fn a_fault_is_the_verdict_of_the_machine() {
    let text = b"int main(void) { int x; return x; }";
    let judgement = judge("gnu17").judge(&[unit(text)]);
    let Judgement::Invalid(Verdict::Undefined { kind, span, .. }) = judgement else { panic!() };
    assert_eq!(kind.id(), "uninitialised");
    assert_eq!(&text[span.range()], b"x");
}

#[test]
fn many_threads_ask_one_judge() {
    let judge = judge("gnu17");
    thread::scope(|scope| {
        for status in 0..8 {
            let judge = &judge;
            scope.spawn(move || {
                let text = format!("int main(void) {{ return {status}; }}");
                let said = in_words(&judge.judge(&[unit(text.as_bytes())]));
                assert_eq!(said, format!("exit status {status}, prints \"\""));
            });
        }
    });
}

#[test]
fn accesses_to_volatile_variables_are_listed() {
    let text = b"volatile int v; volatile short w[2]; int x;\n\
                 int main(void) { v = 1; x = v; w[1] = 2; return 0; }";
    let (judgement, touches) = judge("gnu17").volatiles(&[unit(text)]);
    assert!(matches!(judgement, Judgement::Valid(_)));
    let touches = touches.unwrap().into_iter().map(|touch| {
        let kind = if touch.write { "writes" } else { "reads" };
        format!("{kind} {}+{} ({})", touch.variable, touch.offset, touch.size)
    });
    assert_eq!(touches.collect::<Vec<_>>(), ["writes v+0 (4)", "reads v+0 (4)", "writes w+2 (2)"]);
}
