//! A program that is written while it runs.
//!
//! The machine stops at holes, and before a full expression in which something
//! went wrong. The tree is changed then, what was changed is lowered again,
//! and the machine goes on.

use std::rc::Rc;

use elenchus_lang::tree::{DeclId, DeclKind, FunctionId, Program, StmtId};

use super::peek::Target;
use super::{Limits, Machine};
use crate::code::{Op, StaticRef, Unit};
use crate::lower;
use crate::stop::Stop;
use crate::value::Value;

/// What was executed to its end at least once: a bit for each statement and
/// expression, as this is noted at every step.
#[derive(Default)]
pub(super) struct Executed {
    stmts: Vec<u64>,
    exprs: Vec<u64>,
}

impl Executed {
    #[inline]
    pub(super) fn insert(&mut self, unit: Unit) {
        let (bits, index) = match unit {
            Unit::Stmt(stmt) => (&mut self.stmts, stmt.index()),
            Unit::Expr(expr) => (&mut self.exprs, expr.index()),
        };
        if bits.len() <= index / 64 {
            bits.resize(index / 64 + 1, 0);
        }
        bits[index / 64] |= 1 << (index % 64);
    }

    fn has(&self, unit: Unit) -> bool {
        let (bits, index) = match unit {
            Unit::Stmt(stmt) => (&self.stmts, stmt.index()),
            Unit::Expr(expr) => (&self.exprs, expr.index()),
        };
        bits.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }
}

impl Machine {
    /// A machine for a program that is being written.
    pub fn writing(p: Rc<Program>, limits: Limits) -> Machine {
        let mut machine = Machine::new(p, limits);
        machine.live = true;
        machine.attention = 0;
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
    pub fn refresh(&mut self, unit: Unit) -> bool {
        let Some(index) = self.frames.last().map(|frame| frame.code) else { return false };
        self.refresh_in(index, unit)
    }

    /// The same in any function.
    pub fn refresh_function(&mut self, function: FunctionId, unit: Unit) -> bool {
        match self.code_of.get(&function) {
            Some(&index) => self.refresh_in(index, unit),
            // It has no code yet: what is made later is of the new tree.
            None => true,
        }
    }

    pub(super) fn refresh_in(&mut self, index: u32, unit: Unit) -> bool {
        let Some(Some(kept)) = self.kept.get_mut(index as usize) else { return false };
        let code = Rc::make_mut(&mut self.codes[index as usize]);
        lower::refresh(&self.p, code, kept, &mut self.scratch, self.evaluation, unit)
    }

    /// Does what a statement does that was just written into the hole at which the
    /// frame on top stands: it gives a number to a place, and nothing else. It
    /// has no code then; that is made if it is reached again. False, and nothing is
    /// done, where more belongs to it.
    pub fn assign(&mut self, stmt: StmtId, to: Target, bits: u128) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let at_hole = match self.codes[frame.code as usize].ops.get(frame.pc as usize) {
            Some(&Op::Hole { stmt: hole }) => hole == stmt,
            _ => false,
        };
        if !at_hole || !self.put_bits(to, bits) {
            return false;
        }
        self.steps += 1;
        let Some(frame) = self.frames.last_mut() else { return false };
        frame.pc += 1;
        if let Some(done) = frame.unit.take() {
            self.executed.insert(done);
        }
        self.executed.insert(Unit::Stmt(stmt));
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
                    self.functions.insert(found.entity, id);
                    self.promises = lower::promises(&p);
                }
                Ok(())
            }
            _ => self.make_static(decl),
        }
    }

    /// The unit of the statement that is executed in the frame on top.
    pub fn unit(&self) -> Option<Unit> {
        let frame = self.frames.last()?;
        Some(self.begun(frame)?.unit)
    }

    /// Whether a full expression was ever executed to its end. What was undone
    /// since may still count.
    pub fn was_executed(&self, unit: Unit) -> bool {
        self.executed.has(unit)
    }

    /// Whether a full expression is being executed in another call than the
    /// one on top, which has seen its first part already.
    pub fn is_active(&self, unit: Unit) -> bool {
        let callers = self.frames.split_last().map_or(&[][..], |(_, callers)| callers);
        callers.iter().any(|frame| frame.unit == Some(unit))
    }

    /// How many calls have not returned.
    pub fn call_depth(&self) -> usize {
        self.frames.len()
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
        if let Some(value) = self.statics.get(StaticRef::Decl(entity)) {
            return Some(value);
        }
        let frame = self.frames.last()?;
        let local = self.kept.get(frame.code as usize)?.as_ref()?.local(&self.scratch, decl)?;
        let value = *self.locals.get(frame.locals + local as usize)?;
        (value.hi != 0).then_some(value)
    }
}
