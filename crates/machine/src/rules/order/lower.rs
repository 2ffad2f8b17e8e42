//! Where the order of evaluation has to be watched (6.5p2).
//!
//! Of operands that C evaluates in no order, one may not change what another
//! reads or changes. What the operands of an expression can do at all is seen
//! here, from the tree; only where their effects can meet does the code say
//! when each operand begins and ends, and the machine compares what they did.

use elenchus_lang::tree::{Conversion, ExprId, ExprKind};
use elenchus_lang::walk::Child;

use crate::code::{Evaluation, Op, Reg};
use crate::core::lower::{Lowered, Lowerer, Storage};

/// What evaluating an expression may do.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Effects {
    reads: bool,
    /// Changes memory, not counting what called functions do.
    writes: bool,
    calls: bool,
    /// Variables in registers, by their number modulo 64.
    slot_reads: u64,
    slot_writes: u64,
}

impl Effects {
    fn join(self, other: Effects) -> Effects {
        Effects {
            reads: self.reads | other.reads,
            writes: self.writes | other.writes,
            calls: self.calls | other.calls,
            slot_reads: self.slot_reads | other.slot_reads,
            slot_writes: self.slot_writes | other.slot_writes,
        }
    }

    /// Whether one may change what the other reads or changes.
    fn may_meet(self, other: Effects) -> bool {
        let one_way = |a: Effects, b: Effects| {
            let memory = (a.writes || a.calls) && (b.reads || b.writes || b.calls);
            memory || a.slot_writes & (b.slot_reads | b.slot_writes) != 0
        };
        one_way(self, other) || one_way(other, self)
    }

    fn are_some(self) -> bool {
        self.reads || self.writes || self.calls || (self.slot_reads | self.slot_writes) != 0
    }

    pub(crate) fn has_side_effects(self) -> bool {
        self.writes || self.slot_writes != 0
    }
}

/// A part of an expression that is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walked {
    node: Child,
    /// Where the node that it is part of stands.
    parent: usize,
    /// What the parts of it may do that were looked at.
    effects: Effects,
}

