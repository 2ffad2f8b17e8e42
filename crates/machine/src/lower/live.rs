//! Code of a function that is still being written.
//!
//! Every statement begins with an operation that can become a jump. When the
//! tree was changed, only the statement (or the condition or step of a loop)
//! is lowered again, behind all other code: the old code jumps there, and the
//! new code jumps back to where the old one ended. What was executed before
//! and what executes elsewhere stays as it is.

use elenchus_lang::tree::{DeclId, ExprId, LabelId, Program, ScopeId, StmtId};
use elenchus_lang::types::TypeId;
use elenchus_lang::walk::Child;
use rustc_hash::{FxHashMap, FxHashSet};

use super::stmt::Target;
use super::{Lowered, Lowerer, Storage};
use crate::code::{Code, Index, Op, Reg, Unit};

/// Where a statement stands.
#[derive(Clone, Debug)]
struct Context {
    /// The operation that becomes a jump, and the end of the code.
    start: Index,
    end: Index,
    scope: Vec<ScopeId>,
    block: u16,
    /// The loops and switches around it, by number.
    targets: Vec<usize>,
    next: Reg,
}

/// A condition or step of a loop.
#[derive(Clone, Debug)]
struct ExprContext {
    start: Index,
    end: Index,
    scope: Vec<ScopeId>,
    block: u16,
    next: Reg,
    /// For a condition: when it jumps, and its jump.
    branch: Option<(bool, Index)>,
}

/// A loop or switch whose code exists.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    is_loop: bool,
    block: u16,
    break_to: Index,
    continue_to: Index,
}

pub(super) struct Live {
    pub unit: Unit,
    contexts: FxHashMap<StmtId, Context>,
    exprs: FxHashMap<ExprId, ExprContext>,
    known: Vec<Known>,
}

impl Live {
    pub(super) fn new(body: StmtId) -> Live {
        Live {
            unit: Unit::Stmt(body),
            contexts: FxHashMap::default(),
            exprs: FxHashMap::default(),
            known: Vec::new(),
        }
    }
}

/// What a lowerer knew about a function.
pub struct Kept {
    storage: FxHashMap<DeclId, Storage>,
    literals: FxHashMap<ExprId, u16>,
    lengths: FxHashMap<ExprId, Storage>,
    blocks: FxHashMap<ScopeId, u16>,
    label_blocks: FxHashMap<LabelId, u16>,
    labels: FxHashMap<LabelId, Index>,
    live: Option<Box<Live>>,
    result: TypeId,
}

impl Kept {
    /// The local object of a variable.
    pub fn local(&self, decl: DeclId) -> Option<u16> {
        match self.storage.get(&decl) {
            Some(Storage::Local(local)) => Some(*local),
            _ => None,
        }
    }
}

/// Makes the code of a statement, or of part of a loop, again. False if it is
/// not known, or holds what cannot be changed alone (labels, cases).
pub fn refresh(p: &Program, code: &mut Code, kept: &mut Kept, unit: Unit) -> bool {
    let mut lowerer = Lowerer::new(p, kept.result);
    lowerer.all_in_memory = true;
    std::mem::swap(&mut lowerer.code, code);
    std::mem::swap(&mut lowerer.storage, &mut kept.storage);
    std::mem::swap(&mut lowerer.literals, &mut kept.literals);
    std::mem::swap(&mut lowerer.lengths, &mut kept.lengths);
    std::mem::swap(&mut lowerer.blocks, &mut kept.blocks);
    std::mem::swap(&mut lowerer.label_blocks, &mut kept.label_blocks);
    std::mem::swap(&mut lowerer.labels, &mut kept.labels);
    lowerer.live = kept.live.take();
    let known = match unit {
        Unit::Stmt(stmt) => lowerer.lower_again(stmt),
        Unit::Expr(expr) => lowerer.lower_expr_again(expr),
    };
    (*code, *kept) = lowerer.keep();
    known.is_some()
}

