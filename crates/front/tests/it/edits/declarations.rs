//! Declarators, initialisers, types and names of declarations.

use elenchus_lang::build;
use elenchus_lang::edits::{AsParsed, Edit, EditError, redeclared};
use elenchus_lang::tree::{Decl, Group, StmtKind, Storage};
use elenchus_lang::types::TypeId;
use expect_test::expect;

use super::{Parsed, set};

#[test]
fn a_declarator_goes_with_its_comma() {
    let text = "int a, *b = &(int){1, /* , */}, c[2] = {1, 2} /* end */;";
    let parsed = Parsed::new(text);
    let delete = |name| Edit::DeleteDeclarator(parsed.decl(name));
    parsed.check([delete("a")], expect!["int *b = &(int){1, /* , */}, c[2] = {1, 2} /* end */;"]);
    parsed.check([delete("b")], expect!["int a, c[2] = {1, 2} /* end */;"]);
    parsed.check([delete("c"), delete("b")], expect!["int a /* end */;"]);
    parsed.check([delete("a"), delete("c")], expect!["int *b = &(int){1, /* , */} /* end */;"]);
    parsed.check([delete("a"), delete("c"), delete("b")], expect![""]);
}

#[test]
fn the_last_declarator_takes_the_declaration_along() {
    let text = "\
int f(void)
{
    int a;
    for (int b = 1, c = 2; ; )
        break;
    struct s { int m; } d, e;
    return sizeof(struct s);
}
";
    let parsed = Parsed::new(text);
    let all = ["a", "b", "c", "d", "e"].map(|name| Edit::DeleteDeclarator(parsed.decl(name)));
    parsed.check(
        all,
        expect![[r#"
            int f(void)
            {
                for (; ; )
                    break;
                struct s { int m; } ;
                return sizeof(struct s);
            }
        "#]],
    );
}

#[test]
fn what_is_still_mentioned_does_not_go() {
    let text = "int a, b = 2; int f(void) { return a; } int g(void);  int g(void) { return b; }";
    let parsed = Parsed::new(text);
    let a = Edit::DeleteDeclarator(parsed.decl("a"));
    let at = parsed.program.exprs[parsed.expr("a")].span;
    assert_eq!(parsed.edited(&set([a])), Err(EditError::StillUsed { edit: 0, at }));
    // Together with the last that mentions it, it does.
    parsed.check(
        [Edit::DeleteItem { unit: 0, index: 1 }, a],
        expect!["int b = 2;  int g(void);  int g(void) { return b; }"],
    );
    // Another declaration is left.
    parsed.check(
        [Edit::DeleteItem { unit: 0, index: 2 }],
        expect!["int a, b = 2; int f(void) { return a; }   int g(void) { return b; }"],
    );
}

#[test]
fn initialisers() {
    let text = "int a = 1 /* one */, b; int f(void) { int c /* two */ = (3); return a + b + c; }";
    let mut parsed = Parsed::new(text);
    let [a, b, c] = ["a", "b", "c"].map(|name| parsed.decl(name));
    let nine = parsed.int(9);
    let with = Some(build::initialiser(&mut parsed.program, b, nine));
    let init = |of, with| Edit::Init { of, with };
    parsed.check(
        [init(a, None), init(b, with), init(c, with)],
        expect!["int a /* one */, b = 9; int f(void) { int c /* two */ = 9; return a + b + c; }"],
    );
    parsed.check(
        [init(c, None)],
        expect!["int a = 1 /* one */, b; int f(void) { int c; return a + b + c; }"],
    );
    // The array has as many elements as its initialiser.
    let parsed = Parsed::new("int n[] = {1, 2}; int *p = n;");
    let gone = set([Edit::Init { of: parsed.decl("n"), with: None }]);
    assert_eq!(parsed.edited(&gone), Err(EditError::NeedsParse(0)));
    assert_eq!(parsed.rendered(&gone).unwrap(), "int n[]; int *p = n;");
}

/// The declaration of `name` with another type and storage.
fn declaration(parsed: &mut Parsed, name: &str, ty: TypeId, storage: Storage) -> Edit {
    let old = parsed.decl(name);
    let p = &mut parsed.program;
    let holds = |group: &Group| p.decl_lists[group.decls].contains(&old);
    let at = p.groups.iter().find(|(_, group)| holds(group)).unwrap().0;
    let with = redeclared(p, at);
    let new = p.decl_lists[p.groups[with].decls][0];
    let data = p.decls[new];
    p.decls[new] = Decl { ty, written: ty, storage, ..data };
    p.groups[with].base = ty;
    Edit::Declaration { at, with }
}

#[test]
fn types_and_storage_classes() {
    let text = "\
struct s { int m; } *p;
const int c = (1 +  2);
int f(void) { register int r = c; return r; }
";
    let mut parsed = Parsed::new(text);
    let r = declaration(&mut parsed, "r", TypeId::INT, Storage::default());
    let constant = parsed.program.decls[parsed.decl("c")].ty;
    let c = declaration(&mut parsed, "c", constant, Storage::STATIC);
    parsed.check(
        [r],
        expect![[r#"
            struct s { int m; } *p;
            const int c = (1 +  2);
            int f(void) { int r = c; return r; }
        "#]],
    );
    // What is static has a constant initialiser: that is for the checker.
    assert_eq!(parsed.edited(&set([c])), Err(EditError::NeedsParse(0)));
    let plain = declaration(&mut parsed, "c", TypeId::INT, Storage::default());
    let p = declaration(&mut parsed, "p", TypeId::LONG, Storage::default());
    assert_eq!(parsed.edited(&set([plain])), Err(EditError::NeedsParse(0)));
    expect![[r#"
        long p;
        int c = (1 +  2);
        int f(void) { register int r = c; return r; }
    "#]]
    .assert_eq(&parsed.rendered(&set([p, plain])).unwrap());
}

#[test]
fn another_name_everywhere() {
    let text = "\
enum { one = 1, two = one + 1 };
static int count, lengths[two];
static int next(int count) { return count + one; }
int main(void) { for (int i = 0; i < two; i++) lengths[i] = count = next(count); return 0; }
";
    let mut parsed = Parsed::new(text);
    let rename = |parsed: &mut Parsed, old: &str, new: &str| Edit::Rename {
        decl: parsed.decl(old),
        name: parsed.program.symbols.intern(new),
    };
    let pairs = [("two", "b"), ("next", "f"), ("lengths", "v"), ("i", "j")];
    let edits = pairs.map(|(old, new)| rename(&mut parsed, old, new));
    parsed.check(
        edits,
        expect![[r#"
            enum { one = 1, b = one + 1 };
            static int count, v[b];
            static int f(int count) { return count + one; }
            int main(void) { for (int j = 0; j < b; j++) v[j] = count = f(count); return 0; }
        "#]],
    );
    // The last `count` is the parameter's, which hides the other one.
    let parameter = rename(&mut parsed, "count", "n");
    parsed.check(
        [parameter],
        expect![[r#"
            enum { one = 1, two = one + 1 };
            static int count, lengths[two];
            static int next(int n) { return n + one; }
            int main(void) { for (int i = 0; i < two; i++) lengths[i] = count = next(count); return 0; }
        "#]],
    );
    let taken = rename(&mut parsed, "i", "lengths");
    let at = parsed.program.decls[parsed.decl("lengths")].span;
    assert_eq!(parsed.edited(&set([taken])), Err(EditError::NameTaken { edit: 0, at }));
    let main = rename(&mut parsed, "main", "start");
    assert_eq!(parsed.edited(&set([main])), Err(EditError::Elsewhere(0)));
}

#[test]
fn sets_merge_unless_they_touch_the_same() {
    let text = "int a, b; int f(void) { return a + b; }";
    let mut parsed = Parsed::new(text);
    let one = parsed.int(1);
    let use_of = |written| Edit::Expr { at: parsed.expr(written), with: one };
    let [sum, b] = ["a + b", "b"].map(use_of);
    let [first, second] = [set([sum]), set([b])];
    let p = &parsed.program;
    assert!(sum.touches(p).unwrap().overlaps(&b.touches(p).unwrap()));
    assert_eq!(first.merge(&second, p).unwrap_err(), EditError::Overlap(0, 1));
    let delete = |name| set([Edit::DeleteDeclarator(parsed.decl(name))]);
    let both = delete("a").merge(&delete("b"), p).unwrap().merge(&first, p).unwrap();
    expect![" int f(void) { return 1; }"].assert_eq(&parsed.edited(&both).unwrap());
}

#[test]
fn other_bytes_stay() {
    let mut text =
        b"int a; /* caf\xe9 */ int f(void) { /* \xe9 */ if (a) { /* \xff */ a = '\xe9'; } }"
            .to_vec();
    text.extend_from_slice(b" /* \xe9t\xe9 */\n");
    let program = super::parse(&text);
    let at = program.stmts.iter().find(|(_, s)| matches!(s.kind, StmtKind::If(..)));
    let (at, stmt) = at.unwrap();
    let StmtKind::If(_, with, _) = stmt.kind else { return };
    let edits = set([Edit::Stmt { at, with }]);
    let place = AsParsed { base: 0 };
    let new = edits.render(&program, &text, &place).unwrap();
    let expected: &[u8] = b"int a; /* caf\xe9 */ int f(void) { /* \xe9 */ { /* \xff */ a = '\xe9'; } } /* \xe9t\xe9 */\n";
    assert_eq!(new.escape_ascii().to_string(), expected.escape_ascii().to_string());
}
