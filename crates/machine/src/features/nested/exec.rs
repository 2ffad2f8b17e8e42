//! Functions within functions (GNU): frames of enclosing calls.

use std::rc::Rc;

use elenchus_lang::tree::{DeclId, ExprId, LabelId};
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::code::{Code, Index};
use crate::core::exec::control::Frame;
use crate::memory::Kind;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// The address of a nested function that was taken in some call.
#[derive(Clone, Copy, Debug)]
pub struct Trampoline {
    pointer: Value,
    decl: DeclId,
    /// The frame of the enclosing function.
    frame: usize,
    serial: u64,
}

impl Machine {
    /// The frame of the call that encloses the one at `frame`.
    fn outer_frame(&self, frame: usize) -> Option<usize> {
        self.control.frames.get(frame)?.outer.map(|frame| frame as usize)
    }

    fn code_at(&self, frame: &Frame) -> &Rc<Code> {
        &self.cache.codes[frame.code as usize]
    }

    /// The frame in which a function nested in `outer` runs, if it is called
    /// by its name from the frame on top.
    pub(crate) fn enclosing(&self, outer: DeclId) -> Result<usize, Stop> {
        let mut next = self.control.frames.len().checked_sub(1);
        while let Some(index) = next {
            if self.code_at(&self.control.frames[index]).decl == Some(outer) {
                return Ok(index);
            }
            next = self.outer_frame(index);
        }
        Err(Stop::unsupported("a nested function called from here"))
    }

    /// A local object of an enclosing call.
    fn outer_local(&self, is_it: impl Fn(&crate::code::LocalInfo) -> bool) -> Result<Value, Stop> {
        let mut next = self.control.frames.len().checked_sub(1);
        while let Some(index) = next {
            let frame = &self.control.frames[index];
            if let Some(local) = self.code_at(frame).locals.iter().position(&is_it) {
                let value = self.control.locals[frame.locals + local];
                if value.hi == 0 {
                    return Err(Stop::undefined(Undefined::LifetimeEnded, Finding::BlockOver));
                }
                return Ok(value);
            }
            next = self.outer_frame(index);
        }
        Err(Stop::unsupported("variables of an enclosing function"))
    }

    pub(crate) fn outer_variable(&self, decl: DeclId) -> Result<Value, Stop> {
        self.outer_local(|info| info.plan.decl == Some(decl))
    }

    pub(crate) fn outer_length(&self, length: ExprId) -> Result<Value, Stop> {
        self.outer_local(|info| info.length == Some(length))
    }

    /// The address of a nested function: one for each enclosing call.
    pub(crate) fn nested_address(&mut self, decl: DeclId) -> Result<Value, Stop> {
        let Some(&function) = self.linked.functions.get(&decl) else {
            return Err(Stop::unsupported("this nested function"));
        };
        let Some(outer) = self.p.functions[function].outer else {
            return Err(Stop::unsupported("this nested function"));
        };
        let frame = self.enclosing(self.p.decls[outer].entity)?;
        let serial = self.control.frames[frame].serial;
        let known = self.control.trampolines.iter().find(|t| t.decl == decl && t.serial == serial);
        if let Some(known) = known {
            return Ok(known.pointer);
        }
        if self.logging() {
            return Err(Stop::unsupported("nested functions while the program is written"));
        }
        let mut plan = self.plan(Kind::Function, self.p.decls[decl].ty, 1, 16);
        plan.decl = Some(decl);
        let pointer = self.memory.allocate(plan)?;
        self.linked.code_addresses.insert(pointer.lo, decl);
        self.control.trampolines.push(Trampoline { pointer, decl, frame, serial });
        Ok(pointer)
    }

    /// The enclosing frame that goes with the address of a nested function.
    pub(crate) fn frame_of_pointer(&self, pointer: Value) -> Result<usize, Stop> {
        self.check_alive(pointer)?;
        let found = self.control.trampolines.iter().find(|t| t.pointer.lo == pointer.lo);
        found.map(|t| t.frame).ok_or_else(|| Stop::unsupported("this nested function"))
    }

    /// With a call end the addresses of the functions nested in it.
    pub(crate) fn end_trampolines(&mut self, serial: u64) {
        let mut i = 0;
        while i < self.control.trampolines.len() {
            if self.control.trampolines[i].serial != serial {
                i += 1;
                continue;
            }
            let ended = self.control.trampolines.swap_remove(i);
            self.linked.code_addresses.remove(&ended.pointer.lo);
            self.memory.end(ended.pointer, false);
        }
    }

    /// A jump to a label of an enclosing call: all calls since end.
    pub(crate) fn outer_goto(&mut self, label: LabelId, bottom: usize) -> Result<(), Stop> {
        let mut next = self.outer_frame(self.control.frames.len() - 1);
        let (depth, to, scope) = loop {
            let Some(index) = next else {
                return Err(Stop::unsupported("a computed goto to this address"));
            };
            if let Some(&(to, scope)) = self.code_at(&self.control.frames[index]).labels.get(&label)
            {
                break (index, to, scope);
            }
            next = self.outer_frame(index);
        };
        if depth < bottom {
            return Err(Stop::unsupported("a jump out of a callback"));
        }
        if self.logging() {
            return Err(Stop::unsupported("nested functions while the program is written"));
        }
        while self.control.frames.len() > depth + 1 {
            self.tell_jumped();
            self.pop_frame();
        }
        let code = Rc::clone(self.code_at(&self.control.frames[depth]));
        self.change_scope(&code, scope)?;
        self.rules.order.abandon(self.control.frames[depth].order);
        self.frame_mut().pc = to as Index;
        Ok(())
    }
}
