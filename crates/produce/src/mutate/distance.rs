//! How far a variant is from its original, in control flow and in data flow.
//!
//! Both are sets: which kinds of statements stand in which, and follow which; and which
//! variables are given values that depend on which others. What two programs do not share
//! of a set is their distance in it (Jaccard). That a variant is larger counts against
//! it, or every insertion would do (as in Athena).

use std::hash::{Hash, Hasher};

use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{ExprId, ExprKind, Item, Program, StmtId, StmtKind};
use elenchus_lang::walk::{self, Child};
use rustc_hash::{FxHashSet, FxHasher};

/// What is compared of a program.
#[derive(Default)]
pub struct Features {
    control: FxHashSet<u64>,
    data: FxHashSet<u64>,
    statements: u64,
}

/// Of a thousand: control and data count alike, each half.
const WHOLE: u64 = 1000;

impl Features {
    pub fn of(p: &Program) -> Features {
        let mut features = Features::default();
        for &item in p.units.iter().flat_map(|unit| &unit.items) {
            if let Item::Function(id) = item {
                let function = &p.functions[id];
                let name = p.name(p.decls[function.decl].name);
                features.function(p, name, function.body);
            }
        }
        features
    }

    /// Of a thousand, how far another program is.
    pub fn distance(&self, other: &Features) -> u64 {
        let apart = (unlike(&self.control, &other.control) + unlike(&self.data, &other.data)) / 2;
        let (less, more) = (self.statements.max(1), other.statements.max(self.statements));
        // Twice the size costs a fifth.
        let growth = (more - less) * WHOLE / 5 / less;
        apart.saturating_sub(growth.min(WHOLE / 2))
    }

    /// Pairs of a statement and what it stands in or follows, each told by its kind, its
    /// function and the names in its own expressions.
    fn function(&mut self, p: &Program, name: &str, body: StmtId) {
        let mut pending = vec![(body, hashed(name))];
        while let Some((stmt, outer)) = pending.pop() {
            self.statements += 1;
            let mut mentioned = Vec::new();
            let mut inner = Vec::new();
            walk::stmt_children(p, stmt, |child| match child {
                Child::Stmt(inner_stmt) => inner.push(inner_stmt),
                other => names(p, other, &mut mentioned),
            });
            let named: Vec<&str> = mentioned.iter().map(|&name| p.name(name)).collect();
            let kind = std::mem::discriminant(&p.stmts[stmt].kind);
            let own = hashed((kind, named));
            self.control.insert(hashed((outer, own)));
            let mut before = own;
            for inner in inner {
                pending.push((inner, before));
                if matches!(p.stmts[stmt].kind, StmtKind::Compound(..)) {
                    let kind = std::mem::discriminant(&p.stmts[inner].kind);
                    before = hashed((before, kind));
                }
            }
            walk::stmt_children(p, stmt, |child| {
                if let Child::Expr(e) = child {
                    self.dependences(p, name, e);
                }
            });
        }
    }

    /// Which variable is given a value that depends on which.
    fn dependences(&mut self, p: &Program, function: &str, e: ExprId) {
        walk::descend(p, Child::Expr(e), |node| {
            let Child::Expr(e) = node else { return };
            let (target, source) = match p.exprs[e].kind {
                ExprKind::Assign(a, b) | ExprKind::CompoundAssign(_, a, b, _) => (a, b),
                ExprKind::Step(_, a) => (a, a),
                _ => return,
            };
            let (mut given, mut used) = (Vec::new(), Vec::new());
            names(p, Child::Expr(target), &mut given);
            names(p, Child::Expr(source), &mut used);
            for &to in &given {
                for &from in &used {
                    self.data.insert(hashed((function, p.name(to), p.name(from))));
                }
            }
        });
    }
}

fn names(p: &Program, node: Child, found: &mut Vec<Symbol>) {
    walk::descend(p, node, |node| {
        if let Child::Expr(e) = node {
            if let ExprKind::Name(decl) = p.exprs[e].kind {
                found.push(p.decls[decl].name);
            }
        }
    });
}

fn hashed(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Of a thousand of what is in either, how much is not in both.
fn unlike(a: &FxHashSet<u64>, b: &FxHashSet<u64>) -> u64 {
    let both = a.intersection(b).count() as u64;
    let either = a.len() as u64 + b.len() as u64 - both;
    ((either - both) * WHOLE).checked_div(either).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use elenchus_lang::rules::Language;
    use elenchus_lang::target::Target;

    use super::*;

    fn features(text: &str) -> Features {
        let mut p = Program::new(Target::x86_64(), Language::GNU17);
        assert!(elenchus_front::parse_unit(&mut p, "t.c", text.as_bytes()).accepted());
        Features::of(&p)
    }

    fn distance(from: &str, to: &str) -> u64 {
        let text = |body: &str| format!("int a, b, c; void f(void) {{ {body} }}");
        features(&text(from)).distance(&features(&text(to)))
    }

    #[test]
    fn control_and_data_count() {
        let from = "if (a) b = 1; c = a;";
        assert_eq!(distance(from, from), 0);
        // The same numbers do not: neither flow depends on them.
        assert_eq!(distance(from, "if (a) b = 2; c = a;"), 0);
        assert!(distance(from, "while (a) b = 1; c = a;") > 0);
        assert!(distance(from, "if (a) b = 1; c = b;") > 0);
        // A statement less: of five pairs one is left, and all that depends on something.
        assert_eq!(distance(from, "c = a;"), 400);
        // Another source: three of five pairs are left, and nothing that depends.
        assert_eq!(distance(from, "if (a) b = 1; c = b;"), 700);
    }

    #[test]
    fn growth_counts_against_a_variant() {
        let from = "if (a) b = 1; c = a;";
        let once = format!("{from} a = b;");
        let often = format!("{from} a = b; {}", "a = b; ".repeat(20));
        assert!(distance(from, &once) > distance(from, &often));
    }
}
