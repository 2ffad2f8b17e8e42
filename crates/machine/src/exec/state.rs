//! The state of a run as data: snapshots, and going back to them.
//!
//! Memory keeps its own log of changes. Of the frames only those are copied
//! that are about to change: the one on top when the snapshot is taken, and a
//! caller when control returns to it. So a snapshot costs a copy of one
//! frame's registers, and going back what has changed since.

use super::order::OrderMark;
use super::{Frame, Machine};
use crate::code::StaticRef;
use crate::exec::variadic::VaCursor;
use crate::library;
use crate::memory;
use crate::value::Value;

/// A point in time to which a machine can be taken back.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    memory: memory::Mark,
    changes: usize,
    saved: usize,
    output: usize,
    errors: usize,
    library: library::StateMark,
    steps: u64,
    serial: u64,
    va_lists: usize,
    order: OrderMark,
}

/// What has to be put back.
pub(super) enum Change {
    Frame(Box<SavedFrame>),
    Static(StaticRef),
    VaList(usize, VaCursor),
}

pub(super) struct SavedFrame {
    index: usize,
    frame: Frame,
    registers: Vec<Value>,
    locals: Vec<Value>,
    temporaries: Vec<Value>,
    allocas: Vec<Value>,
}

impl Machine {
    /// From here on everything can be undone, until the snapshot is forgotten.
    pub fn snapshot(&mut self) -> Snapshot {
        self.snapshots += 1;
        self.mark()
    }

    /// Takes the machine back; the snapshot stays good.
    pub fn roll_back(&mut self, to: &Snapshot) {
        self.undo_to(to);
        self.saved = usize::MAX;
        self.save_top_frame();
    }

    /// The snapshot is not needed any more. Snapshots are forgotten in the
    /// reverse order of their taking.
    pub fn forget(&mut self, _snapshot: Snapshot) {
        self.snapshots = self.snapshots.saturating_sub(1);
        if self.snapshots == 0 && !self.live {
            self.memory.stop_log();
            self.changes.clear();
        }
    }

    /// Whether changes are being written down.
    #[inline]
    pub(super) fn logging(&self) -> bool {
        self.live || self.snapshots > 0
    }

    pub(super) fn mark(&mut self) -> Snapshot {
        let mark = Snapshot {
            memory: self.memory.mark(),
            changes: self.changes.len(),
            saved: self.saved,
            output: self.output.len(),
            errors: self.errors.len(),
            library: self.library.mark(),
            steps: self.steps,
            serial: self.serial,
            va_lists: self.va_lists.len(),
            order: self.order.mark(),
        };
        self.saved = usize::MAX;
        self.save_top_frame();
        mark
    }

    /// Copies the frame on top unless that was done since the last mark.
    pub(super) fn save_top_frame(&mut self) {
        let Some(index) = self.frames.len().checked_sub(1) else { return };
        if index >= self.saved {
            return;
        }
        self.saved = index;
        let frame = self.frames[index].clone();
        let saved = SavedFrame {
            index,
            registers: self.registers[frame.base..].to_vec(),
            locals: self.locals[frame.locals..].to_vec(),
            temporaries: self.temporaries[frame.temporaries..].to_vec(),
            allocas: self.allocas[frame.allocas..].to_vec(),
            frame,
        };
        self.changes.push(Change::Frame(Box::new(saved)));
    }

    pub(super) fn undo_to(&mut self, to: &Snapshot) {
        while self.changes.len() > to.changes {
            match self.changes.pop() {
                None => break,
                Some(Change::Static(key)) => {
                    if let Some(value) = self.statics.remove(&key) {
                        self.code_addresses.remove(&value.lo);
                    }
                }
                Some(Change::VaList(index, cursor)) => {
                    if let Some(entry) = self.va_lists.get_mut(index) {
                        *entry = cursor;
                    }
                }
                Some(Change::Frame(saved)) => self.restore(*saved),
            }
        }
        self.memory.roll_back(&to.memory);
        self.output.truncate(to.output);
        self.errors.truncate(to.errors);
        self.library.roll_back(&to.library);
        self.steps = to.steps;
        self.serial = to.serial;
        self.va_lists.truncate(to.va_lists);
        self.order.roll_back(&to.order);
        self.saved = to.saved;
    }

    fn restore(&mut self, saved: SavedFrame) {
        self.frames.truncate(saved.index);
        self.registers.truncate(saved.frame.base);
        self.registers.extend(saved.registers);
        self.locals.truncate(saved.frame.locals);
        self.locals.extend(saved.locals);
        self.temporaries.truncate(saved.frame.temporaries);
        self.temporaries.extend(saved.temporaries);
        self.allocas.truncate(saved.frame.allocas);
        self.allocas.extend(saved.allocas);
        self.frames.push(saved.frame);
    }

    /// A statement begins while the program is being written: this is where
    /// trouble in it goes back to.
    pub(super) fn mark_statement(&mut self, pc: usize) {
        if self.frames.len() == 1 && self.snapshots == 0 {
            // Nothing before this statement can be undone any more.
            self.memory.clear_log();
            self.changes.clear();
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
            let unit = self.codes[frame.code as usize].units.get(&frame.pc).copied();
            if let Some(done) = std::mem::replace(&mut frame.unit, unit) {
                self.executed.insert(done);
            }
        }
        let mark = self.mark();
        if let Some(frame) = self.frames.last_mut() {
            frame.statement = Some(Box::new(mark));
        }
    }
}