impl Lowerer<'_> {
    pub(super) fn keep(self) -> (Code, Kept) {
        let kept = Kept {
            storage: self.storage,
            literals: self.literals,
            lengths: self.lengths,
            blocks: self.blocks,
            label_blocks: self.label_blocks,
            labels: self.labels,
            live: self.live,
            result: self.result,
        };
        (self.code, kept)
    }

    /// A statement begins; gives what is needed at its end.
    pub(super) fn begin_live(&mut self, stmt: StmtId) -> Option<(StmtId, Index, Unit)> {
        self.live.as_ref()?;
        let start = self.here();
        self.emit(Op::Nothing);
        let live = self.live.as_mut()?;
        let outer = std::mem::replace(&mut live.unit, Unit::Stmt(stmt));
        let context = Context {
            start,
            end: start,
            scope: self.scope.clone(),
            block: self.block,
            targets: self.targets.iter().map(|t| t.number).collect(),
            next: self.next,
        };
        live.contexts.insert(stmt, context);
        Some((stmt, start, outer))
    }

    pub(super) fn end_live(&mut self, begun: Option<(StmtId, Index, Unit)>) {
        let end = self.here();
        let (Some((stmt, start, outer)), Some(live)) = (begun, self.live.as_mut()) else { return };
        live.unit = outer;
        if let Some(context) = live.contexts.get_mut(&stmt) {
            context.start = start;
            context.end = end;
        }
    }

    pub(super) fn open_target(&mut self, mut target: Target) {
        if let Some(live) = self.live.as_mut() {
            target.number = live.known.len();
            let Target { is_loop, block, .. } = target;
            live.known.push(Known { is_loop, block, ..Known::default() });
        }
        self.targets.push(target);
    }

    pub(super) fn know_continue(&mut self) {
        let here = self.here();
        if let (Some(target), Some(live)) = (self.targets.last(), self.live.as_mut()) {
            live.known[target.number].continue_to = here;
        }
    }

    pub(super) fn know_break(&mut self) {
        let here = self.here();
        if let (Some(target), Some(live)) = (self.targets.last(), self.live.as_mut()) {
            live.known[target.number].break_to = here;
        }
    }

    /// The condition of a loop, which may be made again by itself.
    pub(super) fn loop_branch(&mut self, condition: ExprId, when: bool) -> Lowered<Index> {
        if self.live.is_none() {
            return self.full_branch(condition, when);
        }
        let (start, outer) = self.begin_expr(condition);
        let jump = self.full_branch(condition, when);
        if let Ok(jump) = jump {
            self.end_expr(condition, start, outer, Some((when, jump)));
        }
        jump
    }

    /// The step of a loop.
    pub(super) fn loop_step(&mut self, step: ExprId) -> Lowered<()> {
        if self.live.is_none() {
            self.emit(Op::Step);
            return self.full_effect(step);
        }
        let (start, outer) = self.begin_expr(step);
        self.emit(Op::Step);
        let result = self.full_effect(step);
        self.end_expr(step, start, outer, None);
        result
    }

    fn begin_expr(&mut self, expr: ExprId) -> (Index, Unit) {
        let start = self.emit(Op::Nothing);
        let unit = Unit::Expr(expr);
        let outer = self.live.as_mut().map_or(unit, |l| std::mem::replace(&mut l.unit, unit));
        (start, outer)
    }

    fn end_expr(&mut self, expr: ExprId, start: Index, outer: Unit, branch: Option<(bool, Index)>) {
        let context = ExprContext {
            start,
            end: self.here(),
            scope: self.scope.clone(),
            block: self.block,
            next: self.next,
            branch,
        };
        if let Some(live) = self.live.as_mut() {
            live.unit = outer;
            live.exprs.insert(expr, context);
        }
    }

    fn lower_again(&mut self, stmt: StmtId) -> Option<()> {
        let context = self.live.as_ref()?.contexts.get(&stmt)?.clone();
        let known = &self.live.as_ref()?.known;
        self.targets = context
            .targets
            .iter()
            .map(|&number| {
                let Known { is_loop, block, break_to, continue_to } = known[number];
                let known = Some((break_to, continue_to));
                Target { is_loop, block, number, known, ..Target::default() }
            })
            .collect();
        self.block = context.block;
        self.next = context.next;
        self.scope.clone_from(&context.scope);
        let scope = context.scope.last().copied()?;
        self.plan_below(Child::Stmt(stmt), scope, &FxHashSet::default());
        let from = self.here();
        self.statement(stmt);
        self.emit(Op::Jump { to: context.end });
        self.code.ops[context.start as usize] = Op::Jump { to: from };
        // The next change of it starts from the same place.
        let live = self.live.as_mut()?;
        let again = live.contexts.get_mut(&stmt)?;
        (again.start, again.end) = (context.start, context.end);
        for (jump, label) in std::mem::take(&mut self.pending) {
            let target = self.labels.get(&label).copied()?;
            self.patch_to(jump, target);
        }
        Some(())
    }

    fn lower_expr_again(&mut self, expr: ExprId) -> Option<()> {
        let context = self.live.as_ref()?.exprs.get(&expr)?.clone();
        self.block = context.block;
        self.next = context.next;
        self.scope.clone_from(&context.scope);
        self.live.as_mut()?.unit = Unit::Expr(expr);
        let from = self.here();
        match context.branch {
            Some((when, old)) => {
                let target = match self.code.ops[old as usize] {
                    Op::JumpIf { to, .. } | Op::JumpUnless { to, .. } => to,
                    _ => return None,
                };
                let jump = self.full_branch(expr, when).ok()?;
                self.patch_to(jump, target);
                if let Some(kept) = self.live.as_mut()?.exprs.get_mut(&expr) {
                    kept.branch = Some((when, jump));
                }
            }
            None => {
                self.emit(Op::Step);
                self.full_effect(expr).ok()?;
            }
        }
        self.emit(Op::Jump { to: context.end });
        self.code.ops[context.start as usize] = Op::Jump { to: from };
        Some(())
    }
}
