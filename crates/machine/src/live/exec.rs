//! A program that is written while it runs.
//!
//! The machine stops at holes, and before a full expression in which something
//! went wrong. The tree is changed then, what was changed is lowered again,
//! and the machine goes on.

use std::rc::Rc;

use elenchus_lang::tree::{
    DeclId, DeclKind, FunctionId, InitKind, Program, StmtId, StmtKind, Storage,
};

use super::lower;
use super::peek::{LiveNumber, Number};
use crate::Machine;
use crate::code::{Index, Op, Renewed, StaticRef};
use crate::machine::Limits;
use crate::rules::promises::promises;
use crate::stop::Stop;
use crate::value::Value;

/// What was executed to its end at least once: a bit for each statement and
/// expression, as this is noted at every step.
#[derive(Default)]
pub(crate) struct Executed {
    stmts: Vec<u64>,
    exprs: Vec<u64>,
}

impl Executed {
    #[inline]
    pub(crate) fn insert(&mut self, unit: Renewed) {
        let (bits, index) = match unit {
            Renewed::Stmt(stmt) => (&mut self.stmts, stmt.index()),
            Renewed::Expr(expr) => (&mut self.exprs, expr.index()),
        };
        if bits.len() <= index / 64 {
            bits.resize(index / 64 + 1, 0);
        }
        bits[index / 64] |= 1 << (index % 64);
    }

    fn has(&self, unit: Renewed) -> bool {
        let (bits, index) = match unit {
            Renewed::Stmt(stmt) => (&self.stmts, stmt.index()),
            Renewed::Expr(expr) => (&self.exprs, expr.index()),
        };
        bits.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }
}

impl Machine {
    /// A machine for a program that is being written.
    pub fn writing(p: Rc<Program>, limits: Limits) -> Machine {
        let mut machine = Machine::new(p, limits);
        machine.live.writing = true;
        machine.budget.attention = 0;
        machine
    }

    /// The program, to be changed. What executes changes when the statement or
    /// loop expression is refreshed.
    #[inline]
    pub fn program_mut(&mut self) -> &mut Program {
        // `Rc::make_mut` is a call, and this is asked for each node.
        if Rc::get_mut(&mut self.p).is_none() {
            self.own_program();
        }
        Rc::get_mut(&mut self.p).expect("nobody else has it")
    }

    /// A copy of the program that nobody else has.
    #[cold]
    fn own_program(&mut self) {
        self.p = Rc::new(Program::clone(&self.p));
    }

    pub fn into_program(self) -> Rc<Program> {
        self.p
    }

    /// Makes the code of a changed statement again. False if it has none, or
    /// cannot be changed by itself.
    pub fn refresh(&mut self, unit: Renewed) -> bool {
        let Some(index) = self.control.frames.last().map(|frame| frame.code) else { return false };
        self.refresh_in(index, unit)
    }

    /// The same in any function.
    pub fn refresh_function(&mut self, function: FunctionId, unit: Renewed) -> bool {
        match self.cache.code_of.get(&function) {
            Some(&index) => self.refresh_in(index, unit),
            // It has no code yet: what is made later is of the new tree.
            None => true,
        }
    }

    pub(crate) fn refresh_in(&mut self, index: u32, unit: Renewed) -> bool {
        let Some(Some(kept)) = self.cache.kept.get_mut(index as usize) else { return false };
        let code = Rc::make_mut(&mut self.cache.codes[index as usize]);
        lower::refresh(&self.p, code, kept, &mut self.cache.scratch, self.cache.evaluation, unit)
    }

    /// Does what a statement does that was just written into the hole at which the
    /// frame on top stands: it gives a number to a place, and nothing else. It
    /// has no code then; that is made if it is reached again. False, and nothing is
    /// done, where more belongs to it.
    pub fn assign(&mut self, stmt: StmtId, to: LiveNumber, bits: u128) -> bool {
        self.stands_at(stmt) && self.put_bits(to, bits) && self.step_over(stmt)
    }

    /// The same for the declaration of one variable: these numbers are all that its
    /// initialiser gives.
    pub fn define(&mut self, stmt: StmtId, decl: DeclId, numbers: &[Number]) -> bool {
        if !self.stands_at(stmt) {
            return false;
        }
        if self.p.decls[decl].storage.has(Storage::STATIC) {
            // It was there before the program began: there is nothing to do.
            self.frame_mut().pc += 1;
            return true;
        }
        self.make_defined(decl, numbers).is_some() && self.step_over(stmt)
    }

    /// The same for an `if`, perhaps with others behind its `else`: this branch is
    /// taken, or none. Only it gets code.
    pub fn choose(&mut self, stmt: StmtId, taken: Option<StmtId>) -> bool {
        if !self.stands_at(stmt) {
            return false;
        }
        let Some(last) = self.last_condition(stmt, taken) else { return false };
        let start = match taken {
            None => None,
            Some(branch) => match self.make_branch(stmt, branch) {
                Some(start) => Some(start),
                None => return false,
            },
        };
        let mut test = stmt;
        self.step_over(test);
        while test != last {
            let StmtKind::If(_, _, Some(next)) = self.p.stmts[test].kind else { break };
            test = next;
            self.budget.steps += 1;
            self.live.executed.insert(Renewed::Stmt(test));
        }
        if let Some(start) = start {
            self.frame_mut().pc = start;
        }
        true
    }

    /// The `if` of a chain whose condition is the last that is evaluated.
    fn last_condition(&self, first: StmtId, taken: Option<StmtId>) -> Option<StmtId> {
        let mut test = first;
        loop {
            let StmtKind::If(_, then, other) = self.p.stmts[test].kind else { return None };
            if taken == Some(then) || taken == other {
                return Some(test);
            }
            test = other?;
        }
    }

