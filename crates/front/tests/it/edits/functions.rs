//! Parameters, whole functions, whole units; statements instead of what they
//! are in.

use elenchus_lang::edits::{Edit, EditError, remove_function};
use expect_test::expect;

use super::{Parsed, set};

#[test]
fn a_parameter_goes_with_its_arguments() {
    let text = "\
static int add(int, int unused, char *);
static int add(int a, int unused, char *text) { return a + text[0]; }
int main(void) { return add(1, (2, 3), \"(\") + add (add(1, 2, \",\"), /* two */ add(3, 4, 0), 0); }
";
    let parsed = Parsed::new(text);
    let delete = |index| Edit::DeleteParam { function: parsed.decl("add"), index };
    parsed.check(
        [delete(1)],
        expect![[r#"
            static int add(int, char *);
            static int add(int a, char *text) { return a + text[0]; }
            int main(void) { return add(1, "(") + add (add(1, ","), 0); }
        "#]],
    );
    let at = parsed.program.exprs[parsed.expr("text")].span;
    let used = parsed.edited(&set([delete(2)]));
    assert_eq!(used, Err(EditError::StillUsed { edit: 0, at }));
}

#[test]
fn all_parameters() {
    let text = "int f(int, int); int g(void) { return f(1, 2); } int f(int a, int b) { return 0; }";
    let parsed = Parsed::new(text);
    let both = [0, 1].map(|index| Edit::DeleteParam { function: parsed.decl("f"), index });
    parsed
        .check(both, expect!["int f(void); int g(void) { return f(); } int f(void) { return 0; }"]);
}

#[test]
fn parameters_that_cannot_go() {
    let refused = |text: &str, expected: EditError| {
        let parsed = Parsed::new(text);
        let delete = Edit::DeleteParam { function: parsed.decl("f"), index: 0 };
        let error = parsed.edited(&set([delete])).unwrap_err();
        assert_eq!(std::mem::discriminant(&error), std::mem::discriminant(&expected), "{error}");
    };
    let at = Default::default();
    let taken = EditError::AddressTaken { edit: 0, at };
    refused("int f(int a) { return 0; } int (*p)(int) = f;", taken);
    refused("int f(a) int a; { return 0; }", EditError::NoPrototype(0));
    refused("typedef int t(int); t f; int g(void) { return f(1); }", EditError::NoPrototype(0));
    refused("int f(char *format, ...) { return 0; }", EditError::LastOne(0));
    refused("int f(int n, int a[n]) { return 0; }", EditError::StillUsed { edit: 0, at });
    refused("int f(void) { return 0; }", EditError::NoSuchPlace(0));
}

#[test]
fn functions() {
    let text = "\
static int one(void), two(void);
static int one(void)
{
    return 1;
}
static int two(void) /* two */
{
    return 2;
}
int main(void) { return two(); }
";
    let parsed = Parsed::new(text);
    let removed = remove_function(&parsed.program, parsed.decl("one"));
    expect![[r#"
        static int two(void);
        static int two(void) /* two */
        {
            return 2;
        }
        int main(void) { return two(); }
    "#]]
    .assert_eq(&parsed.edited(&removed).unwrap());
    let at = parsed.program.exprs[parsed.expr("two")].span;
    let used = remove_function(&parsed.program, parsed.decl("two"));
    assert!(
        matches!(parsed.edited(&used), Err(EditError::StillUsed { at: here, .. }) if here == at)
    );
    parsed.check(
        [1, 2].map(|index| Edit::DeleteBody { unit: 0, index }),
        expect![[r#"
            static int one(void), two(void);
            static int one(void);
            static int two(void) /* two */;
            int main(void) { return two(); }
        "#]],
    );
    parsed.check([Edit::DeleteUnit(0)], expect![""]);
}

#[test]
fn a_statement_instead_of_what_it_is_in() {
    let text = "\
int f(int a)
{
    if (a) /* then */ a++; else { a--;  /* else */ }
    while (a > 9) {
        a  /= 2; // half
    }
again:
    switch (a) { case 1: a = 3; }
    return a;
}
";
    let parsed = Parsed::new(text);
    let instead = |old: &str, new: &str| {
        let found = parsed.program.stmts.iter().find(|(_, stmt)| {
            let text = stmt.span.range();
            parsed.text().get(text).is_some_and(|text| text.starts_with(old))
        });
        Edit::Stmt { at: found.expect(old).0, with: parsed.stmt(new) }
    };
    parsed.check(
        [
            instead("if", "{ a--;  /* else */ }"),
            instead("while", "{\n        a  /= 2; // half\n    }"),
            instead("again", "switch (a) { case 1: a = 3; }"),
        ],
        expect![[r#"
            int f(int a)
            {
                { a--;  /* else */ }
                {
                    a  /= 2; // half
                }
                switch (a) { case 1: a = 3; }
                return a;
            }
        "#]],
    );
    parsed.check(
        [instead("if", "a++;"), instead("case", "a = 3;")],
        expect![[r#"
            int f(int a)
            {
                a++;
                while (a > 9) {
                    a  /= 2; // half
                }
            again:
                switch (a) { a = 3; }
                return a;
            }
        "#]],
    );
}
