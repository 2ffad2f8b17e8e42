//! Loops: counters of every type, up and down, in all forms.

use elenchus_lang::arena::List;
use elenchus_lang::arith::BinaryOp;
use elenchus_lang::build;
use elenchus_lang::edits;
use elenchus_lang::tree::{
    ExprId, ExprKind, For, InitKind, ScopeId, StepOp, StmtId, StmtKind, Storage,
};
use elenchus_lang::types::TypeId;

use super::state::{BlockId, Chain, Common, Gen, Role, VarId};

/// The range of a counter.
#[derive(Clone, Copy, Debug)]
struct Range {
    ty: TypeId,
    first: i128,
    turns: i128,
    /// Added after each turn; not zero.
    step: i128,
    /// The counter of a loop around, or a variable that stays as it is, before whose
    /// value it ends: `turns` are the most that there are then.
    before: Option<VarId>,
}

impl Range {
    /// What the counter has after the last turn.
    fn end(self) -> i128 {
        self.first + self.turns * self.step
    }

    fn last(self) -> i128 {
        self.end() - self.step
    }

    fn bounds(self) -> (i128, i128) {
        (self.first.min(self.last()), self.first.max(self.last()))
    }
}

/// How a loop is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    For,
    /// The counter is declared before the loop.
    ForOutside,
    While,
    DoWhile,
}

