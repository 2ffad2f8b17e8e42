//! Statements.

use std::ops::RangeInclusive;

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::build;
use elenchus_lang::edits;
use elenchus_lang::span::Span;
use elenchus_lang::target::IntType;
use elenchus_lang::tree::{ExprKind, Init, InitKind, StepOp, StmtId, StmtKind, Storage, UnaryOp};
use elenchus_lang::types::{ArrayLength, Quals, TypeId};

use super::leaf::Access;
use super::state::{Block, BlockId, Chain, Common, Gen, HoleKind, Role, Usage, Var, VarId};
use super::value::{Built, Known, opposite, truth};

impl Gen<'_> {
    pub fn block_is_full(&self) -> bool {
        let block = self.block();
        self.budget.bytes > block.start + block.budget
    }

    /// The line's own cost.
    pub fn indent(&mut self) {
        self.budget.bytes += 4 * u64::from(self.block().depth + 1) + 2;
    }

    pub fn count(&mut self, built: Built) {
        self.budget.bytes += u64::from(built.chars);
    }

    /// A block of holes inside the present one.
    pub fn new_block(&mut self, holes: u64, in_loop: bool, turns: u64) -> (StmtId, BlockId) {
        let outer = self.now.block;
        let parent = self.known.blocks[outer].scope;
        let p = self.machine.program_mut();
        let scope = build::block_scope(p, parent);
        let (first, list) = build::holes(p, holes as usize + 1);
        let stmt = build::stmt(p, StmtKind::Compound(list, scope));
        let id = self.known.blocks.len();
        let kind = |at| if at == holes { HoleKind::Flush } else { HoleKind::Statement };
        self.holes.homes.add(first, id, (0..=holes).map(kind));
        let Block { function, depth, in_loop: inside, turns: around, .. } =
            self.known.blocks[outer];
        let left = (self.known.blocks[outer].start + self.known.blocks[outer].budget)
            .saturating_sub(self.budget.bytes);
        self.known.blocks.push(Block {
            function,
            scope,
            outer: Some(outer),
            at: self.now.place,
            vars: Chain::default(),
            common: Common::default(),
            depth: depth + 1,
            exit: None,
            in_loop: in_loop || inside,
            turns: around.saturating_mul(turns),
            start: self.budget.bytes,
            budget: left * 2 / 3,
        });
        self.budget.bytes += 8;
        (stmt, id)
    }

    fn some_block(&mut self, live: bool) -> StmtId {
        let most = u64::from(self.odds.policy.block_size.max(1));
        let holes = match live {
            true => 1 + self.choices.below("block size", most),
            false => 1 + self.choices.below("dead block size", 2),
        };
        self.new_block(holes, false, 1).0
    }

    // ---- simple statements ----

    /// Something that may be written. In repeated code a value is not lost in
    /// the next turn: elements that move with a counter, or variables of the
    /// innermost block, or `None`.
    fn target(&mut self, overwrite: bool) -> Option<Access> {
        if self.choices.percent("indirect target", self.odds.policy.indirect) {
            if let Some(target) = self.indirect_target(overwrite) {
                return Some(target);
            }
        }
        let first = self.gather_for(Usage::Write);
        let target = self.target_from(first, overwrite);
        self.scratch.found.truncate(first);
        target
    }

    /// The same, of those that were found.
    fn target_from(&mut self, first: usize, overwrite: bool) -> Option<Access> {
        let repeats = self.block().turns > 1;
        for _ in 0..6 {
            let var = self.pick_found("target", first)?;
            if overwrite && self.is_kept(var) {
                continue;
            }
            let access = self.access(var, true)?;
            if access.ty.is_const() || self.now.volatile_is_spent && access.ty.is_volatile() {
                continue;
            }
            // In loops in loops the same elements come again.
            let moves = access.moving && self.loops_around() <= 1;
            if overwrite && repeats && !moves && self.known.vars[var].block != Some(self.now.block)
            {
                continue;
            }
            self.note_volatile(access);
            return Some(access);
        }
        None
    }

    /// Whether the value of a variable is not to be lost.
    pub fn is_kept(&mut self, var: VarId) -> bool {
        // Of an aggregate mostly another part was written.
        let spared = !self.is_aggregate(var) || self.choices.percent("spare", 75);
        self.known.vars[var].fresh && spared || self.known.vars[var].collects
    }

    fn loops_around(&self) -> usize {
        let turns = self.blocks_around().map(|(block, _)| block.turns);
        let outer = turns.clone().skip(1);
        turns.zip(outer).filter(|(inner, outer)| inner != outer).count()
    }

    pub fn is_aggregate(&self, var: VarId) -> bool {
        let types = &self.tree().types;
        !types.is_arithmetic(types.value_type(self.known.vars[var].ty))
    }

    pub fn assign(&mut self) -> StmtKind {
        let Some(target) = self.target(true) else { return self.compound() };
        let value = self.value_for(Some(target.var), target.ty);
        self.count(value);
        self.store(target, value)
    }

    /// An expression for a target, perhaps with a side effect on its way.
    /// What is narrow takes only part of it.
    fn value_for(&mut self, target: Option<VarId>, ty: TypeId) -> Built {
        let narrow = self.int_type(ty).is_none_or(|int| int.bits < 32);
        self.plan_effect(target);
        self.now.lossy += u32::from(narrow);
        let value = self.usual_expression();
        self.now.lossy -= u32::from(narrow);
        self.end_effect();
        value
    }

    pub fn store(&mut self, target: Access, value: Built) -> StmtKind {
        self.totals.stats.construct("assignment");
        self.budget.bytes += u64::from(target.chars) + 3;
        // A floating value must fit the width of a bit-field; an integer is cut.
        let value = if target.field.is_some() { self.integer(value) } else { value };
        let value = self.safely_converted(value, target.ty);
        let e = build::assign(self.p(), target.lvalue, value.id);
        self.known.vars[target.var].fresh = true;
        self.note_assigned(e, target, value.value, value.effects);
        StmtKind::Expr(e)
    }

    /// Converted for an assignment; floating values that do not fit are not.
    fn safely_converted(&mut self, value: Built, ty: TypeId) -> Built {
        let ty = self.tree().types.value_type(ty);
        self.convert(value, ty)
    }

    pub fn compound(&mut self) -> StmtKind {
        use BinaryOp::*;
        let Some(target) = self.target(false) else { return StmtKind::Empty };
        let value = self.value_for(Some(target.var), target.ty);
        self.count(value);
        let Var { fresh, collects, .. } = self.known.vars[target.var];
        let keeps = fresh || collects || self.block().turns > 1;
        let ops: &[BinaryOp] = match keeps {
            true => &[Add, Sub, Xor, Xor, Add],
            false => &[Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr],
        };
        let op = self.choices.pick("compound operator", ops);
        self.update(target, op, value)
    }

    /// `target op= value`, with another operator if this one is undefined.
    pub fn update(&mut self, target: Access, op: BinaryOp, value: Built) -> StmtKind {
        self.totals.stats.construct("compound assignment");
        if self.is_float(value.ty) || self.is_float(target.ty) {
            return self.update_float(target, op, value);
        }
        let old_fresh = self.known.vars[target.var].fresh;
        let now = self.load(target);
        self.known.vars[target.var].fresh = old_fresh;
        let promoted = build::promoted(self.tree(), now.ty);
        let op = self.operator_in(op, self.operand_types(op, promoted, value.ty).0);
        let op = match target.ty.is_volatile() || value.effects {
            // It could not be repaired: that would access it once more.
            true => BinaryOp::Xor,
            false => self.defined_operator(op, now, promoted, value),
        };
        self.budget.bytes += u64::from(target.chars) + 4;
        let e = build::compound(self.p(), op, target.lvalue, promoted, value.id);
        self.known.vars[target.var].fresh = true;
        let new = self.computed(op, now, promoted, value);
        self.note_assigned(e, target, new, value.effects);
        StmtKind::Expr(e)
    }

    /// What `now op value` gives.
    fn computed(&self, op: BinaryOp, now: Built, promoted: TypeId, value: Built) -> Known {
        let (common, right) = self.operand_types(op, promoted, value.ty);
        let operands = (self.converted(now.value, common), self.converted(value.value, right));
        let (Ok(Known::Int(a)), Ok(Known::Int(b)), Some(int)) =
            (operands.0, operands.1, self.int_type(common))
        else {
            return Known::No;
        };
        arith::int::binary(op, int, a, b).map_or(Known::No, Known::Int)
    }

    /// The types to which the operands of a compound assignment are converted.
    fn operand_types(&self, op: BinaryOp, promoted: TypeId, right: TypeId) -> (TypeId, TypeId) {
        let (common, _) = build::types_of(self.tree(), op, promoted, right);
        match op.is_shift() {
            true => (common, build::promoted(self.tree(), right)),
            false => (common, common),
        }
    }

    /// `x = x op value`
    fn update_float(&mut self, target: Access, op: BinaryOp, value: Built) -> StmtKind {
        if target.ty.is_volatile() {
            return self.store(target, value);
        }
        let again = build::copy(self.p(), target.lvalue);
        let now = self.load(Access { lvalue: again, ..target });
        let op = if op.is_for_floats() { op } else { BinaryOp::Add };
        let value = self.binary(op, now, value);
        self.store(target, value)
    }

    fn defined_operator(
        &mut self,
        op: BinaryOp,
        now: Built,
        promoted: TypeId,
        value: Built,
    ) -> BinaryOp {
        let (common, right) = self.operand_types(op, promoted, value.ty);
        let Some(int) = self.int_type(common) else { return op };
        if !self.now.live {
            return op;
        }
        let a = self.converted(now.value, common);
        let b = self.converted(value.value, right);
        let (Ok(a), Ok(b)) = (a, b) else { return BinaryOp::Xor };
        let (Known::Int(a), Known::Int(b)) = (a, b) else {
            return if self.repeats() { BinaryOp::Xor } else { op };
        };
        let fits = arith::int::binary(op, int, a, b).is_ok();
        // What is repeated will go further each time.
        let far = int.signed
            && self.repeats()
            && a.unsigned_abs().max(b.unsigned_abs()) > arith::int::max(int) as u128 >> 8;
        let safe_type = !int.signed;
        let repeated_risk = self.repeats()
            && ((matches!(op, BinaryOp::Div | BinaryOp::Rem) || op.is_shift()) && !value.constant
                || op == BinaryOp::Shl && !safe_type
                || op == BinaryOp::Mul && !safe_type);
        if fits && !far && !repeated_risk { op } else { BinaryOp::Xor }
    }

    pub fn step(&mut self) -> StmtKind {
        let Some(target) = self.target(false) else { return StmtKind::Empty };
        let ty = self.tree().types.value_type(target.ty);
        if self.is_float(ty) {
            return self.assign();
        }
        let promoted = build::promoted(self.tree(), ty);
        let value = self.value_at(target.spot, target.field, ty);
        let far = match (value, self.int_type(ty)) {
            (Known::Int(value), Some(int)) if promoted == ty && int.signed => {
                value.unsigned_abs() > arith::int::max(int) as u128 >> 2
            }
            (Known::Int(_), Some(_)) => false,
            _ => self.now.live,
        };
        if far || ty == TypeId::BOOL {
            return self.assign();
        }
        use StepOp::*;
        let op = self.choices.pick("step", &[PreInc, PreDec, PostInc, PostDec]);
        self.totals.stats.construct("increment");
        self.budget.bytes += u64::from(target.chars) + 2;
        let e = build::expr(self.p(), ExprKind::Step(op, target.lvalue), ty);
        self.known.vars[target.var].fresh = true;
        let new = match (value, self.int_type(promoted)) {
            (Known::Int(value), Some(int)) => {
                let up = matches!(op, PreInc | PostInc);
                let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
                arith::int::binary(op, int, value, 1).map_or(Known::No, Known::Int)
            }
            _ => Known::No,
        };
        self.note_assigned(e, target, new, false);
        StmtKind::Expr(e)
    }

    // ---- declarations ----

    pub fn declare(&mut self) -> StmtKind {
        self.totals.stats.construct("declaration");
        if self.is_static_local() {
            return self.declare_static();
        }
        let ty = self.some_type();
        let value = self.value_for(None, ty);
        self.count(value);
        self.budget.bytes += 18;
        let register = self.choices.percent("register", self.odds.policy.register);
        let mut quals = Quals::NONE;
        let constant = self.choices.percent("const local", self.odds.policy.constant);
        if constant {
            quals = quals.union(Quals::CONST);
        }
        let volatile = self.choices.percent("volatile local", self.odds.policy.volatile);
        if volatile && !self.now.volatile_is_spent {
            quals = quals.union(Quals::VOLATILE);
        }
        let value = self.convert(value, ty);
        self.begin_initial();
        self.note_initial(0, None, value);
        let ty = self.p().types.qualify(ty, quals);
        let storage = if register { Storage::REGISTER } else { Storage::default() };
        let role = if constant { Role::Input } else { Role::Mixed };
        let var = self.new_var("v", ty, storage, InitKind::Expr(value.id), role);
        self.known.vars[var].fresh = true;
        self.known.vars[var].addressable = !register;
        self.declared(var, ty)
    }

    /// Whether a variable of a block is to be static: a pure function has none.
    pub fn is_static_local(&mut self) -> bool {
        self.choices.percent("static local", self.odds.policy.static_ / 3) && !self.function().pure_
    }

    /// `static T v = 1;`: what it holds at the end of a call, it has in the next.
    fn declare_static(&mut self) -> StmtKind {
        self.totals.stats.construct("static local");
        let ty = self.some_int_type();
        let value = self.some_constant();
        self.count(value);
        self.budget.bytes += 24;
        let value = self.convert(value, ty);
        self.begin_initial();
        let init = InitKind::Expr(value.id);
        let var = self.new_var("v", ty, Storage::STATIC, init, Role::Mixed);
        self.declared(var, ty)
    }

    /// The declaration of a new variable. A static one is there at once.
    pub fn declared(&mut self, var: VarId, base: TypeId) -> StmtKind {
        let decl = self.known.vars[var].decl;
        let is_static = self.tree().decls[decl].storage.has(Storage::STATIC);
        if is_static && self.now.live && self.machine.declare(decl).is_err() {
            return StmtKind::Empty;
        }
        self.note_declared(decl);
        build::declare(self.p(), decl, base)
    }

    /// `T a[n] = { … };`
    pub fn declare_array(&mut self) -> StmtKind {
        self.totals.stats.construct("local array");
        let ty = self.some_int_type();
        let length = self.choices.pick("local length", &[2u64, 3, 4, 4, 8, 8, 10, 16]);
        let array = self.p().types.array(ty, ArrayLength::Fixed(length));
        let size = self.int_type(ty).map_or(4, |int| u64::from(int.bits.div_ceil(8)));
        let written = 1 + self.choices.below("initialisers", length.min(8));
        let first = self.scratch.items.len();
        self.begin_initial();
        for index in 0..written {
            let value = self.some_constant();
            self.count(value);
            let value = self.convert(value, ty);
            self.note_initial(index * size, None, value);
            let init = Init { kind: InitKind::Expr(value.id), ty, span: Span::NONE };
            let init = self.p().inits.push(init);
            self.add_item(init, index * size, None);
        }
        self.budget.bytes += 20;
        let items = self.take_items(first);
        let is_static = self.is_static_local();
        let storage = if is_static { Storage::STATIC } else { Storage::default() };
        let var = self.new_var("b", array, storage, InitKind::List(items), Role::Mixed);
        self.declared(var, ty)
    }

    pub fn new_var(
        &mut self,
        prefix: &str,
        ty: TypeId,
        storage: Storage,
        init: InitKind,
        role: Role,
    ) -> VarId {
        let scope = self.block().scope;
        let name = self.fresh_name(prefix);
        let decl = build::variable(self.p(), scope, name, ty, storage, init);
        let var = self.add_var(Var {
            decl,
            ty,
            role,
            global: false,
            block: Some(self.now.block),
            next: None,
            range: None,
            place: self.now.place,
            fresh: false,
            addressable: true,
            addressed: false,
            int: self.int_type(ty),
            floating: super::drive::holds_floats(self.tree(), ty),
            collects: false,
            pointee: None,
            fixed: false,
            walks: None,
            code: None,
        });
        let here = self.now.block;
        self.known.blocks[here].vars.push(&mut self.known.vars, var);
        var
    }

    pub fn add_var(&mut self, var: Var) -> VarId {
        self.known.var_of.resize(var.decl.index(), None);
        self.known.var_of.push(Some(self.known.vars.len()));
        self.known.vars.push(var);
        self.known.vars.len() - 1
    }

    // ---- choice ----

    /// A condition that is true now, or false, if that can be had.
    pub fn condition(&mut self, wanted: bool) -> Built {
        let size = 1 + self.choices.below("condition size", 4) as u32;
        self.now.context = super::expr::Context::Free;
        self.now.lossy += 1;
        let made = self.expression(size, 4);
        self.now.lossy -= 1;
        self.count(made);
        if truth(made.value) == Some(wanted) || !self.now.live {
            return made;
        }
        match self.tree().exprs[made.id].kind {
            ExprKind::Binary(op, a, b) if opposite(op).is_some() => {
                let op = opposite(op).unwrap_or(op);
                edits::change_expr(self.p(), made.id, ExprKind::Binary(op, a, b));
                Built { value: Known::Int(wanted.into()), ..made }
            }
            _ => self.unary(UnaryOp::Not, made),
        }
    }

    pub fn if_else(&mut self) -> StmtKind {
        self.totals.stats.construct("if");
        self.budget.bytes += 8;
        let taken = self.choices.percent("condition holds", 65);
        let condition = self.condition(taken);
        let dead_too = self.choices.percent("dead branch", 15 + 2 * self.odds.policy.dead);
        let (then, other) = match taken {
            true => {
                let then = self.some_block(true);
                (then, dead_too.then(|| self.some_block(false)))
            }
            false => {
                let then = self.some_block(false);
                (then, Some(self.some_block(true)))
            }
        };
        self.note_choice(&[condition], &[Some(then), other]);
        StmtKind::If(condition.id, then, other)
    }

    /// `if (…) break;`, mostly not taken now; perhaps with something that tells
    /// afterwards: `if (…) { x ^= 3; break; }`
    pub fn jump(&mut self) -> StmtKind {
        self.totals.stats.construct("jump out of a loop");
        let taken = self.choices.percent("jump now", 12);
        let condition = self.condition(taken);
        let kind = self.choices.pick("jump", &[StmtKind::Break, StmtKind::Continue]);
        let mut jump = build::stmt(self.p(), kind);
        self.budget.bytes += 16;
        if self.choices.percent("jump with result", 40) {
            if let Some(kind) = self.trace() {
                let outer = self.block().scope;
                let scope = build::block_scope(self.p(), outer);
                let stmts = [build::stmt(self.p(), kind), jump];
                let list = self.p().stmt_lists.push(&stmts);
                jump = build::stmt(self.p(), StmtKind::Compound(list, scope));
            }
        }
        self.note_choice(&[condition], &[Some(jump), None]);
        StmtKind::If(condition.id, jump, None)
    }

    /// What is not to be executed, and tells if it is: a call, a store through a pointer,
    /// or an assignment.
    pub fn unexpected(&mut self) -> StmtKind {
        let made = match self.choices.below("unexpected", 10) {
            0..=2 => Some(self.call_statement()),
            3..=6 => self.indirect_target(false).and_then(|target| self.told_at(target)),
            _ => None,
        };
        let made = made.filter(|kind| !matches!(kind, StmtKind::Empty));
        made.or_else(|| self.trace()).unwrap_or(StmtKind::Empty)
    }

    /// `x ^= 3;`: a result that tells where control has been.
    pub fn trace(&mut self) -> Option<StmtKind> {
        let target = self.target(false)?;
        self.told_at(target)
    }

    fn told_at(&mut self, target: Access) -> Option<StmtKind> {
        if self.is_float(target.ty) {
            return None;
        }
        let value = self.some_constant();
        self.count(value);
        Some(self.update(target, BinaryOp::Xor, value))
    }

    /// `if (x == 1) … else if (x == 2) … else …`
    pub fn chain(&mut self) -> StmtKind {
        let fits = |var: &Var| var.is_readable() && !var.ty.is_volatile() && var.int.is_some();
        let Some(var) = self.pick_visible("chained", fits) else { return self.if_else() };
        self.totals.stats.construct("if-chain");
        let count = 2 + self.choices.below("chain length", 4);
        let hit = self.choices.below("chain hit", count);
        let mut tests = Vec::with_capacity(count as usize);
        for index in 0..count {
            let Some(access) = self.access(var, false) else { return StmtKind::Empty };
            self.now.lossy += 1;
            let value = self.load(access);
            self.now.lossy -= 1;
            let near = i128::from(self.choices.between("chain value", -8, 8));
            let number = match value.int() {
                Some(now) if index == hit => now,
                Some(now) => now.wrapping_add(near),
                None => near,
            };
            let ty = build::promoted(self.tree(), value.ty);
            let Some(int) = self.int_type(ty) else { return StmtKind::Empty };
            let number = self.constant(ty, arith::int::wrap(int, number));
            let op = self.choices.pick("chain test", &[BinaryOp::Eq, BinaryOp::Eq, BinaryOp::Le]);
            let test = self.binary(op, value, number);
            self.count(test);
            tests.push(test);
        }
        let live = tests.iter().position(|test| truth(test.value) == Some(true));
        let mut rest = Some(self.some_block(live.is_none()));
        let mut branches = Vec::with_capacity(tests.len() + 1);
        branches.push(rest);
        for (index, test) in tests.iter().enumerate().rev() {
            let then = self.some_block(live == Some(index));
            branches.push(Some(then));
            let kind = StmtKind::If(test.id, then, rest);
            rest = Some(build::stmt(self.p(), kind));
            self.budget.bytes += 12;
        }
        branches.reverse();
        self.note_choice(&tests, &branches);
        rest.map_or(StmtKind::Empty, |stmt| self.tree().stmts[stmt].kind)
    }

    pub fn switch(&mut self) -> StmtKind {
        self.totals.stats.construct("switch");
        self.now.lossy += 1;
        let mut control = self.expression(2, 3);
        self.now.lossy -= 1;
        if self.int_type(control.ty).is_none() || control.ty == TypeId::BOOL {
            control = self.some_constant();
        }
        let small = self.choices.percent("small switch", 60);
        if small {
            let mask = self.choices.pick("switch mask", &[3, 7, 7, 15]);
            let mask = self.int(mask);
            control = self.binary(BinaryOp::And, control, mask);
        }
        let ty = build::promoted(self.tree(), control.ty);
        let wide = self.int_type(ty).is_some_and(|int| int.bits > 64);
        let ty = if wide { TypeId::LONG_LONG } else { ty };
        control = if wide { self.cast(control, ty) } else { self.convert(control, ty) };
        self.count(control);
        let Some(int) = self.int_type(ty) else { return StmtKind::Empty };
        let value = control.int();
        let count = 2 + self.choices.below("cases", 5);
        let mut labels: Vec<i128> = Vec::with_capacity(count as usize);
        let base = value.unwrap_or(0);
        for index in 0..count {
            let label = match index {
                0 if self.choices.percent("live case", 85) => base,
                _ if small => i128::from(self.choices.below("label", 16)),
                _ => arith::int::wrap(
                    int,
                    base.wrapping_add(self.choices.between("label", -20, 20).into()),
                ),
            };
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        let at = self.choices.below("case order", labels.len() as u64) as usize;
        labels.rotate_left(at);
        let cases: Vec<RangeInclusive<i128>> =
            labels.iter().map(|&from| from..=self.case_end(from, &labels, int)).collect();
        let has_default = self.choices.percent("default", 60);
        let default_at = match has_default {
            true => self.choices.below("default place", labels.len() as u64 + 1) as usize,
            false => usize::MAX,
        };
        let outer = self.block().scope;
        let scope = build::block_scope(self.p(), outer);
        // Each may have a `break` behind it.
        let mut stmts = Vec::with_capacity(2 * (cases.len() + 1));
        let mut falls = false;
        for index in 0..=cases.len() {
            if index == default_at {
                let is_case = |value| cases.iter().any(|case| case.contains(&value));
                let live = value.is_some_and(|value| !is_case(value));
                let body = self.some_block(live || falls);
                let stmt = build::stmt(self.p(), StmtKind::Default(body));
                falls = self.end_case(&mut stmts, stmt);
            }
            let Some(case) = cases.get(index) else { break };
            let live = value.is_some_and(|value| case.contains(&value));
            let body = self.some_block(live || falls);
            let stmt = self.labelled(ty, case, body);
            falls = self.end_case(&mut stmts, stmt);
        }
        let list = self.p().stmt_lists.push(&stmts);
        let body = build::stmt(self.p(), StmtKind::Compound(list, scope));
        StmtKind::Switch(control.id, body)
    }

    /// A statement with the labels of a case: a range of GNU's, or one after another.
    fn labelled(&mut self, ty: TypeId, case: &RangeInclusive<i128>, body: StmtId) -> StmtId {
        let (first, last) = (*case.start(), *case.end());
        if self.settings.case_ranges && last > first {
            self.budget.bytes += 16;
            let (first, last) = (self.constant(ty, first), self.constant(ty, last));
            return build::stmt(self.p(), StmtKind::Case(first.id, Some(last.id), body));
        }
        let mut stmt = body;
        for label in (first..=last).rev() {
            self.budget.bytes += 10;
            let label = self.constant(ty, label);
            stmt = build::stmt(self.p(), StmtKind::Case(label.id, None, stmt));
        }
        stmt
    }

    /// The last label of a case: of a range, it comes before the next case.
    fn case_end(&mut self, from: i128, labels: &[i128], ty: IntType) -> i128 {
        let (share, longest) =
            if self.settings.case_ranges { (40, 8) } else { (self.odds.policy.labels, 4) };
        if !self.choices.percent("case range", share) {
            return from;
        }
        let next = labels.iter().copied().filter(|&label| label > from).min();
        let last = next.map_or(arith::int::max(ty), |next| next - 1);
        last.min(from + i128::from(self.choices.below("range", longest)))
    }

    /// A case is there; true if it falls through into the next.
    fn end_case(&mut self, stmts: &mut Vec<StmtId>, stmt: StmtId) -> bool {
        stmts.push(stmt);
        if self.choices.percent("fall through", 20) {
            return true;
        }
        stmts.push(build::stmt(self.p(), StmtKind::Break));
        self.budget.bytes += 10;
        false
    }
}