impl Lowerer<'_> {
    /// Looks at a full expression before its code is made.
    pub(crate) fn look_at_order(&mut self, expr: ExprId) {
        self.note_effects(expr, false, false);
        self.lower_orders(expr);
    }

    /// The same for several that have no order.
    pub(crate) fn look_at_order_of(&mut self, all: &[ExprId]) {
        let others = all.len() > 1;
        for &expr in all {
            self.note_effects(expr, others, false);
        }
        // If one changes something, it matters what the others read.
        if others && !self.scratch.function.effects.is_empty() {
            for &expr in all {
                self.note_effects(expr, others, true);
            }
        }
        if let [expr] = all {
            self.lower_orders(*expr);
        }
    }

    /// What the parts of an expression may do, `always` or if its order matters:
    /// among `others`, or within it.
    fn note_effects(&mut self, expr: ExprId, others: bool, always: bool) {
        if self.evaluation == Evaluation::Trusted
            || matches!(self.p.exprs[expr].kind, ExprKind::Int(..) | ExprKind::Float(..))
            || !always && !self.order_matters(expr, others)
        {
            return;
        }
        self.note_all_effects(expr);
    }

    /// Apart from what finds that there is nothing to note.
    #[inline(never)]
    fn note_all_effects(&mut self, expr: ExprId) {
        let mut nodes = std::mem::take(&mut self.scratch.lists.walked);
        nodes.clear();
        nodes.push(Walked { node: Child::Expr(expr), parent: 0, effects: Effects::default() });
        let mut next = 0;
        while let Some(&Walked { node, .. }) = nodes.get(next) {
            let parent = next;
            next += 1;
            self.children(node, |node| {
                nodes.push(Walked { node, parent, effects: Effects::default() });
            });
        }
        // Children come behind their parents.
        for at in (0..nodes.len()).rev() {
            let Walked { node, parent, effects } = nodes[at];
            let effects = match node {
                Child::Expr(e) => self.with_own_effects(e, effects),
                Child::Stmt(_) | Child::Init(_) => effects,
            };
            if let (Child::Expr(e), true) = (node, effects.are_some()) {
                self.scratch.function.effects.insert(e, effects);
            }
            nodes[parent].effects = nodes[parent].effects.join(effects);
        }
        self.scratch.lists.walked = nodes;
    }

    /// Whether there is something in an expression that can get in the way of
    /// another part of it, or of `others`. In most there is nothing.
    fn order_matters(&mut self, expr: ExprId, others: bool) -> bool {
        let mut pending = std::mem::take(&mut self.scratch.lists.parts);
        pending.clear();
        let mut matters = false;
        let mut next = Some(expr);
        while let Some(mut e) = next {
            // Most are these: they are passed without being put aside.
            let kind = loop {
                e = match self.p.exprs[e].kind {
                    ExprKind::Convert(_, x) | ExprKind::Unary(_, x) | ExprKind::Member(x, ..) => x,
                    ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => {
                        pending.push(b);
                        a
                    }
                    kind => break kind,
                }
            };
            match kind {
                ExprKind::Int(..) | ExprKind::Name(_) => {}
                // Nothing is left to get in the way of what is done last.
                ExprKind::Assign(..)
                | ExprKind::CompoundAssign(..)
                | ExprKind::Step(..)
                | ExprKind::Call(..)
                    if e != expr || others =>
                {
                    matters = true;
                    break;
                }
                ExprKind::VaArg(..) | ExprKind::StmtExpr(_) => {
                    matters = true;
                    break;
                }
                _ => self.children(Child::Expr(e), |child| match child {
                    Child::Expr(e) => pending.push(e),
                    Child::Init(init) => self.values_in(init, &mut pending),
                    // Only in what was sorted out before.
                    Child::Stmt(_) => {}
                }),
            }
            next = pending.pop();
        }
        self.scratch.lists.parts = pending;
        matters
    }

    /// What an expression may do whose parts may do `parts`.
    fn with_own_effects(&self, e: ExprId, parts: Effects) -> Effects {
        let kind = self.p.exprs[e].kind;
        match kind {
            // Not evaluated.
            ExprKind::AlignofExpr(..) => Effects::default(),
            ExprKind::SizeofExpr(x) if self.size_of(self.ty(x)).is_ok() => Effects::default(),
            _ => parts.join(self.own_effects(kind)),
        }
    }

    fn own_effects(&self, kind: ExprKind) -> Effects {
        match kind {
            // Reading what is volatile is a side effect too (5.1.2.3p2), but
            // which of two reads comes first makes no difference.
            ExprKind::Convert(Conversion::Lvalue, x) => self.touching(x, true, false),
            ExprKind::Assign(target, _) => self.touching(target, false, true),
            ExprKind::CompoundAssign(_, target, ..) | ExprKind::Step(_, target) => {
                self.touching(target, true, true)
            }
            ExprKind::VaArg(..) => Effects { reads: true, writes: true, ..Effects::default() },
            ExprKind::Call(..) => Effects { calls: true, ..Effects::default() },
            _ => Effects::default(),
        }
    }

    fn touching(&self, place: ExprId, reads: bool, writes: bool) -> Effects {
        match self.slot_of(place) {
            Some(slot) => {
                let bit = 1 << (slot % 64);
                Effects {
                    slot_reads: if reads { bit } else { 0 },
                    slot_writes: if writes { bit } else { 0 },
                    ..Effects::default()
                }
            }
            None => Effects { reads, writes, ..Effects::default() },
        }
    }

    fn slot_of(&self, place: ExprId) -> Option<Reg> {
        let ExprKind::Name(decl) = self.p.exprs[place].kind else { return None };
        match self.storage_of(decl) {
            Some(Storage::Slot(slot)) => Some(slot),
            _ => None,
        }
    }

    pub(crate) fn effects_of(&self, e: ExprId) -> Effects {
        self.scratch.function.effects.get(&e).copied().unwrap_or_default()
    }

    /// Whether the effects of these operands can meet.
    fn can_meet(&self, operands: &[ExprId]) -> bool {
        let mut seen = Effects::default();
        operands.iter().any(|&operand| {
            let effects = self.effects_of(operand);
            let meets = seen.may_meet(effects);
            seen = seen.join(effects);
            meets
        })
    }

    /// Whether these operands are to be evaluated from the right.
    pub(crate) fn goes_back(&self, operands: &[ExprId]) -> bool {
        let chosen = match self.evaluation {
            Evaluation::Watched | Evaluation::LeftToRight | Evaluation::Trusted => false,
            Evaluation::RightToLeft => true,
            Evaluation::Mixed(seed) => {
                let which = operands.first().map_or(0, |e| e.index() as u64);
                let mixed = (which ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                mixed >> 63 != 0
            }
        };
        chosen && self.can_meet(operands)
    }

    /// Begins the bookkeeping if the effects of these operands can meet.
    pub(crate) fn watch(&mut self, operands: &[ExprId]) -> bool {
        if self.scratch.function.effects.is_empty() || !self.evaluation.is_watched() {
            return false;
        }
        let meets = self.can_meet(operands);
        if meets {
            self.open_watch();
        }
        meets
    }

    /// The same for what is called and its arguments.
    pub(crate) fn watch_call(&mut self, callee: ExprId, args: &[ExprId]) -> bool {
        let mut operands = std::mem::take(&mut self.scratch.lists.parts);
        operands.clear();
        operands.push(callee);
        operands.extend_from_slice(args);
        let meets = self.watch(&operands);
        self.scratch.lists.parts = operands;
        meets
    }

    pub(crate) fn open_watch(&mut self) {
        self.emit(Op::Unordered);
        self.watching += 1;
    }

    pub(crate) fn close_watch(&mut self, sequence: bool) {
        self.emit(Op::Ordered { sequence });
        self.watching -= 1;
    }

    pub(crate) fn next_operand(&mut self, watched: bool) {
        if watched {
            self.emit(Op::NextOperand);
        }
    }

    /// The same for an assignment: its own effect has no order with the side
    /// effects of its operands, nor the read of `+=` with its right operand.
    pub(crate) fn watch_assignment(
        &mut self,
        target: ExprId,
        value: Option<ExprId>,
        reads: bool,
    ) -> bool {
        if self.scratch.function.effects.is_empty() || !self.evaluation.is_watched() {
            return false;
        }
        let own = self.touching(target, reads, true);
        let place = self.effects_of(target);
        let value = value.map(|e| self.effects_of(e)).unwrap_or_default();
        let pending = Effects { calls: false, reads: false, slot_reads: 0, ..place.join(value) };
        let late = reads && value.may_meet(self.touching(target, true, false));
        let meets = place.may_meet(value) || pending.may_meet(own) || late;
        if meets {
            self.open_watch();
        }
        meets
    }

    /// An operand with a sequence point behind it.
    pub(crate) fn sequenced<T>(
        &mut self,
        e: ExprId,
        f: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let watched = self.watching > 0 && self.effects_of(e).has_side_effects();
        if watched {
            self.open_watch();
        }
        let result = f(self);
        if watched {
            self.close_watch(true);
        }
        result
    }

    /// A variable in a register is read or written.
    pub(crate) fn touch(&mut self, slot: Reg, write: bool) {
        if self.watching > 0 {
            self.emit(Op::Touch { slot, write });
        }
    }
}
