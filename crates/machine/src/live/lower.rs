//! Code of a function that is still being written.
//!
//! Every statement begins with an operation that can become a jump: that at which
//! a machine stops, or one that does nothing. When the
//! tree was changed, only the statement (or the condition or step of a loop)
//! is lowered again, behind all other code: the old code jumps there, and the
//! new code jumps back to where the old one ended. Where a machine may stand
//! in old code, now or after going back to a snapshot, a jump leads to the
//! same place of the new code; a call in the middle of an old expression still
//! returns into it.

use elenchus_lang::tree::{DeclId, ExprId, LabelId, Program, ScopeId, StmtId, StmtKind};
use elenchus_lang::types::TypeId;
use elenchus_lang::walk::{self, Child};
use rustc_hash::FxHashMap;

use crate::code::{Begun, Code, Evaluation, Index, Op, Reg, Renewed};
use crate::core::later::Later;
use crate::core::lower::definite::Variables;
use crate::core::lower::jumps::Landing;
use crate::core::lower::{Lowered, Lowerer, Scratch, Storage};

/// Operations of a unit at which a machine may stand. Most units have one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stops {
    first: Index,
    /// The number of those behind it, in a table of their own.
    others: Index,
}

impl Stops {
    const NONE: Stops = Stops { first: Index::MAX, others: Index::MAX };

    fn push(&mut self, index: Index, others: &mut Vec<Vec<Index>>) {
        match self.first {
            Index::MAX => self.first = index,
            _ => self.push_other(index, others),
        }
    }

    #[cold]
    fn push_other(&mut self, index: Index, others: &mut Vec<Vec<Index>>) {
        if self.others == Index::MAX {
            self.others = others.len() as Index;
            others.push(Vec::new());
        }
        others[self.others as usize].push(index);
    }

    fn others(self, others: &[Vec<Index>]) -> &[Index] {
        others.get(self.others as usize).map_or(&[], Vec::as_slice)
    }
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// The operation that becomes a jump, and the end of the code.
    start: Index,
    end: Index,
    /// Where a machine may stand in the newest code.
    stops: Stops,
    scope: Option<ScopeId>,
    block: u16,
    /// The innermost loop or switch around it, by number.
    target: Option<u32>,
    next: Reg,
}

/// A condition or step of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExprContext {
    start: Index,
    end: Index,
    stops: Stops,
    scope: Option<ScopeId>,
    block: u16,
    next: Reg,
    /// For a condition: when it jumps, and its jump.
    branch: Option<(bool, Index)>,
}

/// Code that was made again: where it started, and its stops.
pub(crate) type Replaced = (Renewed, Index, Stops);

/// What a lowerer knows about a function, and is kept if its code may change.
pub struct Kept {
    /// The number of the function, for tables that all have in common.
    pub(crate) number: u32,
    pub(crate) literals: FxHashMap<ExprId, u16>,
    /// Where the lengths of types of variable size are remembered.
    pub(crate) lengths: FxHashMap<ExprId, Storage>,
    pub(crate) label_blocks: FxHashMap<LabelId, u16>,
    pub(crate) labels: FxHashMap<LabelId, Index>,
    /// Registers of variables that have a value wherever they are named from
    /// here on.
    pub(crate) definite: Variables,
    /// What is needed for branches that have no code yet.
    pub(crate) later: Later,
    /// Of code that changes while the program is written: what is being lowered.
    pub(crate) live: Option<Renewed>,
    pub(crate) result: TypeId,
}

impl Kept {
    pub(crate) fn new(number: u32, result: TypeId, live: Option<Renewed>) -> Kept {
        Kept {
            number,
            literals: FxHashMap::default(),
            lengths: FxHashMap::default(),
            label_blocks: FxHashMap::default(),
            labels: FxHashMap::default(),
            definite: Variables::default(),
            later: Later::default(),
            live,
            result,
        }
    }

    /// The local object of a variable.
    pub fn local(&self, scratch: &Scratch, decl: DeclId) -> Option<u16> {
        match scratch.places.storage.get(self.number, decl) {
            Some(Storage::Local(local)) => Some(*local),
            _ => None,
        }
    }
}

