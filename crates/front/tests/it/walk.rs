//! Walking a tree visits all of it, in the order of the text.

use elenchus_lang::tree::{ExprKind, Program};
use elenchus_lang::walk::{self, Child};

use crate::edits::parse;

const TEXT: &str = "
int v0, v1 = 1, v2[2] = { [0] = 3 };
_Static_assert(sizeof v0 == 4, \"\");
int f(int a, int b)
{
    int c = a, d[] = { a, (b) };
    for (int i = a; b; a++) c += a ? b : d[a];
    do { switch (a) { case 1: b; default: goto out; } } while (a && b);
    if (a) return b; else __asm__(\"\" : \"=r\"(a) : \"r\"(b));
    while (a, b) f(a, (char)b);
out:
    return ({ a; _Generic(a, int: b, default: a); }) ?: (struct { int m; }){ b }.m;
}
";

/// The names of a node, as they are visited.
fn names(program: &Program, mut walk: impl FnMut(&mut dyn FnMut(Child))) -> (Vec<u32>, String) {
    let (mut places, mut names) = (Vec::new(), String::new());
    walk(&mut |node| {
        let Child::Expr(expr) = node else { return };
        if let ExprKind::Name(decl) = program.exprs[expr].kind {
            places.push(program.exprs[expr].span.start);
            names += program.name(program.decls[decl].name);
        }
    });
    (places, names)
}

#[test]
fn every_use_of_a_name_is_visited_in_order() {
    let program = parse(TEXT.as_bytes());
    let (places, found) = names(&program, |visit| walk::unit(&program, 0, visit));
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!(found, "v0aababacabdaabababababfabaabab");
}

#[test]
fn a_part_is_what_its_children_are() {
    let program = parse(TEXT.as_bytes());
    let mut nodes = Vec::new();
    walk::unit(&program, 0, |node| nodes.push(node));
    for node in nodes {
        let mut below = Vec::new();
        walk::descend(&program, node, |found| below.push(found));
        let mut parts = vec![node];
        walk::children(&program, node, |child| {
            walk::descend(&program, child, |found| parts.push(found));
        });
        assert_eq!(below, parts);
    }
}
