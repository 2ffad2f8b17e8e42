//! Verdicts that are neither an end nor undefined.

use std::sync::Arc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Standard;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};

fn verdict(text: &str) -> Verdict {
    let standard = Standard::by_name("gnu11").expect("a standard");
    let mut program = Program::new(Target::x86_64(), standard);
    assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted());
    Machine::new(Arc::new(program), Limits::default()).run(&[]).verdict
}

/// 6.5.2.3p6: the letter allows it where the union is visible, compilers do not.
#[test]
fn a_common_initial_sequence_without_its_union_is_unsupported() {
    let program = |member: &str| {
        format!(
            "struct a {{ int kind; {member} x; }}; struct b {{ int kind; int x; }};\n\
             union u {{ struct a a; struct b b; }};\n\
             static int f(struct a *a, struct b *b) {{ a->kind = 0; a->x = 0; return b->x; }}\n\
             int main(void) {{ union u u = {{ {{ 1, 2 }} }}; return f(&u.a, &u.b); }}\n"
        )
    };
    assert!(matches!(verdict(&program("int")), Verdict::Unsupported { .. }));
    // The sequence ends before a member of another type.
    assert!(matches!(verdict(&program("float")), Verdict::Undefined { .. }));
    let named = "union { struct { int k; } a; struct { int k; } b; } u = { { 3 } };\n\
                 int main(void) { u.a.k = 0; return u.b.k; }\n";
    assert_eq!(verdict(named), Verdict::Exit(0));
}

/// 6.7.9p23: the initialisers of a list come one after another, nobody knows in
/// which order.
#[test]
fn the_order_of_initialisers_is_open() {
    let body = |init: &str| {
        format!(
            "int putchar(int); int n; static int f(void) {{ return ++n; }}\n\
             static int g(int x) {{ return x; }} struct s {{ int a, b; }};\n\
             int main(void) {{ int i = 0; {init} return 0; }}\n"
        )
    };
    for open in [
        "struct s s = { f(), f() };",
        "struct s s = { .b = f(), .a = f() };",
        "struct s s = { n, f() };",
        "int a[2] = { i++, i++ };",
        "struct { struct s in; int c; } s = { { i++, 1 }, i };",
        "struct s s = { putchar('a'), putchar('b') };",
        "g((struct s){ f(), f() }.a);",
    ] {
        let said = verdict(&body(open));
        assert!(matches!(said, Verdict::Unspecified { .. }), "{open} {said:?}");
    }
    for fine in [
        "struct s s = { f(), g(3) };",
        "int a[2] = { i++, 4 };",
        "struct s s = { g(i), g(i) };",
        "int a[] = { f() };",
        "struct s s = { i, i };",
    ] {
        assert_eq!(verdict(&body(fine)), Verdict::Exit(0), "{fine}");
    }
    let twice = verdict(&body("int a[2] = { i++ + i++, 1 };"));
    assert!(matches!(twice, Verdict::Undefined { .. }), "{twice:?}");
}
