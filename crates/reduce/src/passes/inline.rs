//! A call becomes the body of the function; one that is called once goes with it.
//!
//! Names are not looked at: where a name of the function means something else at the
//! call, the program is another one, and whoever tests it sees that.

use std::ops::Range;

use elenchus_front::token::TokenKind;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{DeclId, ExprId, ExprKind, Function, Program, StmtId, StmtKind};
use elenchus_lang::walk::{self, Child};
use rustc_hash::FxHashMap;

use super::Levels;
use super::exprs::{self, functions};
use super::text::Text;
use crate::search::{Change, Proposal};
use crate::subject::Subject;

/// Calls of a function, and all of its mentions.
#[derive(Default)]
struct Uses {
    calls: Vec<Call>,
    mentions: usize,
}

#[derive(Clone, Copy)]
struct Call {
    file: usize,
    expr: ExprId,
    /// The statement that is nothing but the call, or gives a place its value.
    stmt: Option<StmtId>,
}

pub fn propose(subject: &mut Subject) -> Levels {
    let uses = uses(subject);
    let p = &subject.program;
    let mut level = Vec::new();
    for (file, id) in functions(subject) {
        let function = p.functions[id];
        let entity = p.decls[function.decl].entity;
        let Some(uses) = uses.get(&entity).filter(|uses| uses.mentions == uses.calls.len()) else {
            continue;
        };
        for call in uses.calls.iter().filter(|call| call.file == file) {
            let text = Text { subject, file };
            let Some(place) = text.inlined(&function, call) else { continue };
            let mut places = vec![place];
            if uses.calls.len() == 1 {
                places.extend(text.declarations(entity, &function));
            }
            level.push(Proposal { file, change: Change::Text(places) });
        }
    }
    vec![level]
}

fn uses(subject: &Subject) -> FxHashMap<DeclId, Uses> {
    let p = &subject.program;
    let mut uses: FxHashMap<DeclId, Uses> = FxHashMap::default();
    for file in 0..p.units.len() {
        let mut stmts: FxHashMap<ExprId, StmtId> = FxHashMap::default();
        walk::unit(p, file, |node| match node {
            Child::Stmt(stmt) => {
                if let StmtKind::Expr(expr) = p.stmts[stmt].kind {
                    stmts.insert(called_by(p, expr), stmt);
                }
            }
            Child::Expr(expr) => match p.exprs[expr].kind {
                ExprKind::Name(decl) => {
                    uses.entry(p.decls[decl].entity).or_default().mentions += 1;
                }
                ExprKind::Call(callee, _) => {
                    let ExprKind::Name(decl) = p.exprs[exprs::written(p, callee)].kind else {
                        return;
                    };
                    let stmt = stmts.get(&expr).copied();
                    let entity = p.decls[decl].entity;
                    uses.entry(entity).or_default().calls.push(Call { file, expr, stmt });
                }
                _ => {}
            },
            Child::Init(_) => {}
        });
    }
    uses
}

/// The right side of an assignment, or what is cast to `void`.
fn called_by(p: &Program, expr: ExprId) -> ExprId {
    match p.exprs[exprs::written(p, expr)].kind {
        ExprKind::Assign(_, value) => exprs::written(p, value),
        ExprKind::Cast(_, value, ty) if p.types.is_void(ty) => exprs::written(p, value),
        _ => exprs::written(p, expr),
    }
}

impl Text<'_> {
    /// The place of a call, and what stands there instead.
    fn inlined(&self, function: &Function, call: &Call) -> Option<(Range<usize>, Vec<u8>)> {
        let p = &self.subject.program;
        let ExprKind::Call(_, args) = p.exprs[call.expr].kind else { return None };
        let (args, params) = (&p.expr_lists[args], &p.decl_lists[function.params]);
        let within = p.exprs[call.expr].span;
        let body = p.stmts[function.body].span;
        // It calls itself.
        if args.len() != params.len() || (body.start <= within.start && within.end <= body.end) {
            return None;
        }
        let StmtKind::Compound(list, _) = p.stmts[function.body].kind else { return None };
        let stmts = &p.stmt_lists[list];
        if let [only] = stmts {
            if let StmtKind::Return(Some(value)) = p.stmts[*only].kind {
                let text = self.substituted(value, params, args);
                return Some((self.range(within), text));
            }
        }
        let stmt = call.stmt?;
        let mut returns = 0;
        walk::descend(p, Child::Stmt(function.body), |node| {
            if let Child::Stmt(stmt) = node {
                returns += usize::from(matches!(p.stmts[stmt].kind, StmtKind::Return(_)));
            }
        });
        let mut out = b"{\n".to_vec();
        for (&param, &arg) in params.iter().zip(args) {
            out.extend_from_slice(self.get(p.decls[param].declarator));
            out.extend_from_slice(b" = ");
            out.extend_from_slice(&self.expr(arg));
            out.extend_from_slice(b";\n");
        }
        let last = stmts.last().copied();
        let last = last.filter(|&last| matches!(p.stmts[last].kind, StmtKind::Return(_)));
        if returns > usize::from(last.is_some()) {
            return None;
        }
        let (whole, inner) = (p.stmts[stmt].span, body);
        let end = last.map_or(inner.end - 1, |last| p.stmts[last].span.start);
        out.extend_from_slice(self.get(Span::new(inner.start + 1, end)));
        let value = last.and_then(|last| match p.stmts[last].kind {
            StmtKind::Return(value) => value,
            _ => None,
        });
        if let Some(value) = value {
            // What stands around the call stands around the value.
            out.extend_from_slice(self.get(Span::new(whole.start, within.start)));
            out.extend_from_slice(&self.expr(value));
            out.extend_from_slice(self.get(Span::new(within.end, whole.end)));
        } else if p.exprs[call.expr].span.start != whole.start {
            return None;
        }
        out.extend_from_slice(b"\n}");
        Some((self.range(whole), out))
    }

    /// What a function returns, with arguments instead of its parameters.
    fn substituted(&self, value: ExprId, params: &[DeclId], args: &[ExprId]) -> Vec<u8> {
        let p = &self.subject.program;
        let span = p.exprs[exprs::written(p, value)].span;
        let source = &self.subject.sources[self.file];
        let tokens = &source.tokens().list;
        let first = tokens.partition_point(|token| token.start < span.start);
        let mut out = b"(".to_vec();
        for token in tokens[first..].iter().take_while(|token| token.start < span.end) {
            let is_param = |&&param: &&DeclId| p.decls[param].name == token.symbol;
            let param = params.iter().zip(args).find(|(param, _)| is_param(param));
            match param.filter(|_| token.kind == TokenKind::Ident) {
                Some((_, &arg)) => out.extend_from_slice(&self.expr(arg)),
                None => out.extend_from_slice(self.get(token.span())),
            }
            out.push(b' ');
        }
        out.push(b')');
        out
    }

    /// All declarations of a function in this file, to be cut out.
    fn declarations(&self, entity: DeclId, function: &Function) -> Vec<(Range<usize>, Vec<u8>)> {
        let p = &self.subject.program;
        let mut places = vec![(self.range(function.span), Vec::new())];
        let unit = p.units[self.file].span;
        for (_, group) in p.groups.iter() {
            if let [decl] = p.decl_lists[group.decls] {
                let here = unit.start <= group.span.start && group.span.end <= unit.end;
                if p.decls[decl].entity == entity && here && !group.span.is_none() {
                    places.push((self.range(group.span), Vec::new()));
                }
            }
        }
        places
    }
}
