//! `setjmp` and `longjmp` (7.13).

use std::rc::Rc;

use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::code::{Code, Index, Reg};
use crate::memory::{Place, UNTAGGED};
use crate::rules::order::Depth;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// What `setjmp` saw. It may be gone back to while its call lives, any number of times; what
/// is not volatile and was changed since has no value then (7.13.2.1p3).
pub struct Saved {
    serial: u64,
    pc: usize,
    dst: Reg,
    scope: u16,
    order: Depth,
    registers: Vec<Value>,
    /// Local objects and their bytes.
    locals: Vec<(Value, Vec<u8>)>,
}

impl Machine {
    /// The buffer holds the number of what was saved.
    pub(crate) fn set_jump(
        &mut self,
        code: &Code,
        buffer: Value,
        dst: Reg,
        pc: usize,
    ) -> Result<(), Stop> {
        let size = u64::from(self.p.target.pointer.size);
        let place = self.memory.access(buffer, size, 1)?;
        // The buffer itself is changed by this call, not after it.
        let number = self.control.jumps.len() as u128 + 1;
        self.memory.write(place, size as usize, number, 0, UNTAGGED);
        let frame = self.frame();
        let registers = self.control.registers[frame.base..frame.base + code.registers].to_vec();
        let mut locals = Vec::new();
        for &pointer in &self.control.locals[frame.locals..frame.locals + code.locals.len()] {
            if let Some((_, object)) = self.memory.object_of(pointer.provenance()) {
                if !object.plan.volatile {
                    locals.push((pointer, object.contents.bytes.clone()));
                }
            }
        }
        let saved = Saved {
            serial: frame.serial,
            pc,
            dst,
            scope: frame.scope,
            order: self.rules.order.depth(),
            registers,
            locals,
        };
        self.control.jumps.push(saved);
        Ok(())
    }

    pub(crate) fn long_jump(
        &mut self,
        buffer: Value,
        value: Value,
        bottom: usize,
    ) -> Result<(), Stop> {
        let size = u64::from(self.p.target.pointer.size);
        let place = self.memory.access(buffer, size, 1)?;
        let none = || Stop::undefined(Undefined::LongjmpDead, Finding::NeverSaved);
        self.tell_read(place, size, None, false)?;
        let (number, _) = self.memory.read(place, size as usize).map_err(|_| none())?;
        let index = (number as usize).checked_sub(1).filter(|i| *i < self.control.jumps.len());
        let index = index.ok_or_else(none)?;
        let serial = self.control.jumps[index].serial;
        let Some(depth) = self.control.frames.iter().rposition(|frame| frame.serial == serial)
        else {
            return Err(Stop::undefined(Undefined::LongjmpDead, Finding::SaverReturned));
        };
        if depth < bottom {
            return Err(Stop::unsupported("a longjmp out of a callback"));
        }
        if self.logging() {
            return Err(Stop::unsupported("longjmp while the program is written"));
        }
        while self.control.frames.len() > depth + 1 {
            self.tell_jumped();
            self.pop_frame();
        }
        let frame = &self.control.frames[depth];
        let (base, code) = (frame.base, Rc::clone(&self.cache.codes[frame.code as usize]));
        let Saved { pc, dst, scope, order, .. } = self.control.jumps[index];
        self.change_scope(&code, scope)?;
        self.rules.order.abandon(order);
        self.spoil_changed(index, base);
        let result = if value.lo == 0 { Value::int(1) } else { value };
        self.set(base, dst, result);
        self.frame_mut().pc = pc as Index;
        Ok(())
    }

    /// Locals that were changed in between have no value (7.13.2.1p3), as far as they are
    /// not volatile: a struct may have members that are.
    fn spoil_changed(&mut self, index: usize, base: usize) {
        let saved = &self.control.jumps[index];
        for (i, &old) in saved.registers.iter().enumerate() {
            let now = &mut self.control.registers[base + i];
            if *now != old {
                *now = Value::JUMPED;
            }
        }
        let mut changed = Vec::new();
        for (pointer, bytes) in &saved.locals {
            let Some((object, found)) = self.memory.object_of(pointer.provenance()) else {
                continue;
            };
            let pairs = bytes.iter().zip(&found.contents.bytes).enumerate();
            let offsets = pairs.filter(|(_, (old, now))| old != now).map(|(offset, _)| offset);
            changed.extend(offsets.map(|offset| Place { object, offset }));
        }
        for place in changed {
            if !self.is_volatile_at(place) {
                self.memory.objects[place.object].jumped = true;
                self.memory.forget(place, 1);
            }
        }
    }
}