impl Gen<'_> {
    /// Whether there is room for turns of a loop.
    pub fn may_loop(&self) -> bool {
        self.most_turns() >= 2
    }

    pub fn most_turns(&self) -> u64 {
        let left = self.steps_left();
        // A body has about a dozen steps, loops and calls in it more.
        let by_steps = left / 40 / self.block().turns.max(1);
        let by_turns = 32 / self.block().turns.max(1);
        by_steps.min(by_turns).min(self.odds.policy.loop_turns.into())
    }

    pub fn some_loop(&mut self) -> StmtKind {
        let triangular = self.choices.percent("triangular loop", self.odds.policy.triangular);
        if let Some(range) = triangular.then(|| self.triangular_range()).flatten() {
            return self.loop_over(range);
        }
        if self.choices.percent("bound in a variable", self.odds.policy.variable_bound) {
            return self.loop_to_variable();
        }
        let range = self.some_range();
        self.loop_over(range)
    }

    /// A loop to the value of an input that nobody changes, or
    /// `{ short n = (e & 7) + 1; for (i = 0; i < n; i++) … }`
    fn loop_to_variable(&mut self) -> StmtKind {
        self.totals.stats.construct("loop to a variable");
        let most = self.most_turns().max(2);
        if let Some((limit, turns)) = self.limit_of_input(most) {
            let range = Range { ty: TypeId::INT, first: 0, turns, step: 1, before: Some(limit) };
            return self.loop_over(range);
        }
        let outer = (self.now.block, self.now.place);
        (self.now.block, self.now.place) = (self.scope_block(), 0);
        let (limit, turns, declared) = self.limit(most);
        self.now.place = 1;
        let ty = self.known.vars[limit].ty;
        let kind = self.loop_over(Range { ty, first: 0, turns, step: 1, before: Some(limit) });
        let scope = self.block().scope;
        (self.now.block, self.now.place) = outer;
        let stmt = build::stmt(self.p(), kind);
        let list = self.p().stmt_lists.push(&[declared, stmt]);
        self.skipped.told = None;
        StmtKind::Compound(list, scope)
    }

    /// A global variable that is only read, with a value that fits a loop.
    fn limit_of_input(&mut self, most: u64) -> Option<(VarId, i128)> {
        let first = self.gather(|var| {
            let is_plain = var.int.is_some() && !var.ty.is_volatile();
            var.global && var.role == Role::Input && is_plain
        });
        let mut found = None;
        for at in first..self.scratch.found.len() {
            let var = self.scratch.found[at];
            let value = self.machine.integer(self.known.vars[var].decl);
            let value = value.filter(|value| (2..=i128::from(most)).contains(value));
            found = found.or(value.map(|value| (var, value)));
        }
        self.scratch.found.truncate(first);
        found
    }

    /// `short n = (e & 7) + 1;`
    fn limit(&mut self, most: u64) -> (VarId, i128, StmtId) {
        let mask = (1i128 << most.ilog2()) - 1;
        let least = i128::from(self.choices.below("least turns", most - mask as u64 + 1));
        self.now.lossy += 1;
        let value = self.expression(2, 3);
        self.now.lossy -= 1;
        let value = self.integer(value);
        let number = self.int(mask);
        let value = self.binary(BinaryOp::And, value, number);
        let number = self.int(least);
        let value = if least > 0 { self.binary(BinaryOp::Add, value, number) } else { value };
        self.count(value);
        self.budget.bytes += 16;
        use TypeId as T;
        let ty = self.choices.pick(
            "type of a limit",
            &[T::INT, T::INT, T::UINT, T::SHORT, T::UCHAR, T::LONG_LONG, T::ULONG_LONG],
        );
        let value = self.convert(value, ty);
        let init = InitKind::Expr(value.id);
        let limit = self.new_var("n", ty, Storage::default(), init, Role::Counter);
        self.known.vars[limit].range = Some((least, mask + least));
        self.known.vars[limit].addressable = false;
        let decl = self.known.vars[limit].decl;
        let kind = build::declare(self.p(), decl, ty);
        (limit, mask + least, build::stmt(self.p(), kind))
    }

    /// `j = 0; j < i`, where `i` counts a loop around.
    fn triangular_range(&mut self) -> Option<Range> {
        let most = i128::from(self.most_turns());
        let first = self.gather_counters(|low, high| low >= 0 && (1..=most).contains(&high));
        let counter = self.pick_found("limit", first);
        self.scratch.found.truncate(first);
        let counter = counter?;
        let (_, high) = self.known.vars[counter].range?;
        self.totals.stats.construct("triangular loop");
        let ty = self.known.vars[counter].ty;
        Some(Range { ty, first: 0, turns: high, step: 1, before: Some(counter) })
    }

    /// Several loops over the same range.
    pub fn loops(&mut self) -> StmtKind {
        self.totals.stats.construct("loops over one range");
        let range = self.some_range();
        let count = 2 + self.choices.below("loops", 2);
        let scope = self.block().scope;
        let scope = build::block_scope(self.p(), scope);
        let stmts: Vec<StmtId> = (0..count)
            .map(|_| {
                let kind = self.loop_over(range);
                build::stmt(self.p(), kind)
            })
            .collect();
        let list = self.p().stmt_lists.push(&stmts);
        StmtKind::Compound(list, scope)
    }

    fn some_range(&mut self) -> Range {
        let ty = loop {
            let ty = self.some_int_type();
            if ty != TypeId::BOOL {
                break ty;
            }
        };
        let most = self.most_turns().max(2);
        let turns = i128::from(2 + self.choices.below("turns", most - 1));
        let step = self.choices.pick("loop step", &[1i128, 1, 1, 1, 1, 1, 2, 3]);
        let first = self.choices.pick("first", &[0i128, 0, 0, 0, 0, 1, 1, 2, 3]);
        if self.choices.percent("downwards", 25) {
            let first = first + (turns - 1) * step;
            // Where 0 is the last value, an unsigned counter ends at the top.
            let first = if first - turns * step < 0 { first + step } else { first };
            return Range { ty, first, turns, step: -step, before: None };
        }
        Range { ty, first, turns, step, before: None }
    }

    fn loop_over(&mut self, range: Range) -> StmtKind {
        use Form::*;
        let form =
            self.choices.pick("loop form", &[For, For, For, For, ForOutside, While, DoWhile]);
        self.budget.bytes += 40;
        match form {
            For => self.for_loop(range, true),
            ForOutside => self.for_loop(range, false),
            While => self.while_loop(range, false),
            DoWhile => self.while_loop(range, true),
        }
    }

    /// A counter with its first value, in the block that code is written in.
    fn counter(&mut self, range: Range) -> (VarId, StmtId) {
        let first = self.constant(range.ty, range.first);
        let first = self.convert(first, range.ty);
        let init = InitKind::Expr(first.id);
        let var = self.new_var("i", range.ty, Storage::default(), init, Role::Counter);
        self.known.vars[var].range = Some(range.bounds());
        self.known.vars[var].addressable = false;
        let decl = self.known.vars[var].decl;
        let kind = build::declare(self.p(), decl, range.ty);
        let stmt = build::stmt(self.p(), kind);
        (var, stmt)
    }

    pub fn read_counter(&mut self, var: VarId) -> ExprId {
        let name = build::name(self.machine.program_mut(), self.known.vars[var].decl);
        build::read(self.p(), name)
    }

    /// `i < 10`, or one of its other forms; `value` is what is compared with
    /// the end.
    fn test(&mut self, counter: ExprId, range: Range) -> ExprId {
        use BinaryOp::*;
        if let Some(limit) = range.before {
            let limit = self.read_counter(limit);
            return build::binary(self.p(), Lt, counter, limit);
        }
        let up = range.step > 0;
        let (op, bound) = match self.choices.below("loop test", 4) {
            0 if range.step.abs() == 1 => (Ne, range.end()),
            1 if up => (Le, range.last()),
            1 => (Ge, range.last()),
            _ if up => (Lt, range.end()),
            _ => (Gt, range.end()),
        };
        let ty = build::promoted(self.tree(), range.ty);
        let bound = self.constant(ty, bound);
        build::binary(self.p(), op, counter, bound.id)
    }

    fn advance(&mut self, var: VarId, range: Range) -> ExprId {
        let name = build::name(self.machine.program_mut(), self.known.vars[var].decl);
        let up = range.step > 0;
        if range.step.abs() == 1 && self.choices.percent("increment", 75) {
            use StepOp::*;
            let ops = if up { [PreInc, PostInc] } else { [PreDec, PostDec] };
            let op = self.choices.pick("step form", &ops);
            return build::expr(self.p(), ExprKind::Step(op, name), range.ty);
        }
        let by = self.int(range.step.abs());
        let promoted = build::promoted(self.tree(), range.ty);
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        build::compound(self.p(), op, name, promoted, by.id)
    }

    fn for_loop(&mut self, range: Range, inside: bool) -> StmtKind {
        self.totals.stats.construct("for");
        // The counter's scope is a block of its own around the body.
        let outer = (self.now.block, self.now.place);
        (self.now.block, self.now.place) = (self.scope_block(), 0);
        let (var, declared) = self.counter(range);
        self.now.place = 1;
        let counter = self.read_counter(var);
        let condition = self.test(counter, range);
        let mut step = self.advance(var, range);
        let second = self.choices.percent("second counter", self.odds.policy.second_counter);
        let second = second.then(|| self.second_counter(range));
        if let Some((other, _)) = second {
            let ty = self.tree().exprs[other].ty;
            step = build::expr(self.p(), ExprKind::Comma(step, other), ty);
        }
        let holes =
            1 + self.choices.below("body size", u64::from(self.odds.policy.block_size.max(1)));
        let (body, _) = self.new_block(holes, true, range.turns as u64);
        let scope = self.block().scope;
        (self.now.block, self.now.place) = outer;
        if inside && second.is_none() {
            let (init, condition, step) = (Some(declared), Some(condition), Some(step));
            let parts = For { init, condition, step, body, scope };
            return StmtKind::For(self.p().fors.push(parts));
        }
        let inner = build::block_scope(self.p(), scope);
        let parts =
            For { init: None, condition: Some(condition), step: Some(step), body, scope: inner };
        let kind = StmtKind::For(self.p().fors.push(parts));
        let stmt = build::stmt(self.p(), kind);
        let mut stmts = vec![declared];
        stmts.extend(second.map(|(_, declared)| declared));
        stmts.push(stmt);
        let list = self.p().stmt_lists.push(&stmts);
        StmtKind::Compound(list, scope)
    }

    /// A counter beside that of a loop, of another type and step: its step and its
    /// declaration.
    fn second_counter(&mut self, beside: Range) -> (ExprId, StmtId) {
        self.totals.stats.construct("second counter");
        let ty = loop {
            let ty = self.some_int_type();
            if ty != TypeId::BOOL {
                break ty;
            }
        };
        let size = match beside.turns {
            // All values fit every type.
            0..=24 => self.choices.pick("second step", &[1i128, 1, 2, 3, 4]),
            _ => 1,
        };
        let least = i128::from(self.choices.below("second first", 5));
        let (first, step) = match self.choices.percent("second downwards", 50) {
            true => (least + size * beside.turns, -size),
            false => (least, size),
        };
        let range = Range { ty, first, turns: beside.turns, step, before: None };
        // The body sees it.
        let place = std::mem::replace(&mut self.now.place, 0);
        let (var, declared) = self.counter(range);
        self.now.place = place;
        self.budget.bytes += 30;
        (self.advance(var, range), declared)
    }

    /// A block without holes, for what is declared around a loop.
    pub fn scope_block(&mut self) -> BlockId {
        let outer = self.now.block;
        let mut block = self.known.blocks[outer].clone();
        let scope = build::block_scope(self.p(), block.scope);
        block.scope = scope;
        block.outer = Some(outer);
        block.at = self.now.place;
        block.vars = Chain::default();
        block.common = Common::default();
        self.known.blocks.push(block);
        self.known.blocks.len() - 1
    }

    /// `{ T i = 0; while (i < n) { i++; … } }`: the counter has moved on when
    /// the body begins, so that `continue` does no harm.
    fn while_loop(&mut self, range: Range, at_end: bool) -> StmtKind {
        self.totals.stats.construct(if at_end { "do" } else { "while" });
        let outer = (self.now.block, self.now.place);
        (self.now.block, self.now.place) = (self.scope_block(), 0);
        let (var, declared) = self.counter(range);
        self.now.place = 1;
        let (low, high) = range.bounds();
        self.known.vars[var].range = Some((low + range.step, high + range.step));
        let counter = self.read_counter(var);
        let condition = self.test(counter, range);
        let step = self.advance(var, range);
        let step = build::stmt(self.p(), StmtKind::Expr(step));
        let holes =
            1 + self.choices.below("body size", u64::from(self.odds.policy.block_size.max(1)));
        let (body, _) = self.new_block(holes, true, range.turns as u64);
        self.prepend(body, step);
        let scope = self.block().scope;
        (self.now.block, self.now.place) = outer;
        let kind = match at_end {
            true => StmtKind::DoWhile(body, condition),
            false => StmtKind::While(condition, body),
        };
        let stmt = build::stmt(self.p(), kind);
        let list = self.p().stmt_lists.push(&[declared, stmt]);
        StmtKind::Compound(list, scope)
    }

    pub fn prepend(&mut self, block: StmtId, first: StmtId) {
        let StmtKind::Compound(list, scope) = self.tree().stmts[block].kind else { return };
        let mut stmts = vec![first];
        stmts.extend_from_slice(&self.tree().stmt_lists[list]);
        let list: List<StmtId> = self.p().stmt_lists.push(&stmts);
        edits::fill(self.p(), block, StmtKind::Compound(list, scope));
    }

    /// The parts of `for (int i = 0; i < n; i++)`, without a body: the name
    /// of the counter, its declaration, and the loop's condition and step.
    pub fn plain_loop(&mut self, turns: u64) -> (ExprId, StmtId, (ExprId, ExprId, ScopeId)) {
        let outer = (self.now.block, self.now.place);
        (self.now.block, self.now.place) = (self.scope_block(), 0);
        let range = Range { ty: TypeId::INT, first: 0, turns: turns.into(), step: 1, before: None };
        let (var, declared) = self.counter(range);
        let counter = self.read_counter(var);
        let condition = self.test(counter, range);
        let step = self.advance(var, range);
        let scope = self.block().scope;
        (self.now.block, self.now.place) = outer;
        let name = build::name(self.machine.program_mut(), self.known.vars[var].decl);
        (name, declared, (condition, step, scope))
    }

    pub fn plain_for(
        &mut self,
        declared: StmtId,
        (condition, step, scope): (ExprId, ExprId, ScopeId),
        body: StmtId,
    ) -> StmtKind {
        let (init, condition, step) = (Some(declared), Some(condition), Some(step));
        StmtKind::For(self.p().fors.push(For { init, condition, step, body, scope }))
    }
}
