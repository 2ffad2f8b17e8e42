//! How much of a program is executed, and in which form its operations are.

use std::rc::Rc;

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::tree::{
    Conversion, DeclId, ExprId, ExprKind, MemberStyle, Program, StmtId, StmtKind, Storage, UnaryOp,
};
use elenchus_lang::types::TypeId;
use elenchus_lang::walk::{self, Child};
use elenchus_machine::observe::{Flow, ON, Observer, Step, View, Wants};
use elenchus_machine::{Limits, Machine, Origin};
use rustc_hash::{FxHashMap, FxHashSet};

use super::drive::Written;

/// Nodes that repairs have replaced, and nodes that they have added.
#[derive(Clone, Default, Debug)]
pub struct Repaired {
    pub replaced: FxHashSet<ExprId>,
    pub added: FxHashSet<ExprId>,
}

#[derive(Default)]
struct Counts {
    stmts: FxHashMap<StmtId, u64>,
    exprs: FxHashMap<ExprId, u64>,
    decls: FxHashMap<DeclId, u64>,
}

impl Counts {
    /// How often a statement was executed. What has no step of its own, as a
    /// block or a label, is no statement here.
    fn of(&self, p: &Program, stmt: StmtId) -> Option<u64> {
        let condition = |e: ExprId| self.exprs.get(&e).copied().unwrap_or(0);
        Some(match p.stmts[stmt].kind {
            StmtKind::Compound(..)
            | StmtKind::Empty
            | StmtKind::Case(..)
            | StmtKind::Default(_)
            | StmtKind::Label(..) => return None,
            StmtKind::If(c, ..) | StmtKind::While(c, _) | StmtKind::DoWhile(_, c) => condition(c),
            StmtKind::For(parts) => p.fors[parts].condition.map_or(0, condition),
            StmtKind::Declaration(group) => {
                let &decl = p.decl_lists[p.groups[group].decls].first()?;
                if p.decls[decl].storage.has(Storage::STATIC) {
                    return None;
                }
                self.decls.get(&decl).copied().unwrap_or(0)
            }
            _ => self.stmts.get(&stmt).copied().unwrap_or(0),
        })
    }
}

impl Observer for Counts {
    fn wants(&self) -> Wants {
        Wants { statements: true, ..Wants::NOTHING }
    }

    fn statement(&mut self, _: &View<'_>, step: Step) -> Flow {
        match step.at {
            Origin::Stmt(stmt) => *self.stmts.entry(stmt).or_default() += 1,
            Origin::Decl(decl) => *self.decls.entry(decl).or_default() += 1,
            Origin::Expr(e) => *self.exprs.entry(e).or_default() += 1,
            _ => {}
        }
        ON
    }
}

/// Runs the tree that was written once more, and counts.
pub fn measure(written: &mut Written) {
    let program = Rc::clone(&written.program);
    let limits = Limits { steps: written.steps * 2 + 10_000, ..Limits::default() };
    let machine = Machine::new(Rc::clone(&program), limits);
    let (_, counts) = machine.run_with(Counts::default(), &[]);
    let p = &*program;
    let (mut statements, mut executed, mut dead, mut dead_lively) = (0, 0, 0, 0);
    let mut tally = Tally { p, repaired: &written.repaired, risky: 0, plain: 0 };
    for (id, function) in p.functions.iter() {
        if !written.used.contains(&function.decl) {
            continue;
        }
        let body = p.functions[id].body;
        walk::descend(p, Child::Stmt(body), |child| {
            let Child::Stmt(stmt) = child else { return };
            let Some(count) = counts.of(p, stmt) else { return };
            statements += 1;
            executed += u64::from(count > 0);
            if count == 0 && !matches!(p.stmts[stmt].kind, StmtKind::Break | StmtKind::Continue) {
                dead += 1;
                dead_lively += u64::from(is_lively(p, stmt));
            }
            use StmtKind::*;
            let has_own =
                matches!(p.stmts[stmt].kind, Expr(_) | Return(_) | Switch(..) | Declaration(_));
            if count > 0 && has_own {
                walk::stmt_children(p, stmt, |child| {
                    if let Child::Expr(e) = child {
                        tally.expression(e, count);
                    }
                    if let Child::Init(init) = child {
                        walk::init_children(p, init, |child| {
                            if let Child::Expr(e) = child {
                                tally.expression(e, count);
                            }
                        });
                    }
                });
            }
        });
    }
    for (&e, &count) in &counts.exprs {
        tally.expression(e, count);
    }
    let stats = &mut written.stats;
    (stats.statements, stats.executed) = (statements, executed);
    (stats.dead, stats.dead_lively) = (dead, dead_lively);
    (stats.risky, stats.plain) = (tally.risky, tally.plain);
}