/// Makes the code of a statement, or of part of a loop, again. False if it is
/// not known, or holds what cannot be changed alone (labels, cases).
pub fn refresh(
    p: &Program,
    code: &mut Code,
    kept: &mut Kept,
    scratch: &mut Scratch,
    evaluation: Evaluation,
    unit: Renewed,
) -> bool {
    match unit {
        Renewed::Stmt(stmt) if matches!(p.stmts[stmt].kind, StmtKind::Empty) => {
            return leave_out(code, kept, scratch, stmt);
        }
        _ => {}
    }
    let mut lowerer = Lowerer::new(p, code, kept, scratch);
    lowerer.evaluation = evaluation;
    let known = match unit {
        Renewed::Stmt(stmt) => lowerer.lower_again(stmt),
        Renewed::Expr(expr) => lowerer.lower_expr_again(expr),
    };
    known.is_some()
}

/// The place of a variable whose declaration was written, by number. Nothing if more
/// belongs to the declaration than an object and its initialiser.
pub fn place_local(
    p: &Program,
    code: &mut Code,
    kept: &mut Kept,
    scratch: &mut Scratch,
    decl: DeclId,
) -> Option<u16> {
    if p.types.has_variable_arrays() {
        return None;
    }
    let mut lowerer = Lowerer::new(p, code, kept, scratch);
    lowerer.check_cleanup(&p.decls[decl]).ok()?;
    lowerer.place_variable(decl);
    match lowerer.storage_of(decl) {
        Some(Storage::Local(local)) => Some(local),
        _ => None,
    }
}

/// Makes the code of a branch of a statement that has none itself, and leads from
/// its end to that of the statement. Gives its start. Nothing if it holds a label: what
/// jumps there has to know it before.
pub fn make_branch(
    p: &Program,
    code: &mut Code,
    kept: &mut Kept,
    scratch: &mut Scratch,
    evaluation: Evaluation,
    (stmt, branch): (StmtId, StmtId),
) -> Option<Index> {
    if p.types.has_variable_arrays() || has_labels(p, branch) {
        return None;
    }
    let mut lowerer = Lowerer::new(p, code, kept, scratch);
    lowerer.evaluation = evaluation;
    let end = lowerer.go_to(stmt)?.1;
    let start = lowerer.here();
    lowerer.statement(branch);
    lowerer.emit(Op::Jump { to: end });
    lowerer.lead_gotos()?;
    Some(start)
}

/// A statement became empty: nothing has to be made for it.
fn leave_out(code: &mut Code, kept: &Kept, scratch: &mut Scratch, stmt: StmtId) -> bool {
    let Some(context) = scratch.live.contexts.get_mut(kept.number, stmt) else { return false };
    code.ops[context.start as usize] = Op::Jump { to: context.end };
    let stops = std::mem::replace(&mut context.stops, Stops::NONE);
    lead_to_start(code, context.start, stops);
    true
}

/// Who stands at the first stop of old code starts again: nothing happens between
/// the start and it.
fn lead_to_start(code: &mut Code, start: Index, stops: Stops) {
    if stops.first != Index::MAX && stops.first != start {
        code.ops[stops.first as usize] = Op::Jump { to: start };
    }
}

/// Whether there may be something in a statement that has to be known before it is
/// reached: labels and lengths. Variables and literals get their place when they are.
pub(crate) fn looks_ahead(p: &Program) -> bool {
    p.types.has_variable_arrays() || !p.labels.is_empty()
}

fn has_labels(p: &Program, stmt: StmtId) -> bool {
    let mut found = false;
    if !p.labels.is_empty() {
        walk::descend(p, Child::Stmt(stmt), |child| {
            found |=
                matches!(child, Child::Stmt(s) if matches!(p.stmts[s].kind, StmtKind::Label(..)));
        });
    }
    found
}

/// Whether the first operation of a statement is one at which a machine stops.
fn begins_with_stop(kind: StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Expr(_)
            | StmtKind::If(..)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
    )
}