    /// Code for one branch of a statement, and where it starts.
    fn make_branch(&mut self, stmt: StmtId, branch: StmtId) -> Option<Index> {
        let index = self.control.frames.last()?.code;
        let kept = self.cache.kept.get_mut(index as usize)?.as_mut()?;
        let code = Rc::make_mut(&mut self.cache.codes[index as usize]);
        lower::make_branch(
            &self.p,
            code,
            kept,
            &mut self.cache.scratch,
            self.cache.evaluation,
            (stmt, branch),
        )
    }

    fn make_defined(&mut self, decl: DeclId, numbers: &[Number]) -> Option<()> {
        let frame = self.control.frames.last()?;
        let kept = self.cache.kept.get_mut(frame.code as usize)?.as_mut()?;
        let code = Rc::make_mut(&mut self.cache.codes[frame.code as usize]);
        let local = lower::place_local(&self.p, code, kept, &mut self.cache.scratch, decl)?;
        let (plan, room) = (code.locals[local as usize].plan, frame.locals + code.locals.len());
        if plan.tracks || plan.volatile || self.is_alert() {
            return None;
        }
        self.make_room(0, room);
        let code = Rc::clone(&self.cache.codes[self.frame().code as usize]);
        self.forget_local(&code, local).ok()?;
        let init = self.p.decls[decl].init?;
        let spot = self.spot_of(decl)?;
        if let InitKind::List(_) = self.p.inits[init].kind {
            // What no number reaches is zero.
            self.zero(spot, plan.size);
        }
        let mut numbers = numbers.iter();
        let all = numbers.all(|&Number { offset, form, bits }| {
            self.write_bits(LiveNumber { spot: spot.plus(offset), form }, bits)
        });
        all.then_some(())
    }

    /// The hole that is reached without a step: most stand one behind another.
    pub(crate) fn next_hole(&self) -> Option<StmtId> {
        let hole = self.hole_here().filter(|_| self.cache.unmade.is_none())?;
        (self.p.stmts[hole].kind == StmtKind::Hole).then_some(hole)
    }

    /// Whether the frame on top stands at what was a hole until now.
    fn stands_at(&self, stmt: StmtId) -> bool {
        self.hole_here() == Some(stmt)
    }

    fn hole_here(&self) -> Option<StmtId> {
        let frame = self.control.frames.last()?;
        match self.cache.codes[frame.code as usize].ops.get(frame.pc as usize) {
            Some(&Op::Hole { stmt }) => Some(stmt),
            _ => None,
        }
    }

    /// What was written into the hole there is done.
    fn step_over(&mut self, stmt: StmtId) -> bool {
        self.budget.steps += 1;
        let Some(frame) = self.control.frames.last_mut() else { return false };
        frame.pc += 1;
        if let Some(done) = frame.unit.take() {
            self.live.executed.insert(done);
        }
        self.live.executed.insert(Renewed::Stmt(stmt));
        true
    }

    /// A function or an object of the file that was added to the program.
    pub fn declare(&mut self, decl: DeclId) -> Result<(), Stop> {
        let p = Rc::clone(&self.p);
        let found = &p.decls[decl];
        match found.kind {
            DeclKind::Function => {
                let definition =
                    p.functions.iter().find(|(_, f)| p.decls[f.decl].entity == found.entity);
                if let Some((id, _)) = definition {
                    self.linked.functions.insert(found.entity, id);
                    self.linked.promises = promises(&p);
                }
                Ok(())
            }
            _ => self.make_static(decl),
        }
    }

    /// The unit of the statement that is executed in the frame on top.
    pub fn unit(&self) -> Option<Renewed> {
        let frame = self.control.frames.last()?;
        Some(self.begun(frame)?.unit)
    }

    /// Whether a full expression was ever executed to its end. What was undone
    /// since may still count.
    pub fn was_executed(&self, unit: Renewed) -> bool {
        self.live.executed.has(unit)
    }

    /// Whether a full expression is being executed in another call than the
    /// one on top, which has seen its first part already.
    pub fn is_active(&self, unit: Renewed) -> bool {
        let callers = self.control.frames.split_last().map_or(&[][..], |(_, callers)| callers);
        callers.iter().any(|frame| frame.unit == Some(unit))
    }

    /// How many calls have not returned.
    pub fn call_depth(&self) -> usize {
        self.control.frames.len()
    }

    /// The value of an integer variable that is visible in the frame on top,
    /// if it has one.
    pub fn integer(&mut self, decl: DeclId) -> Option<i128> {
        let spot = self.spot_of(decl)?;
        let kind = self.p.types.int_kind(self.p.decls[decl].ty)?;
        let int = self.p.target.int_type(kind);
        let size = usize::from(self.p.target.int_extent(kind).size);
        let bits = self.bits_at(spot, size)?;
        Some(elenchus_lang::arith::int::wrap(int, bits as i128))
    }

    pub(super) fn address_of(&self, decl: DeclId) -> Option<Value> {
        let entity = self.p.decls[decl].entity;
        if let Some(value) = self.linked.statics.get(StaticRef::Decl(entity)) {
            return Some(value);
        }
        let frame = self.control.frames.last()?;
        let local =
            self.cache.kept.get(frame.code as usize)?.as_ref()?.local(&self.cache.scratch, decl)?;
        let value = *self.control.locals.get(frame.locals + local as usize)?;
        (value.hi != 0).then_some(value)
    }
}
