//! Labels as holes: every `goto` may go to any label of its function.

use elenchus_front::token::TokenKind;
use elenchus_lang::edits::Locate;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{DeclKind, ExprKind, FunctionId, Item, LabelId, Program, StmtKind};
use elenchus_lang::walk::{self, Child};
use rustc_hash::{FxHashMap, FxHashSet};

use super::file::{FileSkeleton, Measures, Site, Source};
use super::skeleton::{Skeleton, Var};

/// The uses of labels in a file. Labels stand at different places: none is
/// interchangeable with another.
pub(super) fn find(source: Source) -> FileSkeleton {
    let p = source.program;
    let items = p.units.first().map_or(&[][..], |unit| &unit.items);
    let mut all = All { source, names: Vec::new(), sets: Vec::new(), holes: Vec::new() };
    let mut functions = 0;
    for &item in items {
        if let Item::Function(function) = item {
            functions += 1;
            all.function(function);
        }
    }
    all.holes.sort_by_key(|(site, ..)| site.user.start);
    let candidates = all.holes.iter().map(|(_, set, _)| all.sets[*set as usize].len() as u64);
    let measures = Measures {
        holes: all.holes.len() as u64,
        scopes: 0,
        functions,
        types: u64::from(!all.holes.is_empty()),
        candidates: candidates.sum(),
    };
    let groups: Vec<u32> = (0..all.names.len() as u32).collect();
    let original = all.holes.iter().map(|(_, _, label)| *label).collect();
    let numbers = all.holes.iter().map(|(_, set, _)| *set).collect();
    let sites = all.holes.into_iter().map(|(site, ..)| site).collect();
    let skeleton = Skeleton::new(all.sets, numbers, &groups).expect("all of it was just numbered");
    FileSkeleton { skeleton, original, measures, names: all.names, decls: Vec::new(), sites }
}

struct All<'a> {
    source: Source<'a>,
    names: Vec<String>,
    sets: Vec<Vec<Var>>,
    holes: Vec<(Site, u32, Var)>,
}

impl All<'_> {
    fn function(&mut self, id: FunctionId) {
        let p = self.source.program;
        let function = p.functions[id];
        // Nothing may jump past a declaration of variable size (6.8.6.1p1).
        if declares_variable_sizes(p, Child::Stmt(function.body)) {
            return;
        }
        let inside = labels_in_expressions(p, function.body);
        let is_candidate = |label: &LabelId| !p.labels[*label].local && !inside.contains(label);
        let labels = p.label_lists[function.labels].iter().copied().filter(is_candidate);
        let numbers: FxHashMap<LabelId, Var> = labels
            .map(|label| {
                self.names.push(p.name(p.labels[label].name).to_owned());
                (label, self.names.len() as Var - 1)
            })
            .collect();
        let set = self.sets.len() as u32;
        let mut candidates: Vec<Var> = numbers.values().copied().collect();
        candidates.sort_unstable();
        self.sets.push(candidates);
        let mut uses = Vec::new();
        walk::descend(p, Child::Stmt(function.body), |node| match node {
            Child::Stmt(stmt) => {
                if let StmtKind::Goto(label) = p.stmts[stmt].kind {
                    uses.push((label, p.stmts[stmt].span));
                }
            }
            Child::Expr(expr) => {
                if let ExprKind::LabelAddress(label) = p.exprs[expr].kind {
                    uses.push((label, p.exprs[expr].span));
                }
            }
            Child::Init(_) => {}
        });
        for (label, span) in uses {
            let (Some(&var), Some(site)) = (numbers.get(&label), self.site(label, span)) else {
                continue;
            };
            self.holes.push((site, set, var));
        }
    }

    /// The label's name in `goto name` or `&&name`.
    fn site(&self, label: LabelId, span: Span) -> Option<Site> {
        let name = self.source.program.labels[label].name;
        let tokens = &self.source.file.tokens().list;
        let first = tokens.partition_point(|token| token.start < span.start);
        let token = tokens.get(first + 1)?;
        if token.kind != TokenKind::Ident || token.symbol != name {
            return None;
        }
        let user = self.source.file.whole(token.span())?.range();
        let base = self.source.file.base();
        let parsed = (token.start - base) as usize..(token.end - base) as usize;
        Some(Site { user, parsed, expr: None, escapes: false })
    }
}

fn declares_variable_sizes(p: &Program, body: Child) -> bool {
    let mut found = false;
    walk::descend(p, body, |node| {
        let Child::Stmt(stmt) = node else { return };
        let StmtKind::Declaration(group) = p.stmts[stmt].kind else { return };
        found |= p.decl_lists[p.groups[group].decls].iter().any(|&decl| {
            let decl = &p.decls[decl];
            decl.kind != DeclKind::Function && p.types.is_variably_modified(decl.ty)
        });
    });
    found
}

/// Labels within `({ … })`: no jump goes there from outside.
fn labels_in_expressions(p: &Program, body: elenchus_lang::tree::StmtId) -> FxHashSet<LabelId> {
    let mut found = FxHashSet::default();
    walk::descend(p, Child::Stmt(body), |node| {
        let Child::Expr(expr) = node else { return };
        let ExprKind::StmtExpr(block) = p.exprs[expr].kind else { return };
        walk::descend(p, Child::Stmt(block), |inner| {
            if let Child::Stmt(stmt) = inner {
                if let StmtKind::Label(label, ..) = p.stmts[stmt].kind {
                    found.insert(label);
                }
            }
        });
    });
    found
}
