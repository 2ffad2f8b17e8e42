//! Promises about functions, kept or broken (GNU C), and what an assignment
//! must not overlap.

use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::code::{Access, Code, Form};
use crate::facts::Facts;
use crate::memory::Kind;
use crate::rules::taint;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// A call of a function that promised to have no effects. Until it returns, objects that
/// are not its own may be read, and not written.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    pub depth: usize,
    /// Objects made later are its own.
    births: u64,
    /// It promised to read nothing that may change, too.
    constant: bool,
}

impl Guard {
    /// Makes every access go the long way, and allows it: no object is as old.
    pub const ALLOWS_ALL: Guard = Guard { depth: 0, births: 0, constant: false };
}

impl Machine {
    /// A call begins: its frame is on top, and its parameters have their
    /// values. Objects made after `births` are its own.
    pub(crate) fn guard(&mut self, code: &Code, births: u64) {
        if code.promises.pure {
            self.rules.guards.push(Guard {
                depth: self.control.frames.len(),
                births,
                constant: code.promises.constant,
            });
        }
    }

    /// The call ends: its result is the caller's.
    pub(crate) fn end_guard(&mut self) {
        if self.rules.guards.last().is_some_and(|guard| guard.depth >= self.control.frames.len()) {
            self.rules.guards.pop();
        }
    }

    pub(crate) fn check_guard(&self, index: usize, write: bool) -> Result<(), Stop> {
        let Some(guard) = self.rules.guards.last() else { return Ok(()) };
        let object = &self.memory.objects[index];
        if object.birth > guard.births {
            return Ok(());
        }
        let provenance = self.memory.provenance_of(index);
        if write {
            let facts = Facts::new(Finding::ForeignChanged);
            return Err(Stop::undefined(Undefined::Pure, facts.about(provenance, 0..0)));
        }
        let fixed = object.plan.read_only || object.plan.kind == Kind::Function;
        if guard.constant && !fixed {
            let facts = Facts::new(Finding::ChangingRead);
            return Err(Stop::undefined(Undefined::Pure, facts.about(provenance, 0..0)));
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn check_nonnull(&self, code: &Code, args: &[(Value, TypeId)]) -> Result<(), Stop> {
        match code.promises.nonnull.is_empty() && !code.promises.all_nonnull {
            true => Ok(()),
            false => self.check_promised(code, args),
        }
    }

    #[cold]
    fn check_promised(&self, code: &Code, args: &[(Value, TypeId)]) -> Result<(), Stop> {
        let promises = &code.promises;
        for (i, (value, ty)) in args.iter().enumerate() {
            let promised = promises.all_nonnull || promises.nonnull.contains(&i);
            if promised && self.p.types.is_pointer(*ty) && value.lo == 0 {
                let facts = Facts::new(Finding::NullPassed).number("argument", i + 1);
                return Err(Stop::undefined(Undefined::Nonnull, facts));
            }
        }
        Ok(())
    }

    pub(crate) fn check_result(&self, code: &Code, value: Value) -> Result<(), Stop> {
        if code.promises.returns_nonnull && value.lo == 0 {
            return Err(Stop::undefined(Undefined::Nonnull, Finding::NullReturned));
        }
        if let Some((align, offset)) = code.promises.returns_aligned {
            let address = value.lo.wrapping_sub(offset);
            if value.lo != 0 && align > 0 && address % align != 0 {
                let facts = Facts::new(Finding::Misaligned).address("address", address);
                let facts = facts.number("alignment", align).about(value.provenance(), 0..0);
                return Err(Stop::undefined(Undefined::AssumeAligned, facts));
            }
        }
        Ok(())
    }

    /// What an assumed condition does is undone when its value is known.
    pub(crate) fn suppose(&mut self) {
        self.begin_trying();
        let snapshot = self.snapshot_inside();
        self.undo.supposed.push(snapshot);
    }

    pub(crate) fn supposed(&mut self, holds: Value) -> Result<(), Stop> {
        if let Some(snapshot) = self.undo.supposed.pop() {
            self.roll_back(&snapshot);
            self.forget(snapshot);
        }
        self.end_trying();
        taint::check(holds)?;
        if holds.lo == 0 {
            return Err(Stop::undefined(Undefined::Assume, Finding::False));
        }
        Ok(())
    }

    /// 6.5.16.1p3: what is read and what is written are the same object, or
    /// have nothing in common.
    pub(crate) fn check_overlap(
        &self,
        to: Value,
        from: Value,
        target: &Access,
        source: &Access,
    ) -> Result<(), Stop> {
        if !to.provenance().same(from.provenance()) {
            return Ok(());
        }
        let bits = |value: Value, access: &Access| {
            let start = u128::from(value.lo) * 8;
            match access.form {
                Form::Bits(field, _) => {
                    let start = start + u128::from(field.start);
                    start..start + u128::from(field.width)
                }
                _ => start..start + u128::from(access.size) * 8,
            }
        };
        let (a, b) = (bits(to, target), bits(from, source));
        let exact = a == b && self.p.types.compatible_unqualified(target.ty, source.ty);
        if a.start >= b.end || b.start >= a.end || exact {
            return Ok(());
        }
        let facts = Facts::new(Finding::PartlySame).about(to.provenance(), 0..0);
        Err(Stop::undefined(Undefined::OverlappingAssignment, facts))
    }
}
