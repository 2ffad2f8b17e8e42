//! What leaves a statement, what comes into it from outside, and what expressions do:
//! whoever moves or copies statements asks here.

use elenchus_lang::tree::{ExprId, ExprKind, Program, StmtId, StmtKind};
use elenchus_lang::walk::{self, Child};

/// The jumps between a statement and what is around it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Jumps {
    /// A `break` ends a loop or switch around it.
    pub breaks: bool,
    /// A `continue` is that of a loop around it.
    pub continues: bool,
    /// It leaves the function, or goes somewhere else in it.
    pub leaves: bool,
    /// It has a label, or a `case` of a switch around it.
    pub entries: bool,
}

impl Jumps {
    pub fn of(p: &Program, stmt: StmtId) -> Jumps {
        let mut found = Jumps::default();
        found.add(p, stmt, Around::default());
        found
    }

    fn add(&mut self, p: &Program, stmt: StmtId, around: Around) {
        let mut inner = around;
        match p.stmts[stmt].kind {
            StmtKind::Break => self.breaks |= !around.takes_break,
            StmtKind::Continue => self.continues |= !around.takes_continue,
            StmtKind::Return(_) | StmtKind::Goto(_) => self.leaves = true,
            StmtKind::Case(..) | StmtKind::Default(_) => self.entries |= !around.takes_case,
            StmtKind::Label(..) => self.entries = true,
            StmtKind::Switch(..) => {
                (inner.takes_break, inner.takes_case) = (true, true);
            }
            StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For(_) => {
                (inner.takes_break, inner.takes_continue) = (true, true);
            }
            // Nobody looks into what is more than C.
            StmtKind::ComputedGoto(_)
            | StmtKind::Asm(_)
            | StmtKind::LocalLabels(_)
            | StmtKind::NestedFunction(_) => *self = Jumps::ALL,
            _ => {}
        }
        walk::stmt_children(p, stmt, |child| match child {
            Child::Stmt(stmt) => self.add(p, stmt, inner),
            Child::Expr(_) | Child::Init(_) => {
                if holds(p, child, |kind| matches!(kind, ExprKind::StmtExpr(_))) {
                    *self = Jumps::ALL;
                }
            }
        });
    }

    const ALL: Jumps = Jumps { breaks: true, continues: true, leaves: true, entries: true };
}

/// What of a statement's own takes a jump.
#[derive(Clone, Copy, Default)]
struct Around {
    takes_break: bool,
    takes_continue: bool,
    takes_case: bool,
}

/// Whether some expression in a node is of a kind.
fn holds(p: &Program, node: Child, is_it: impl Fn(ExprKind) -> bool) -> bool {
    let mut found = false;
    walk::descend(p, node, |inner| {
        if let Child::Expr(e) = inner {
            found |= is_it(p.exprs[e].kind);
        }
    });
    found
}

/// Whether nothing happens when an expression is evaluated: it may be once more, or once
/// less.
pub fn is_pure(p: &Program, e: ExprId) -> bool {
    let mut pure = true;
    walk::descend(p, Child::Expr(e), |inner| {
        let Child::Expr(e) = inner else {
            pure = false;
            return;
        };
        let node = p.exprs[e];
        let plain = matches!(
            node.kind,
            ExprKind::Int(..)
                | ExprKind::Float(_)
                | ExprKind::Name(_)
                | ExprKind::Enumerator(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::LogAnd(..)
                | ExprKind::LogOr(..)
                | ExprKind::Comma(..)
                | ExprKind::Conditional(..)
                | ExprKind::Convert(..)
                | ExprKind::Cast(..)
                | ExprKind::Index(..)
                | ExprKind::Member(..)
        );
        pure &= plain && !node.ty.is_volatile() && !node.ty.is_atomic();
    });
    pure
}

#[cfg(test)]
mod tests {
    use elenchus_lang::rules::Language;
    use elenchus_lang::target::Target;
    use elenchus_lang::tree::Item;

    use super::*;

    /// The first statement of the last function.
    fn parsed(text: &str) -> (Program, StmtId) {
        let mut p = Program::new(Target::x86_64(), Language::GNU17);
        let text = format!("int a, b, *q; volatile int v; int g(void); void f(void) {{ {text} }}");
        assert!(elenchus_front::parse_unit(&mut p, "t.c", text.as_bytes()).accepted());
        let Some(&Item::Function(function)) = p.units[0].items.last() else { unreachable!() };
        let StmtKind::Compound(list, _) = p.stmts[p.functions[function].body].kind else {
            unreachable!()
        };
        let first = p.stmt_lists[list][0];
        (p, first)
    }

    fn jumps(text: &str) -> String {
        let (p, stmt) = parsed(text);
        // Of a loop, what its body does.
        let stmt = match p.stmts[stmt].kind {
            StmtKind::While(_, body) | StmtKind::Switch(_, body) => body,
            _ => stmt,
        };
        let found = Jumps::of(&p, stmt);
        let flags = [
            (found.breaks, "breaks"),
            (found.continues, "continues"),
            (found.leaves, "leaves"),
            (found.entries, "entries"),
        ];
        let names: Vec<&str> = flags.iter().filter(|flag| flag.0).map(|flag| flag.1).collect();
        names.join(" ")
    }

    #[test]
    fn jumps_that_stay_inside_do_not_count() {
        assert_eq!(jumps("while (a) { if (b) break; else continue; }"), "breaks continues");
        assert_eq!(jumps("while (a) for (;;) if (b) break; else continue;"), "");
        assert_eq!(
            jumps("while (a) switch (b) { case 1: break; default: continue; }"),
            "continues"
        );
        assert_eq!(jumps("switch (a) { case 1: b = 2; }"), "entries");
        assert_eq!(jumps("{ if (a) return; l: goto l; }"), "leaves entries");
        assert_eq!(jumps("a = ({ b; });"), "breaks continues leaves entries");
    }

    #[test]
    fn what_changes_something_is_not_pure() {
        let pure = |text: &str| {
            let (p, stmt) = parsed(&format!("if ({text}) ;"));
            let StmtKind::If(condition, ..) = p.stmts[stmt].kind else { unreachable!() };
            is_pure(&p, condition)
        };
        assert!(pure("a + *q < (long)b && q[a] || !b"));
        for text in ["a = b", "a++", "g()", "v", "({ a; })", "v + 1", "a += 2"] {
            assert!(!pure(text), "{text}");
        }
    }
}
