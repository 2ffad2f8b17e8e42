//! Of volatile accesses, at most one stands between two sequence points: nobody says in
//! which order others would come.

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{Conversion, ExprId, ExprKind, Item, Program};
use elenchus_lang::walk::{self, Child};
use elenchus_produce::generate::Preset;

use crate::{settings, text};

fn parsed(text: &str) -> Program {
    let mut program = Program::new(Target::x86_64(), Language::GNU11);
    assert!(parse_unit(&mut program, "program.c", text.as_bytes()).accepted());
    program
}

/// The most accesses that nothing separates, in an expression.
fn unordered(p: &Program, e: ExprId) -> usize {
    let is_volatile = |e: ExprId| usize::from(p.exprs[e].ty.is_volatile());
    let own = match p.exprs[e].kind {
        ExprKind::Convert(Conversion::Lvalue, of) => is_volatile(of),
        ExprKind::Assign(to, _) | ExprKind::CompoundAssign(_, to, ..) | ExprKind::Step(_, to) => {
            is_volatile(to)
        }
        // What is not evaluated.
        ExprKind::SizeofExpr(_) | ExprKind::AlignofExpr(..) | ExprKind::Generic(..) => return 0,
        _ => 0,
    };
    let mut parts = Vec::new();
    walk::expr_children(p, e, |child| {
        if let Child::Expr(part) = child {
            parts.push(unordered(p, part));
        }
    });
    let inner = match p.exprs[e].kind {
        ExprKind::LogAnd(..)
        | ExprKind::LogOr(..)
        | ExprKind::Comma(..)
        | ExprKind::Conditional(..) => parts.into_iter().max().unwrap_or(0),
        _ => parts.into_iter().sum(),
    };
    own + inner
}

/// The accesses in a program, and those of them that have others beside them.
fn accesses(text: &str) -> (usize, usize) {
    let p = &parsed(text);
    let (mut all, mut beside) = (0, 0);
    let mut count = |e: ExprId| {
        let found = unordered(p, e);
        all += found;
        beside += found.saturating_sub(1);
    };
    for item in p.units.iter().flat_map(|unit| &unit.items) {
        let Item::Function(function) = *item else { continue };
        walk::descend(p, Child::Stmt(p.functions[function].body), |child| match child {
            Child::Stmt(stmt) => walk::stmt_children(p, stmt, |child| {
                if let Child::Expr(e) = child {
                    count(e);
                }
            }),
            Child::Init(init) => walk::init_children(p, init, |child| {
                if let Child::Expr(e) = child {
                    count(e);
                }
            }),
            Child::Expr(_) => {}
        });
    }
    (all, beside)
}

#[test]
fn they_are_counted() {
    let text = |statement: &str| {
        format!(
            "volatile int v, w; int f(int a) {{ {statement} return a; }} int main(void) {{ return f(1); }}"
        )
    };
    assert_eq!(accesses(&text("a = v; a += w;")), (2, 0));
    assert_eq!(accesses(&text("a = v && w;")), (1, 0));
    assert_eq!(accesses(&text("a = v + w;")), (2, 1));
    assert_eq!(accesses(&text("v = w;")), (2, 1));
    assert_eq!(accesses(&text("int b = v - f(w);")), (2, 1));
}

#[test]
fn no_two_are_unordered() {
    let mut settings = settings(Preset::Whole, 6_000);
    settings.policy.volatile = 25;
    let mut all = 0;
    for seed in 0..40 {
        let text = text(&settings, seed);
        let (found, beside) = accesses(&text);
        assert_eq!(beside, 0, "seed {seed}:\n{text}");
        all += found;
    }
    assert!(all > 400, "{all}");
}
