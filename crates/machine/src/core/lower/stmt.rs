//! Statements and control flow.

use elenchus_lang::constant;
use elenchus_lang::target::IntType;
use elenchus_lang::tree::{
    Decl, DeclId, DeclKind, ExprId, For, Function, GroupId, InitKind, LabelId, Linkage, ScopeId,
    StmtId, StmtKind, Storage as Class,
};
use elenchus_lang::undefined::Undefined;
use elenchus_lang::walk::{self, Child};

use super::jumps::Landing;
use super::place::{InMemory, Lvalue};
use super::{Lowered, Lowerer, Storage};
use crate::code::{Index, Op, Origin, Reg, Scalar, SwitchTable};
use crate::rules::types::typed;
use crate::words::Finding;

/// A switch whose body is being lowered.
#[derive(Clone, Copy)]
pub(super) struct OpenSwitch {
    /// Its first case among those of all.
    first: usize,
    default: Option<(Index, u16)>,
    ty: IntType,
}

/// The values of a `case`, and where it is, in which block.
#[derive(Clone, Copy)]
pub(super) struct Case {
    low: i128,
    high: i128,
    at: Index,
    block: u16,
}

impl Lowerer<'_> {
    pub(super) fn body(&mut self, function: &Function) {
        let slots_end = self.registers.next;
        self.flow.scope = Some(function.scope);
        self.statement(function.body);
        self.flow.scope = None;
        debug_assert!(self.registers.next >= slots_end);
        let name = self.code.name.map(|n| self.p.name(n));
        self.at = Origin::End(function.body);
        self.check_lists();
        match name {
            // 5.1.2.2.3p1: reaching the end of main returns 0.
            Some("main") if self.p.types.is_integer(self.kept.result) => {
                if let Ok(value) = self.constant(0) {
                    self.emit(Op::Return { value });
                }
            }
            _ if self.code.promises.noreturn => self.noreturn_returns(),
            _ if self.p.types.is_void(self.kept.result) => {
                self.emit(Op::ReturnNothing);
            }
            _ => {
                self.emit(Op::FallOff);
            }
        }
        for (jump, label) in std::mem::take(&mut self.scratch.function.gotos) {
            let to = self.kept.labels.get(&label).copied().unwrap_or_else(|| {
                let here = self.here();
                self.give_up(self.attempt(), "a jump into a statement that has no code");
                here
            });
            self.lead(jump, to);
        }
        for (&label, &index) in &self.kept.labels {
            if self.p.labels[label].address_taken || self.traits.has_nested {
                let block = self.kept.label_blocks.get(&label).copied().unwrap_or(0);
                self.code.labels.insert(label, (index, block));
            }
        }
    }

    /// Lowers a statement; if it cannot be, the place says so when reached.
    #[inline]
    pub(crate) fn statement(&mut self, id: StmtId) {
        self.at = Origin::Stmt(id);
        match self.p.stmts[id].kind {
            StmtKind::Hole => self.hole(id),
            kind => self.written_statement(id, kind),
        }
    }

    /// The same for one that is no hole.
    #[inline(never)]
    fn written_statement(&mut self, id: StmtId, kind: StmtKind) {
        let (mark, attempt) = (self.registers.next, self.attempt());
        let live = self.begin_live(id);
        let outer = (self.told.names, self.told.stmt.replace(id));
        if let Err(what) = self.statement_of(id, kind) {
            self.give_up(attempt, what);
        }
        self.told.stmt = outer.1;
        if !self.declares(kind) {
            self.told.names = outer.0;
        }
        if let StmtKind::If(..)
        | StmtKind::Switch(..)
        | StmtKind::While(..)
        | StmtKind::DoWhile(..) = kind
        {
            self.end_literals(id);
        }
        self.end_live(live);
        self.registers.next = mark;
    }

    /// A selection or loop is a block, and each of its statements is one, with
    /// braces or without (6.8.4p3, 6.8.5p5): compound literals end with them.
    pub(super) fn end_literals(&mut self, id: StmtId) {
        if self.kept.literals.is_empty() {
            return;
        }
        let block = self.flow.scope.map_or(0, |scope| self.block_of(scope));
        let mut ended = Vec::new();
        walk::descend(self.p, Child::Stmt(id), |child| {
            if let Child::Expr(e) = child {
                ended.extend(self.kept.literals.get(&e));
            }
        });
        // Those of inner blocks are gone already.
        ended.retain(|&local| self.code.locals_of(block).any(|own| own == local));
        for local in ended {
            self.emit(Op::EndLocal { local });
        }
    }

    /// What is not most of a program is a call away, so that the rest is small.
    fn statement_of(&mut self, id: StmtId, kind: StmtKind) -> Lowered<()> {
        match kind {
            StmtKind::Empty
            | StmtKind::Hole
            | StmtKind::StaticAssert(..)
            | StmtKind::Pragma(_)
            | StmtKind::LocalLabels(_) => Ok(()),
            StmtKind::Attributes(attrs) => self.assumptions(attrs),
            StmtKind::Expr(e) => {
                self.emit_step();
                self.note_statement(e);
                self.full_effect(e)?;
                self.note_assigned(e);
                Ok(())
            }
            StmtKind::Compound(list, scope) => {
                self.compound(list, scope);
                Ok(())
            }
            StmtKind::If(c, then, otherwise) => self.if_statement(c, then, otherwise),
            StmtKind::While(c, body) => self.while_loop(c, body),
            StmtKind::DoWhile(body, c) => self.do_loop(body, c),
            StmtKind::For(parts) => self.for_loop(self.p.fors[parts]),
            StmtKind::Switch(value, body) => self.switch(value, body),
            StmtKind::Case(..) | StmtKind::Default(_) | StmtKind::Label(..) => self.labelled(id),
            StmtKind::Goto(label) => {
                self.emit_step();
                self.goto(label);
                Ok(())
            }
            StmtKind::ComputedGoto(e) => {
                self.emit_step();
                let target = self.value(e)?;
                self.emit(Op::Goto { target });
                Ok(())
            }
            StmtKind::Break => self.leave_to(false),
            StmtKind::Continue => self.leave_to(true),
            StmtKind::Return(value) => self.return_statement(value),
            StmtKind::Declaration(group) => self.declarations(group),
            StmtKind::NestedFunction(function) => {
                self.note_nested(function);
                Ok(())
            }
            StmtKind::Asm(asm) => {
                let asm = self.p.asms[asm];
                self.asm(&asm)
            }
            StmtKind::Error => Err("an erroneous statement"),
        }
    }

    /// A full expression for its effects.
    pub(crate) fn full_effect(&mut self, e: ExprId) -> Lowered<()> {
        let mark = self.registers.next;
        self.registers.has_temporaries = false;
        self.look_at_order(e);
        self.effect(e)?;
        self.end_full();
        self.registers.next = mark;
        Ok(())
    }

    pub(crate) fn end_full(&mut self) {
        if std::mem::take(&mut self.registers.has_temporaries) {
            self.emit(Op::EndTemporaries);
        }
    }

    /// A full expression as a condition; gives where it jumps.
    pub(crate) fn full_branches(&mut self, condition: ExprId, when: bool) -> Lowered<Landing> {
        let mark = self.registers.next;
        self.at = Origin::Expr(condition);
        self.emit_step();
        self.note_condition(condition);
        self.registers.has_temporaries = false;
        self.look_at_order(condition);
        let mut jumps = Landing::NEW;
        self.branches(condition, when, &mut jumps)?;
        // Temporaries of a condition end with the block instead.
        self.registers.has_temporaries = false;
        self.registers.next = mark;
        Ok(jumps)
    }

    /// The same with one jump.
    pub(crate) fn full_branch(&mut self, condition: ExprId, when: bool) -> Lowered<Landing> {
        let mark = self.registers.next;
        self.emit_step();
        self.note_condition(condition);
        self.registers.has_temporaries = false;
        self.look_at_order(condition);
        let value = self.sequenced(condition, |l| l.value(condition))?;
        let (mut value, mut scalar) = self.tested(value, self.ty(condition))?;
        if self.registers.has_temporaries {
            // The value may be a pointer to one.
            let dst = self.temp()?;
            self.emit(Op::IsTrue { dst, a: value, scalar });
            (value, scalar) = (dst, Scalar::Word);
            self.end_full();
        }
        let mut jump = Landing::NEW;
        self.branch_on(value, scalar, when, &mut jump)?;
        self.registers.next = mark;
        Ok(jump)
    }

    fn compound(&mut self, list: elenchus_lang::arena::List<StmtId>, scope: ScopeId) {
        let outer = self.flow.block;
        let own = self.block_to_enter(scope);
        let around = self.enter(scope);
        if own != outer {
            self.flow.block = own;
            self.emit(Op::Scope { to: own });
        }
        for i in 0..list.len() {
            let stmt = self.p.stmt_lists[list][i];
            self.statement(stmt);
        }
        if own != outer {
            self.flow.block = outer;
            self.emit(Op::Scope { to: outer });
        }
        self.flow.scope = around;
    }

    /// `({ … })`: the value of the last statement, if it is asked for.
    pub(super) fn stmt_expr(&mut self, body: StmtId, wanted: bool) -> Lowered<Reg> {
        let StmtKind::Compound(list, scope) = self.p.stmts[body].kind else {
            return Err("this statement expression");
        };
        let dst = self.temp()?;
        let outer = self.flow.block;
        let own = self.block_to_enter(scope);
        let around = self.enter(scope);
        if own != outer {
            self.flow.block = own;
            self.emit(Op::Scope { to: own });
        }
        let temporaries = self.registers.has_temporaries;
        let kept = self.temp()?;
        self.emit(Op::KeepTemporaries { dst: kept });
        let mut result = Ok(());
        let names = self.told.names;
        for i in 0..list.len() {
            let stmt = self.p.stmt_lists[list][i];
            let last = i + 1 == list.len();
            match self.p.stmts[stmt].kind {
                StmtKind::Expr(e) if last && wanted && !self.p.types.is_void(self.ty(e)) => {
                    result = self.stmt_value(e, dst, own != outer);
                }
                _ => self.statement(stmt),
            }
        }
        self.told.names = names;
        self.registers.has_temporaries |= temporaries;
        self.emit(Op::ReturnTemporaries { src: kept });
        if own != outer {
            self.flow.block = outer;
            self.emit(Op::Scope { to: outer });
        }
        self.flow.scope = around;
        result.map(|()| dst)
    }

    /// A struct must outlive the block that it may lie in.
    fn stmt_value(&mut self, e: ExprId, dst: Reg, leaves_block: bool) -> Lowered<()> {
        let src = self.value(e)?;
        let ty = self.ty(e);
        if leaves_block && typed::is_composite(&self.p.types, ty) {
            let copy = self.temporary(ty)?;
            self.store(Lvalue::Memory(InMemory::plain(copy)), src, ty, true)?;
            self.emit(Op::Move { dst, src: copy });
            return Ok(());
        }
        self.emit(Op::Move { dst, src });
        Ok(())
    }

    // ---- selection and loops ----

    fn if_statement(&mut self, c: ExprId, then: StmtId, otherwise: Option<StmtId>) -> Lowered<()> {
        let to_else = self.full_branches(c, false)?;
        self.branch_block(then);
        match otherwise {
            None => self.land(to_else),
            Some(otherwise) => {
                let mut to_end = Landing::NEW;
                self.emit_jump(Op::Jump { to: 0 }, &mut to_end);
                self.land(to_else);
                self.branch_block(otherwise);
                self.land(to_end);
            }
        }
        Ok(())
    }

    fn branch_block(&mut self, stmt: StmtId) {
        if !self.put_off(stmt) {
            self.inner_statement(stmt);
        }
    }

    #[inline(never)]
    fn while_loop(&mut self, c: ExprId, body: StmtId) -> Lowered<()> {
        let start = self.here();
        let exit = self.loop_branch(c, false)?;
        let target = self.open_target(true);
        self.inner_statement(body);
        self.end_body(target);
        self.emit(Op::Jump { to: start });
        self.land(exit);
        self.land_breaks(target);
        Ok(())
    }

    #[inline(never)]
    fn do_loop(&mut self, body: StmtId, c: ExprId) -> Lowered<()> {
        let start = self.here();
        let target = self.open_target(true);
        self.inner_statement(body);
        self.end_body(target);
        let again = self.loop_branch(c, true).map(|again| self.land_at(again, start));
        self.land_breaks(target);
        again
    }

    #[inline(never)]
    fn for_loop(&mut self, parts: For) -> Lowered<()> {
        let outer = self.flow.block;
        let own = self.block_to_enter(parts.scope);
        let around = self.enter(parts.scope);
        if own != outer {
            self.flow.block = own;
            self.emit(Op::Scope { to: own });
        }
        if let Some(init) = parts.init {
            self.statement(init);
        }
        let (start, attempt) = (self.here(), self.attempt());
        let exit = parts.condition.map_or(Ok(Landing::NEW), |c| self.loop_branch(c, false));
        let exit = exit.unwrap_or_else(|what| {
            self.give_up(attempt, what);
            Landing::NEW
        });
        let target = self.open_target(true);
        self.inner_statement(parts.body);
        self.end_body(target);
        let attempt = self.attempt();
        let stepped = match parts.step {
            Some(step) => {
                self.at = Origin::Expr(step);
                self.loop_step(step)
            }
            None => Ok(()),
        };
        if let Err(what) = stepped {
            self.give_up(attempt, what);
        }
        if parts.condition.is_none() && parts.step.is_none() {
            self.turn();
        }
        self.emit(Op::Jump { to: start });
        self.land(exit);
        self.land_breaks(target);
        if own != outer {
            self.flow.block = outer;
            self.emit(Op::Scope { to: outer });
        }
        self.flow.scope = around;
        Ok(())
    }

    // ---- switch ----

    #[inline(never)]
    fn switch(&mut self, value: ExprId, body: StmtId) -> Lowered<()> {
        self.emit_step();
        self.note_condition(value);
        self.look_at_order(value);
        let reg = self.value(value)?;
        let ty = self.int_of(self.ty(value))?;
        self.forget_below(body);
        let table = self.code.switches.len() as Index;
        self.code.switches.push(SwitchTable::default());
        self.emit(Op::Switch { value: reg, table });
        let block = self.flow.block;
        let target = self.open_target(false);
        let first = self.scratch.cases.len();
        let outer = self.flow.switch.replace(OpenSwitch { first, default: None, ty });
        self.statement(body);
        let mut end = Landing::NEW;
        self.emit_jump(Op::Jump { to: 0 }, &mut end);
        if let Some(open) = std::mem::replace(&mut self.flow.switch, outer) {
            self.switch_table(table as usize, open, block);
        }
        self.land(end);
        let here = self.here();
        let table = &mut self.code.switches[table as usize];
        if table.default == Index::MAX {
            table.default = here;
        }
        self.land_breaks(target);
        Ok(())
    }

    /// A case in an inner block is reached through a piece of code that
    /// enters the block first.
    fn switch_table(&mut self, index: usize, open: OpenSwitch, block: u16) {
        let mut table =
            SwitchTable { default: Index::MAX, ty: Some(open.ty), ..SwitchTable::default() };
        table.singles.reserve(self.scratch.cases.len() - open.first);
        for i in open.first..self.scratch.cases.len() {
            let Case { low, high, at, block: inner } = self.scratch.cases[i];
            let target = self.entry(at, inner, block);
            match low == high {
                true => {
                    table.singles.insert(low, target);
                }
                false => table.ranges.push((low, high, target)),
            }
        }
        self.scratch.cases.truncate(open.first);
        if let Some((target, inner)) = open.default {
            table.default = self.entry(target, inner, block);
        }
        self.code.switches[index] = table;
    }

    fn entry(&mut self, target: Index, inner: u16, block: u16) -> Index {
        if inner == block {
            return target;
        }
        let here = self.here();
        self.emit(Op::Scope { to: inner });
        self.emit(Op::Jump { to: target });
        here
    }

    /// Variables in registers that a jump into a block would find with an old
    /// value have none.
    fn forget_below(&mut self, body: StmtId) {
        if self.traits.all_in_memory {
            return;
        }
        let only_stmts = self.has_plain_exprs();
        let mut pending = vec![Child::Stmt(body)];
        while let Some(node) = pending.pop() {
            match node {
                Child::Expr(_) | Child::Init(_) if only_stmts => continue,
                Child::Expr(_) | Child::Init(_) => {}
                Child::Stmt(s) => self.forget_declared(s),
            }
            let first = pending.len();
            walk::children(self.p, node, |child| pending.push(child));
            pending[first..].reverse();
        }
    }

    fn forget_declared(&mut self, stmt: StmtId) {
        let StmtKind::Declaration(group) = self.p.stmts[stmt].kind else { return };
        for &decl in &self.p.decl_lists[self.p.groups[group].decls] {
            if let Some(Storage::Slot(slot)) = self.storage_of(decl) {
                self.emit(Op::Forget { slot });
            }
        }
    }

    /// Runs of labels are walked, not recursed into.
    #[inline(never)]
    fn labelled(&mut self, id: StmtId) -> Lowered<()> {
        let mut next = id;
        loop {
            let (at, block) = (self.here(), self.flow.block);
            next = match self.p.stmts[next].kind {
                StmtKind::Case(low, high, body) => {
                    let low = constant::as_int(self.p, low).ok_or("this case label")?;
                    let high = match high {
                        Some(high) => constant::as_int(self.p, high).ok_or("this case label")?,
                        None => low,
                    };
                    if self.flow.switch.is_some() {
                        self.scratch.cases.push(Case { low, high, at, block });
                    }
                    body
                }
                StmtKind::Default(body) => {
                    if let Some(open) = &mut self.flow.switch {
                        open.default = Some((at, block));
                    }
                    body
                }
                StmtKind::Label(label, _, body) => {
                    self.kept.labels.insert(label, at);
                    self.end_later_arrays();
                    if self.traits.has_stmt_exprs && self.watching == 0 {
                        // A jump may have come out of the middle of one.
                        self.emit(Op::Disorder);
                    }
                    body
                }
                _ => break,
            };
        }
        if !self.put_off(next) {
            self.statement(next);
        }
        Ok(())
    }

    // ---- jumps ----

    #[inline(never)]
    fn goto(&mut self, label: LabelId) {
        if self.leaves_function(label) {
            return;
        }
        let chain = self.scratch.function.label_slots.get(&label).cloned().unwrap_or_default();
        for scope in chain {
            if self.is_in(scope) {
                continue;
            }
            for slot in self.scratch.function.scope_slots.get(&scope).cloned().unwrap_or_default() {
                self.emit(Op::Forget { slot });
            }
        }
        let block = self.kept.label_blocks.get(&label).copied().unwrap_or(0);
        if block != self.flow.block {
            self.emit(Op::Scope { to: block });
        }
        let jump = self.emit(Op::Jump { to: 0 });
        self.scratch.function.gotos.push((jump, label));
    }

    fn noreturn_returns(&mut self) {
        self.undefined(Undefined::NoreturnReturned, Finding::Returns);
    }

    #[inline(never)]
    fn return_statement(&mut self, value: Option<ExprId>) -> Lowered<()> {
        self.emit_step();
        if self.code.promises.noreturn {
            self.noreturn_returns();
            return Ok(());
        }
        match value {
            None => {
                self.check_lists();
                self.emit(Op::ReturnNothing);
            }
            Some(e) if self.p.types.is_void(self.kept.result) => {
                self.effect(e)?;
                self.check_lists();
                self.emit(Op::ReturnNothing);
            }
            Some(e) => {
                self.look_at_order(e);
                let value = self.value(e)?;
                self.check_lists();
                self.emit(Op::Return { value });
            }
        }
        Ok(())
    }

    // ---- declarations ----

    #[inline(never)]
    fn declarations(&mut self, id: GroupId) -> Lowered<()> {
        let group = self.p.groups[id];
        let base = group.base.unqualified();
        self.note_enumerators(id);
        self.declare_lengths(base, None)?;
        for &decl in &self.p.decl_lists[group.decls] {
            self.at = Origin::Decl(decl);
            self.declare_lengths(self.p.decls[decl].written, Some(base))?;
            self.declaration(decl)?;
        }
        Ok(())
    }

    fn declaration(&mut self, id: DeclId) -> Lowered<()> {
        let decl = self.p.decls[id];
        self.at = Origin::Decl(id);
        self.note_name(id);
        if decl.kind != DeclKind::Variable
            || decl.linkage != Linkage::None
            || decl.storage.has(Class::STATIC)
        {
            return Ok(());
        }
        self.emit_step();
        self.check_cleanup(&decl)?;
        if self.kept.live.is_some() {
            self.place_variable(id);
        }
        let Some(storage) = self.storage_of(id) else { return Err("this variable") };
        self.registers.has_temporaries = false;
        match (storage, decl.init) {
            (Storage::Slot(slot), None) => {
                self.emit(Op::Forget { slot });
            }
            (Storage::Slot(slot), Some(init)) => {
                self.emit(Op::Forget { slot });
                let mut init = init;
                while let InitKind::List(items) = self.p.inits[init].kind {
                    match self.p.init_items[items].first() {
                        Some(item) => init = item.init,
                        None => break,
                    }
                }
                let fresh = self.registers.next;
                let src = match self.p.inits[init].kind {
                    InitKind::Expr(e) => {
                        self.look_at_order(e);
                        self.value(e)?
                    }
                    InitKind::List(_) => self.constant(0)?,
                };
                self.emit(Op::Move { dst: slot, src });
                self.fuse_move(fresh);
                self.note_initialised(slot);
            }
            (Storage::Local(local), init) => self.local(local, &decl, init)?,
        }
        self.end_full();
        Ok(())
    }

    fn local(
        &mut self,
        local: u16,
        decl: &Decl,
        init: Option<elenchus_lang::tree::InitId>,
    ) -> Lowered<()> {
        if self.code.locals[local as usize].variable {
            let size = self.sizeof(decl.ty)?;
            self.emit(Op::MakeVla { local, size });
            self.scratch.function.declared.insert(local);
        } else {
            self.emit(Op::ForgetLocal { local });
        }
        if let Some(init) = init {
            let dst = self.temp()?;
            self.emit(Op::Local { dst, local });
            self.initialize_memory(dst, init)?;
        }
        Ok(())
    }
}