/// Whether a statement is a loop, or calls a function or stores through a pointer.
fn is_lively(p: &Program, stmt: StmtId) -> bool {
    use StmtKind::*;
    if matches!(p.stmts[stmt].kind, While(..) | DoWhile(..) | For(_)) {
        return true;
    }
    let mut found = false;
    walk::stmt_children(p, stmt, |child| {
        if matches!(child, Child::Stmt(_)) {
            return;
        }
        walk::descend(p, child, |child| {
            let Child::Expr(e) = child else { return };
            found |= match p.exprs[e].kind {
                ExprKind::Call(..) => true,
                ExprKind::Assign(target, _)
                | ExprKind::CompoundAssign(_, target, ..)
                | ExprKind::Step(_, target) => is_indirect(p, target),
                _ => false,
            };
        });
    });
    found
}

/// Whether an lvalue is reached through a pointer.
fn is_indirect(p: &Program, mut lvalue: ExprId) -> bool {
    loop {
        lvalue = match p.exprs[lvalue].kind {
            ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::Member(_, _, MemberStyle::Arrow) => {
                return true;
            }
            ExprKind::Member(of, ..) => of,
            ExprKind::Index(pointer, _) => match p.exprs[pointer].kind {
                ExprKind::Convert(Conversion::Decay, array) => array,
                _ => return true,
            },
            _ => return false,
        };
    }
}

struct Tally<'a> {
    p: &'a Program,
    repaired: &'a Repaired,
    risky: u64,
    plain: u64,
}

impl Tally<'_> {
    fn expression(&mut self, e: ExprId, count: u64) {
        walk::descend(self.p, Child::Expr(e), |child| {
            let Child::Expr(e) = child else { return };
            if self.repaired.replaced.contains(&e) {
                self.risky += count;
                return;
            }
            if self.repaired.added.contains(&e) || !self.is_risky(e) {
                return;
            }
            self.risky += count;
            let mended = matches!(self.p.exprs[e].kind, ExprKind::Index(_, i) if self.repaired.added.contains(&i));
            self.plain += if mended { 0 } else { count };
        });
    }

    /// Whether an operation can be undefined for some operands.
    fn is_risky(&self, e: ExprId) -> bool {
        use BinaryOp::*;
        let signed = |ty: TypeId| build::int_type(self.p, ty).is_some_and(|int| int.signed);
        let binary = |op: BinaryOp, ty: TypeId| match op {
            Add | Sub | Mul => signed(ty),
            Div | Rem => build::int_type(self.p, ty).is_some(),
            Shl | Shr => true,
            _ => false,
        };
        let node = &self.p.exprs[e];
        match node.kind {
            ExprKind::Binary(op, ..) => binary(op, node.ty),
            ExprKind::CompoundAssign(op, _, _, ty) => binary(op, ty),
            ExprKind::Step(..) => signed(build::promoted(self.p, node.ty)),
            ExprKind::Unary(UnaryOp::Neg, _) => signed(node.ty),
            ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::Index(..) => true,
            ExprKind::Member(_, _, style) => style == MemberStyle::Arrow,
            ExprKind::Convert(Conversion::Arithmetic, of) | ExprKind::Cast(_, of, _) => {
                build::float_kind(self.p, self.p.exprs[of].ty).is_some()
                    && build::int_type(self.p, node.ty).is_some()
            }
            _ => false,
        }
    }
}
