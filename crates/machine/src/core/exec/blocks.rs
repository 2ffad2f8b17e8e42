//! Blocks: objects that come and go with them.

use crate::Machine;
use crate::code::{Access, Code};
use crate::memory::{Kind, Place};
use crate::stop::Stop;
use crate::value::Value;

impl Machine {
    pub(super) fn enter_block(&mut self, code: &Code, block: u16) -> Result<(), Stop> {
        for local in code.locals_of(block) {
            if !code.locals[local as usize].variable {
                self.make_local(code, local)?;
            }
        }
        Ok(())
    }

    fn make_local(&mut self, code: &Code, local: u16) -> Result<(), Stop> {
        let plan = code.locals[local as usize].plan;
        self.worked(plan.size);
        let pointer = self.memory.allocate(plan)?;
        let index = self.frame().locals + local as usize;
        self.control.locals[index] = pointer;
        Ok(())
    }

    /// A declaration is reached: its object has no value (any more).
    pub(crate) fn forget_local(&mut self, code: &Code, local: u16) -> Result<(), Stop> {
        let pointer = self.control.locals[self.frame().locals + local as usize];
        match self.memory.object_of(pointer.provenance()) {
            Some((object, found)) => {
                let size = found.plan.size;
                self.worked(size);
                self.memory.forget(Place { object, offset: 0 }, size as usize);
                Ok(())
            }
            // Its block was entered before the declaration was written.
            None => self.make_local(code, local),
        }
    }

    pub(super) fn make_temporary(&mut self, access: &Access) -> Result<Value, Stop> {
        let mut plan =
            self.plan(Kind::Temporary, access.ty, access.size.into(), access.align.into());
        // Its value is stored at once; after that it does not change (6.2.4p8).
        plan.read_only = self.p.types.as_record(access.ty).is_some();
        self.worked(access.size.into());
        self.memory.allocate(plan)
    }

    fn leave_block(&mut self, code: &Code, block: u16) {
        let start = self.frame().locals;
        for local in code.locals_of(block) {
            let pointer = std::mem::take(&mut self.control.locals[start + local as usize]);
            if pointer.hi != 0 {
                self.memory.end(pointer, false);
            }
        }
    }

    /// Leaves the blocks that do not hold the new place, enters those that do.
    pub(crate) fn change_scope(&mut self, code: &Code, to: u16) -> Result<(), Stop> {
        let from = self.frame().scope;
        if to == from {
            return Ok(());
        }
        let parent = |block: u16| code.blocks[block as usize].parent;
        // One step in or out is what happens most.
        if to != 0 && parent(to) == from {
            self.enter_block(code, to)?;
            self.frame_mut().scope = to;
            return Ok(());
        }
        if from != 0 && parent(from) == to {
            self.leave_block(code, from);
            self.frame_mut().scope = to;
            return Ok(());
        }
        let encloses = |block: u16, mut inner: u16| {
            while inner != block && inner != 0 {
                inner = parent(inner);
            }
            inner == block
        };
        let mut block = from;
        while !encloses(block, to) {
            self.leave_block(code, block);
            block = parent(block);
        }
        while block != to {
            let mut next = to;
            while parent(next) != block {
                next = parent(next);
            }
            self.enter_block(code, next)?;
            block = next;
        }
        self.frame_mut().scope = to;
        Ok(())
    }

    pub(crate) fn end_local(&mut self, local: u16) {
        let index = self.frame().locals + local as usize;
        let old = std::mem::take(&mut self.control.locals[index]);
        if old.hi != 0 {
            self.memory.end(old, false);
        }
    }
}
