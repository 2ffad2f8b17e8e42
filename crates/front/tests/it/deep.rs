//! What nests deeper than any stack works all the way to the dump, or is an
//! error: the process never dies of it.

use elenchus_front::{Parsed, parse_unit, stack};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_lang::{dump, printer};

/// `middle` within `depth` times `open` and `close`.
struct Form {
    before: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
    after: &'static str,
}

const FORMS: &[Form] = &[
    form("int x = ", "{", "1", "}", ";"),
    form("", "struct { ", "int x;", " } s; ", ""),
    form("struct { ", "struct { ", "int x;", " }; ", "} s;"),
    form("", "typeof(", "int", ")", " x;"),
    form("void f(", "void (*)(", "void", ")", ");"),
    form("void ", "(*", "f", ")()", ";"),
    form("extern int a", "[1]", "", "", ";"),
    form("unsigned ", "*", "p", "", ", **q; void f() { q = p; }"),
    form("int f(int x) { return ", "x + ", "x", "", "; }"),
    form("int f(int x) { return ", "x && ", "x", "", "; }"),
    form("int f(int x) { return ", "x, ", "x", "", "; }"),
    form("void f() { switch (0) ", "default: ", ";", "", "}"),
    form("int x = ", "{", "", "", ""),
    form("", "struct { ", "", "", ""),
];

const fn form(
    before: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
    after: &'static str,
) -> Form {
    Form { before, open, middle, close, after }
}

fn parse(form: &Form, depth: usize) -> (Program, Parsed) {
    let Form { before, open, middle, close, after } = *form;
    parse_text(&[before, &open.repeat(depth), middle, &close.repeat(depth), after].concat())
}

fn parse_text(text: &str) -> (Program, Parsed) {
    let mut program = Program::new(Target::x86_64(), Language::by_name("gnu11").unwrap());
    let parsed = parse_unit(&mut program, "deep.c", text.as_bytes());
    (program, parsed)
}

#[test]
fn whatever_nests_is_printed_or_an_error_with_a_place() {
    for form in FORMS {
        for depth in [3, 10_000, 100_000] {
            let (program, parsed) = parse(form, depth);
            if parsed.accepted() {
                let both = || (printer::print(&program, 0), dump::dump(&program, 0));
                let (text, _) = stack::with_stack(stack::LIMIT, both).unwrap();
                assert!(text.len() >= form.open.trim().len(), "{} {depth} times", form.open);
            } else {
                let first = &parsed.diagnostics.list[0];
                assert!(!first.span.is_none(), "{} {depth} times: {first:?}", form.open);
            }
        }
    }
}

#[test]
fn pointers_are_compared_however_many_there_are() {
    let stars = "*".repeat(100_000);
    let (_, parsed) = parse_text(&format!("int {stars}p; int {stars}p; unsigned {stars}p;"));
    assert_eq!(parsed.diagnostics.errors, 1);
    let (_, parsed) = parse_text(&format!("int ({stars}p)[]; int ({stars}p)[3];"));
    assert!(parsed.accepted());
}

/// Names are looked for in all anonymous members, so these have a limit.
#[test]
fn a_name_is_found_through_a_hundred_anonymous_members() {
    let through = form("struct { ", "struct { ", "int x;", " }; ", " } s; int f() { return s.x; }");
    assert!(parse(&through, 100).1.accepted());
    let (_, parsed) = parse(&through, 1_000);
    let first = &parsed.diagnostics.list[0].message;
    assert_eq!(first, "too many anonymous members within each other");
}

#[test]
fn a_type_may_have_hundreds_of_levels() {
    let forms = [
        form("int a", "[1]", "", "", ";"),
        form("int ", "(*", "f", ")()", ";"),
        form("void f(", "int (*)(", "", ")", ");"),
    ];
    for levels in &forms {
        assert!(parse(levels, 400).1.accepted(), "{}", levels.open);
        let (_, parsed) = parse(levels, 2_000);
        let first = &parsed.diagnostics.list[0].message;
        assert_eq!(first, "a type of too many arrays and functions within each other");
    }
}
