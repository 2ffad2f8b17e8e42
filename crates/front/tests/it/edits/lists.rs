//! Enumerators, members, items of initialisers, attributes.

use elenchus_lang::edits::{Attributed, Edit, EditError};
use elenchus_lang::tree::{InitId, InitKind};
use elenchus_lang::types::FieldId;
use expect_test::expect;

use super::{Parsed, set};

#[test]
fn the_enumerator_after_it_keeps_its_value() {
    let parsed = Parsed::new("enum e { a, b, c = 7, d, /* last */ f, };\nint x = b + f;");
    let delete = |name| Edit::DeleteEnumerator(parsed.decl(name));
    parsed.check(
        [delete("a")],
        expect![[r#"
        enum e { b = 1, c = 7, d, /* last */ f, };
        int x = b + f;"#]],
    );
    parsed.check(
        [delete("c"), delete("d")],
        expect![[r#"
        enum e { a, b, /* last */ f = 9, };
        int x = b + f;"#]],
    );
    let used = parsed.edited(&set([delete("f")])).unwrap_err();
    let at = parsed.program.exprs[parsed.expr("f")].span;
    assert_eq!(used, EditError::StillUsed { edit: 0, at });
    let one = Parsed::new("enum { only };");
    let last = set([Edit::DeleteEnumerator(one.decl("only"))]);
    assert_eq!(one.edited(&last), Err(EditError::LastOne(0)));
    // Without the negative one its type would be unsigned.
    let signed = Parsed::new("enum e { low = -1, high } x;");
    let low = set([Edit::DeleteEnumerator(signed.decl("low"))]);
    assert_eq!(signed.edited(&low), Err(EditError::NeedsParse(0)));
    assert_eq!(signed.rendered(&low).unwrap(), "enum e { high = 0 } x;");
}

fn list(parsed: &Parsed, written: &str) -> InitId {
    let mut lists = parsed.program.inits.iter().filter(|(_, init)| {
        matches!(init.kind, InitKind::List(_)) && parsed.is(init.span, written)
    });
    lists.next_back().expect(written).0
}

#[test]
fn items_of_initialisers() {
    let parsed = Parsed::new(
        "int a[4] = {1, [2] = (2), 3 /* c */}; struct { int x, y; } s = { .y = 1, .x = 2, };",
    );
    let delete = |list, index| Edit::DeleteInitItem { list, index };
    let array = list(&parsed, "{1, [2] = (2), 3 /* c */}");
    let braced = list(&parsed, "{ .y = 1, .x = 2, }");
    parsed.check(
        [delete(array, 2), delete(braced, 0)],
        expect!["int a[4] = {1, [2] = (2) /* c */}; struct { int x, y; } s = { .x = 2, };"],
    );
    parsed.check(
        [delete(array, 0), delete(braced, 0), delete(braced, 1)],
        expect!["int a[4] = {[2] = (2), 3 /* c */}; struct { int x, y; } s = {  };"],
    );
    // What follows moves up: other elements are converted to other types.
    let shift = set([delete(array, 1)]);
    assert_eq!(parsed.edited(&shift), Err(EditError::NeedsParse(0)));
}

fn field(parsed: &Parsed, name: &str) -> FieldId {
    let named = |id: &FieldId| {
        parsed.program.types.fields[*id].name.is_some_and(|n| parsed.program.name(n) == name)
    };
    parsed.program.types.fields.ids().find(named).expect(name)
}

#[test]
fn a_member_goes_with_what_initialises_it() {
    let text = "\
struct s {
    int a, b;
    char *c; /* text */
    int d : 3;
} v = {1, 2, \"x\", 3}, w[2] = {{1, .c = 0, 2}, {.b = 1}};
int f(struct s *p) { return p->d + v.a; }
";
    let parsed = Parsed::new(text);
    let delete = |name| Edit::DeleteMember(field(&parsed, name));
    expect![[r#"
        struct s {
            int a;
             /* text */
            int d : 3;
        } v = {1, 3}, w[2] = {{1, 2}, {}};
        int f(struct s *p) { return p->d + v.a; }
    "#]]
    .assert_eq(&parsed.rendered(&set([delete("b"), delete("c")])).unwrap());
    let at = parsed.program.exprs[parsed.expr("p->d")].span;
    let used = parsed.edited(&set([delete("d")]));
    assert_eq!(used, Err(EditError::StillUsed { edit: 0, at }));
    // An item without the braces of its struct: those after it would move.
    let flat = Parsed::new("struct s { int a, b; } v[2] = {1, 2, 3, 4};");
    let refused = flat.edited(&set([Edit::DeleteMember(field(&flat, "b"))]));
    assert!(matches!(refused, Err(EditError::StillUsed { edit: 0, .. })));
}

#[test]
fn attributes() {
    let text = "\
static int a __attribute__((unused)), b __attribute__((used, /* both */ aligned(8)));
[[deprecated]] int f(void) __attribute__((noinline, cold));
";
    let parsed = Parsed::new(text);
    let delete = |name, index| Edit::DeleteAttr { of: Attributed::Decl(parsed.decl(name)), index };
    parsed.check(
        [delete("a", 0), delete("b", 0), delete("f", 0), delete("f", 2)],
        expect![[r#"
            static int a, b __attribute__((aligned(8)));
            int f(void) __attribute__((noinline));
        "#]],
    );
    let aligned = set([delete("b", 1)]);
    assert_eq!(parsed.edited(&aligned), Err(EditError::NeedsParse(0)));
    expect![[r#"
        static int a __attribute__((unused)), b __attribute__((used, /* both */ ));
        [[deprecated]] int f(void) __attribute__((noinline, cold));
    "#]]
    .assert_eq(&parsed.rendered(&aligned).unwrap());
}
