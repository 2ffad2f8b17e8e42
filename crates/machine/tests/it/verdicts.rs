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
