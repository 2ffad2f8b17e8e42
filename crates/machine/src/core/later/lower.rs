//! Branches that get their code when they are reached.
//!
//! Much of a program is never executed, and what is not need not be lowered:
//! in place of a branch stands an operation that asks for its code. That is
//! then made behind all other code of the function, as it would have been made
//! in its place; jumps lead there and back. Variables have their places before:
//! they are given out for a whole function.
//!
//! Only in functions of which all jumps are known from the statements around
//! the branch: none has a label, and no `case` stands in a branch without its
//! `switch`.

use elenchus_lang::tree::{ScopeId, StmtId, StmtKind};
use elenchus_lang::walk::Child;

use crate::code::{Code, Evaluation, Index, Op, Reg};
use crate::core::lower::storage::Nodes;
use crate::core::lower::{Lowerer, Scratch};
use crate::live::lower::Kept;

/// A branch without code, and where the lowerer stood when it put it off: it goes on there
/// as if it had never left.
pub(crate) struct Part {
    stmt: StmtId,
    /// The operation that stands for it.
    at: Index,
    scope: Option<ScopeId>,
    block: u16,
    /// The innermost loop or switch around it, by number.
    target: Option<u32>,
    next: Reg,
    /// Variables that were assigned before it, in the branches around it.
    assigned: Box<[Reg]>,
}

/// What is remembered of a function for the branches that have no code.
#[derive(Default)]
pub(crate) struct Later {
    has_parts: bool,
    first_temp: Reg,
    flows_plainly: bool,
}

impl Kept {
    /// Whether there are branches without code.
    pub fn has_parts(&self) -> bool {
        self.later.has_parts
    }
}

/// Makes the code of a branch that is reached.
pub fn make_part(
    p: &elenchus_lang::tree::Program,
    code: &mut Code,
    kept: &mut Kept,
    scratch: &mut Scratch,
    evaluation: Evaluation,
    part: Index,
) {
    let mut lowerer = Lowerer::new(p, code, kept, scratch);
    lowerer.evaluation = evaluation;
    lowerer.part(part as usize);
}

impl Lowerer<'_> {
    /// Decides whether branches of a function wait for their code.
    pub(crate) fn look_for_branches(&mut self, is_nested: bool, body: &Nodes) {
        // Those who watch are told of places in the order of the text.
        if is_nested || !self.has_plain_exprs() || self.told.on {
            return;
        }
        let mut switches: Vec<ScopeId> = Vec::new();
        self.traits.makes_parts = body.iter().all(|&(node, scope)| {
            let Child::Stmt(stmt) = node else { return true };
            match self.p.stmts[stmt].kind {
                StmtKind::Switch(_, body) => {
                    if let StmtKind::Compound(_, scope) = self.p.stmts[body].kind {
                        switches.push(scope);
                    }
                    true
                }
                StmtKind::Case(..) | StmtKind::Default(_) => switches.contains(&scope),
                StmtKind::Label(..) | StmtKind::ComputedGoto(_) | StmtKind::NestedFunction(_) => {
                    false
                }
                _ => true,
            }
        });
    }

    /// Leaves the code of a block that may be passed by for later, if it can wait.
    pub(crate) fn put_off(&mut self, stmt: StmtId) -> bool {
        let is_block = match self.p.stmts[stmt].kind {
            StmtKind::Compound(list, _) => !list.is_empty(),
            _ => false,
        };
        if !self.traits.makes_parts || !is_block {
            return false;
        }
        let part = self.scratch.later.len() as Index;
        let at = self.emit(Op::Later { part });
        self.kept.later.has_parts = true;
        self.scratch.later.push(Part {
            stmt,
            at,
            scope: self.flow.scope,
            block: self.flow.block,
            target: self.flow.target,
            next: self.registers.next,
            assigned: self.scratch.function.assigned.as_slice().into(),
        });
        true
    }

    /// What the branches without code will ask for.
    pub(crate) fn keep_for_later(&mut self) {
        // Variables that were initialised have a value wherever one can be named.
        for slot in self.scratch.function.assigned.drain(..) {
            self.kept.definite.remove(slot);
        }
        let later = &mut self.kept.later;
        later.first_temp = self.registers.first_temp;
        later.flows_plainly = self.traits.flows_plainly;
    }

    fn part(&mut self, part: usize) {
        let later = &self.kept.later;
        self.traits.makes_parts = true;
        self.registers.first_temp = later.first_temp;
        self.traits.flows_plainly = later.flows_plainly;
        let Part { stmt, at, scope, block, target, next, ref assigned } = self.scratch.later[part];
        for &slot in assigned {
            if self.kept.definite.insert(slot) {
                self.scratch.function.assigned.push(slot);
            }
        }
        self.flow.scope = scope;
        self.flow.block = block;
        self.registers.next = next;
        self.flow.target = target;
        let start = self.here();
        self.flow.joined = start;
        self.statement(stmt);
        self.emit(Op::Jump { to: at + 1 });
        self.code.ops[at as usize] = Op::Jump { to: start };
        self.fuse_jumps(start as usize);
        self.keep_for_later();
    }
}