impl Lowerer<'_> {
    /// A machine may stand at this operation of a unit.
    pub(crate) fn note_stop(&mut self, unit: Renewed, index: Index) {
        let stops = match unit {
            Renewed::Stmt(stmt) => {
                self.scratch.live.contexts.get_mut(self.kept.number, stmt).map(|c| &mut c.stops)
            }
            Renewed::Expr(expr) => {
                let key = (self.kept.number, expr);
                self.scratch.live.loop_contexts.get_mut(&key).map(|c| &mut c.stops)
            }
        };
        if let Some(stops) = stops {
            stops.push(index, &mut self.scratch.live.further_stops);
        }
    }

    /// What comes now stands in a scope; gives the one around it.
    pub(crate) fn enter(&mut self, scope: ScopeId) -> Option<ScopeId> {
        self.flow.scope.replace(scope)
    }

    /// Whether the present place is in a scope of the function.
    pub(crate) fn is_in(&self, scope: ScopeId) -> bool {
        let mut next = self.flow.scope;
        while let Some(around) = next {
            if around == scope {
                return true;
            }
            next = self.p.scopes[around].parent;
        }
        false
    }

    /// A statement begins; gives what is needed at its end.
    pub(crate) fn begin_live(&mut self, stmt: StmtId) -> Option<(StmtId, Index, Renewed)> {
        self.kept.live.as_ref()?;
        let start = self.here();
        if !begins_with_stop(self.p.stmts[stmt].kind) {
            self.emit(Op::Nothing);
        }
        let outer = self.kept.live.replace(Renewed::Stmt(stmt))?;
        self.note_context(stmt, start, start, Stops::NONE);
        Some((stmt, start, outer))
    }

    /// The code of a statement stands here.
    fn note_context(&mut self, stmt: StmtId, start: Index, end: Index, stops: Stops) {
        let context = Context {
            start,
            end,
            stops,
            scope: self.flow.scope,
            block: self.flow.block,
            target: self.flow.target,
            next: self.registers.next,
        };
        if let Some(old) = self.scratch.live.contexts.insert(self.kept.number, stmt, context) {
            self.scratch.live.replaced.push((Renewed::Stmt(stmt), old.start, old.stops));
        }
    }

    /// A hole, as most statements are that are lowered while a program is written.
    pub(crate) fn hole(&mut self, stmt: StmtId) {
        let at = self.emit(Op::Hole { stmt });
        if self.kept.live.is_some() {
            let begun = Begun { at, unit: Renewed::Stmt(stmt), registers: self.registers.next };
            self.code.units.push(begun);
            self.note_context(stmt, at, at + 1, Stops { first: at, ..Stops::NONE });
        }
    }

    pub(crate) fn end_live(&mut self, begun: Option<(StmtId, Index, Renewed)>) {
        let end = self.here();
        let Some((stmt, start, outer)) = begun else { return };
        self.kept.live = Some(outer);
        if let Some(context) = self.scratch.live.contexts.get_mut(self.kept.number, stmt) {
            context.start = start;
            context.end = end;
        }
    }

    /// The condition of a loop, which may be made again by itself.
    pub(crate) fn loop_branch(&mut self, condition: ExprId, when: bool) -> Lowered<Landing> {
        if self.kept.live.is_none() {
            return self.full_branches(condition, when);
        }
        let outer = self.begin_expr(condition);
        let jump = self.full_branch(condition, when);
        self.end_expr(condition, outer, jump.ok().and_then(Landing::last).map(|jump| (when, jump)));
        if jump.is_err() {
            // Without its jump it cannot be made again by itself.
            self.scratch.live.loop_contexts.remove(&(self.kept.number, condition));
        }
        jump
    }

    /// The step of a loop.
    pub(crate) fn loop_step(&mut self, step: ExprId) -> Lowered<()> {
        if self.kept.live.is_none() {
            self.emit_step();
            return self.full_effect(step);
        }
        let outer = self.begin_expr(step);
        self.emit_step();
        let result = self.full_effect(step);
        self.end_expr(step, outer, None);
        result
    }

    /// A turn of a loop that nothing else counts. It is no place from which
    /// the loop could be made again.
    pub(crate) fn turn(&mut self) {
        let live = self.kept.live.take();
        self.emit_step();
        self.kept.live = live;
    }

    /// The first operation that comes now is one at which a machine stops.
    fn begin_expr(&mut self, expr: ExprId) -> Renewed {
        let start = self.here();
        let unit = Renewed::Expr(expr);
        let context = ExprContext {
            start,
            end: start,
            stops: Stops::NONE,
            scope: self.flow.scope,
            block: self.flow.block,
            next: self.registers.next,
            branch: None,
        };
        let key = (self.kept.number, expr);
        if let Some(old) = self.scratch.live.loop_contexts.insert(key, context) {
            self.scratch.live.replaced.push((unit, old.start, old.stops));
        }
        self.kept.live.replace(unit).unwrap_or(unit)
    }

    fn end_expr(&mut self, expr: ExprId, outer: Renewed, branch: Option<(bool, Index)>) {
        let end = self.here();
        self.kept.live = Some(outer);
        if let Some(context) = self.scratch.live.loop_contexts.get_mut(&(self.kept.number, expr)) {
            context.end = end;
            context.branch = branch;
        }
    }

    /// What comes now stands where a statement stands; gives its start and its end.
    fn go_to(&mut self, stmt: StmtId) -> Option<(Index, Index)> {
        self.kept.live.as_ref()?;
        let context = self.scratch.live.contexts.get(self.kept.number, stmt)?;
        let (start, end, target) = (context.start, context.end, context.target);
        self.flow.block = context.block;
        self.registers.next = context.next;
        self.flow.scope = context.scope;
        self.flow.target = target;
        Some((start, end))
    }

    fn lower_again(&mut self, stmt: StmtId) -> Option<()> {
        let (start, end) = self.go_to(stmt)?;
        if looks_ahead(self.p) {
            let scope = self.flow.scope?;
            let nodes = self.nodes([Child::Stmt(stmt)], scope);
            self.plan_nodes(&nodes);
            self.scratch.lists.nodes = nodes;
        }
        self.statement(stmt);
        self.emit(Op::Jump { to: end });
        self.lead_to_new_code();
        // The next change of it starts from the same place.
        let again = self.scratch.live.contexts.get_mut(self.kept.number, stmt)?;
        (again.start, again.end) = (start, end);
        self.lead_gotos()
    }

    /// The jumps that were just made lead to labels that have code.
    fn lead_gotos(&mut self) -> Option<()> {
        for (jump, label) in std::mem::take(&mut self.scratch.function.gotos) {
            let to = self.kept.labels.get(&label).copied()?;
            self.lead(jump, to);
        }
        Some(())
    }

    fn lower_expr_again(&mut self, expr: ExprId) -> Option<()> {
        let key = (self.kept.number, expr);
        let context = *self.scratch.live.loop_contexts.get(&key)?;
        let made = self.make_expr_again(expr, &context);
        match made {
            // The next change of it starts from the same place.
            Some(()) => {
                let again = self.scratch.live.loop_contexts.get_mut(&key)?;
                (again.start, again.end) = (context.start, context.end);
            }
            // The old code stays.
            None => {
                self.scratch.live.replaced.clear();
                self.scratch.live.loop_contexts.insert(key, context);
            }
        }
        made
    }

    fn make_expr_again(&mut self, expr: ExprId, context: &ExprContext) -> Option<()> {
        self.flow.block = context.block;
        self.registers.next = context.next;
        self.flow.scope = context.scope;
        self.begin_expr(expr);
        match context.branch {
            Some((when, old)) => {
                let target = match self.code.ops[old as usize] {
                    Op::JumpIf { to, .. } | Op::JumpUnless { to, .. } => to,
                    _ => return None,
                };
                let exit = self.full_branch(expr, when).ok()?;
                let jump = exit.last()?;
                self.land_at(exit, target);
                let again = self.scratch.live.loop_contexts.get_mut(&(self.kept.number, expr))?;
                again.branch = Some((when, jump));
            }
            None => {
                self.emit_step();
                self.full_effect(expr).ok()?;
            }
        }
        self.emit(Op::Jump { to: context.end });
        self.lead_to_new_code();
        Some(())
    }

    /// Makes jumps of the starts and stops of all code that was made again:
    /// of the changed statement and of those in it.
    fn lead_to_new_code(&mut self) {
        let mut replaced = std::mem::take(&mut self.scratch.live.replaced);
        for (unit, start, stops) in replaced.drain(..) {
            // The start of the newest code, and where it may be stood at.
            let newest = match unit {
                Renewed::Stmt(stmt) => {
                    let context = self.scratch.live.contexts.get(self.kept.number, stmt);
                    context.map(|c| (c.start, c.stops))
                }
                Renewed::Expr(expr) => {
                    let context = self.scratch.live.loop_contexts.get(&(self.kept.number, expr));
                    context.map(|c| (c.start, c.stops))
                }
            };
            let Some((to, new)) = newest else { continue };
            self.code.ops[start as usize] = Op::Jump { to };
            // The new code may have no stop at all.
            lead_to_start(self.code, start, stops);
            let others = &self.scratch.live.further_stops;
            for (&stop, &to) in stops.others(others).iter().zip(new.others(others)) {
                self.code.ops[stop as usize] = Op::Jump { to };
            }
        }
        self.scratch.live.replaced = replaced;
    }
}
