//! The state of a run as data: snapshots, and going back to them.
//!
//! Memory keeps its own log of changes. Of the frames only those are copied
//! that are about to change: the one on top when the snapshot is taken, and a
//! caller when control returns to it. So a snapshot costs a copy of one
//! frame's registers, and going back what has changed since.

use crate::Machine;
use crate::code::{Begun, Code, Index, StaticRef};
use crate::core::exec::control::Frame;
use crate::features::variadic::VaCursor;
use crate::library;
use crate::memory;
use crate::rules::order::{Depth, Order};
use crate::stop::{Limit, Stop};
use crate::value::Value;

/// A point in time to which a machine can be taken back. It is good until it is forgotten,
/// or the machine is taken back further; it says how far each part of the state had come.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    /// Tells it from all others.
    number: u64,
    memory: memory::Mark,
    changes: usize,
    saved: usize,
    output: usize,
    errors: usize,
    library: library::StateMark,
    steps: u64,
    serial: u64,
    va_lists: usize,
    order: Depth,
    /// How many marks there were.
    marks: usize,
}

impl Snapshot {
    pub(crate) fn memory(&self) -> memory::Mark {
        self.memory
    }

    /// How many changes there were.
    pub(crate) fn changes(&self) -> usize {
        self.changes
    }

    /// How much was printed to each stream.
    pub(crate) fn printed(&self) -> (usize, usize) {
        (self.output, self.errors)
    }
}

/// What has to be put back, beside memory and what only grows. Changes are undone in the
/// opposite order.
pub(crate) enum Change {
    /// The newest of the saved frames.
    Frame,
    /// A static object or function was made: it is not known any more.
    Static(StaticRef),
    /// Who had touched some bytes of an object, by its number, where they
    /// begin and how many they are: the newest of the saved stamps.
    Stamps(u32, u32, u32),
    /// The stamps of an object were for groups so large.
    Grain(u32, u8),
    /// The cursor of a `va_list`, by its number, was another.
    VaList(Box<(usize, VaCursor)>),
    /// What calls that have not returned had done.
    Order(Box<Order>),
}

/// A snapshot that can be gone back to.
pub(crate) struct Taken {
    number: u64,
    changes: usize,
}

/// Copies of frames, and of the values that belong to them.
#[derive(Default)]
pub(crate) struct SavedFrames {
    frames: Vec<SavedFrame>,
    values: Vec<Value>,
}

/// A frame as it was, and how many values of each stack belong to it.
struct SavedFrame {
    index: usize,
    frame: Frame,
    registers: usize,
    locals: usize,
    temporaries: usize,
    allocas: usize,
}

impl SavedFrames {
    fn clear(&mut self) {
        self.frames.clear();
        self.values.clear();
    }

    /// Copies what a frame has of a stack; how many values that are.
    #[inline(never)]
    fn save(&mut self, stack: &[Value], from: usize) -> usize {
        self.values.extend_from_slice(&stack[from..]);
        stack.len() - from
    }

    /// Moves the last values that were copied back to their stack.
    fn restore(&mut self, stack: &mut Vec<Value>, from: usize, count: usize) {
        let start = self.values.len() - count;
        // Of a caller, registers may be missing that were not in use.
        stack.resize(from, Value::INDETERMINATE);
        stack.extend_from_slice(&self.values[start..]);
        self.values.truncate(start);
    }
}

impl Machine {
    /// From here on everything can be undone, until the snapshot is forgotten.
    pub fn snapshot(&mut self) -> Snapshot {
        self.take_snapshot(self.registers_in_use())
    }

    /// The same in the middle of an expression.
    pub(crate) fn snapshot_inside(&mut self) -> Snapshot {
        self.take_snapshot(usize::MAX)
    }

    fn take_snapshot(&mut self, registers: usize) -> Snapshot {
        self.undo.taken += 1;
        let mark = Snapshot { number: self.undo.taken, ..self.mark(registers) };
        self.save_order();
        self.undo.snapshots.push(Taken { number: mark.number, changes: mark.changes });
        mark
    }

    /// Takes the machine back; the snapshot stays good. False if it is not
    /// good any more, and then nothing happens.
    pub fn roll_back(&mut self, to: &Snapshot) -> bool {
        if !self.is_good(to) {
            return false;
        }
        self.undo_to(to);
        // The newest mark may be undone, too.
        self.live.mark = None;
        self.live.mark_due = 0;
        self.undo.saved = usize::MAX;
        self.save_top_frame(usize::MAX);
        self.save_order();
        true
    }

    /// Whether a snapshot can be gone back to. Going back further ends it, and
    /// so does trouble in a full expression that began before it was taken.
    pub fn is_good(&self, snapshot: &Snapshot) -> bool {
        self.undo.snapshots.iter().any(|taken| taken.number == snapshot.number)
    }

    /// The snapshot is not needed any more, nor are those taken after it.
    pub fn forget(&mut self, snapshot: Snapshot) {
        self.undo.snapshots.retain(|taken| taken.number < snapshot.number);
        if !self.logging() {
            self.memory.stop_log();
            self.forget_changes();
        }
    }

    fn forget_changes(&mut self) {
        self.undo.changes.clear();
        self.undo.saved_stamps.clear();
        self.undo.saved_frames.clear();
    }

    /// Whether changes are being written down.
    #[inline]
    pub(crate) fn logging(&self) -> bool {
        self.live.writing || !self.undo.snapshots.is_empty()
    }

    /// Registers of the frame on top that may hold something, where it stands
    /// between full expressions.
    fn registers_in_use(&self) -> usize {
        let begun = self.control.frames.last().and_then(|frame| self.begun(frame));
        begun.map_or(usize::MAX, |begun| begun.registers.into())
    }

    /// What begins where a frame stands.
    pub(super) fn begun(&self, frame: &Frame) -> Option<Begun> {
        let units = &self.cache.codes[frame.code as usize].units;
        let found = units.binary_search_by_key(&frame.pc, |begun| begun.at).ok()?;
        Some(units[found])
    }

    fn mark(&mut self, registers: usize) -> Snapshot {
        let mark = self.mark_from(self.undo.changes.len());
        self.undo.saved = usize::MAX;
        self.save_top_frame(registers);
        mark
    }

    /// A mark before a change, which is a copy of the frame on top.
    #[inline(always)]
    fn mark_from(&mut self, changes: usize) -> Snapshot {
        Snapshot {
            number: 0,
            memory: self.memory.mark(),
            changes,
            saved: self.undo.saved,
            output: self.streams.output.len(),
            errors: self.streams.errors.len(),
            library: self.library.mark(),
            steps: self.budget.steps,
            serial: self.control.serial,
            va_lists: self.control.va_lists.len(),
            order: self.rules.order.depth(),
            marks: self.live.marks.len(),
        }
    }

    /// Copies the frame on top, and as many of its registers as are in use,
    /// unless that was done since the last mark.
    pub(crate) fn save_top_frame(&mut self, registers: usize) {
        let Some(index) = self.control.frames.len().checked_sub(1) else { return };
        if index >= self.undo.saved {
            return;
        }
        self.undo.saved = index;
        let frame = self.control.frames[index].clone();
        let to = &mut self.undo.saved_frames;
        let end = frame.base.saturating_add(registers).min(self.control.registers.len());
        let saved = SavedFrame {
            index,
            registers: to.save(&self.control.registers[..end], frame.base),
            locals: to.save(&self.control.locals, frame.locals),
            temporaries: to.save(&self.control.temporaries, frame.temporaries),
            allocas: to.save(&self.control.allocas, frame.allocas),
            frame,
        };
        to.frames.push(saved);
        self.undo.changes.push(Change::Frame);
    }

    /// What operands without order have done so far is forgotten when the
    /// calls in them return. Trouble goes back within a call, a snapshot may
    /// be gone back to from outside.
    fn save_order(&mut self) {
        if self.rules.order.watching() {
            self.undo.changes.push(Change::Order(Box::new(self.rules.order.clone())));
        }
    }

    pub(super) fn undo_to(&mut self, to: &Snapshot) {
        while self.undo.changes.len() > to.changes {
            match self.undo.changes.pop() {
                None => break,
                Some(Change::Static(key)) => {
                    if let Some(value) = self.linked.statics.remove(key) {
                        self.linked.code_addresses.remove(&value.lo);
                    }
                }
                Some(Change::VaList(old)) => {
                    let (index, cursor) = *old;
                    if let Some(entry) = self.control.va_lists.get_mut(index) {
                        *entry = cursor;
                    }
                }
                Some(Change::Frame) => self.restore_frame(),
                Some(Change::Stamps(object, offset, size)) => {
                    let (offset, size) = (offset as usize, size as usize);
                    let from = self.undo.saved_stamps.len() - size;
                    let shadow = &mut self.memory.objects[object as usize].shadow;
                    if let Some(now) = shadow.stamps_mut().get_mut(offset..offset + size) {
                        now.copy_from_slice(&self.undo.saved_stamps[from..]);
                    }
                    self.undo.saved_stamps.truncate(from);
                }
                Some(Change::Grain(object, grain)) => {
                    self.memory.join_stamps(object as usize, grain);
                }
                Some(Change::Order(order)) => self.rules.order = *order,
            }
        }
        while self.undo.snapshots.last().is_some_and(|taken| taken.changes > to.changes) {
            self.undo.snapshots.pop();
        }
        self.memory.roll_back(&to.memory);
        self.streams.output.truncate(to.output);
        self.streams.errors.truncate(to.errors);
        self.library.roll_back(&to.library);
        self.budget.steps = to.steps;
        self.control.serial = to.serial;
        self.control.va_lists.truncate(to.va_lists);
        self.rules.order.abandon(to.order);
        self.undo.saved = to.saved;
        self.live.marks.truncate(to.marks);
    }

    fn restore_frame(&mut self) {
        let from = &mut self.undo.saved_frames;
        let Some(SavedFrame { index, frame, registers, locals, temporaries, allocas }) =
            from.frames.pop()
        else {
            return;
        };
        from.restore(&mut self.control.allocas, frame.allocas, allocas);
        from.restore(&mut self.control.temporaries, frame.temporaries, temporaries);
        from.restore(&mut self.control.locals, frame.locals, locals);
        from.restore(&mut self.control.registers, frame.base, registers);
        self.control.frames.truncate(index);
        self.control.frames.push(frame);
    }

    /// What happened so far is not undone any more, not even by trouble in a
    /// full expression that has begun. Who writes the program knows that there
    /// can be none: that the calls on the stack are whole statements. Does
    /// nothing while there are snapshots.
    pub fn settle(&mut self) {
        if !self.undo.snapshots.is_empty() {
            return;
        }
        self.memory.clear_log();
        self.forget_changes();
        for frame in &mut self.control.frames {
            frame.mark = None;
        }
        self.live.mark = None;
        self.live.marks.clear();
    }

    /// What has to be done before a statement, if it is not to go on at once.
    #[cold]
    pub(crate) fn attend(&mut self, code: &Code, begun: Index, pc: usize) -> Result<(), Stop> {
        if self.live.writing {
            // The step is counted after the mark, so that it can be undone.
            self.budget.steps -= 1;
            if self.budget.steps == self.live.until {
                return Err(Stop::Again);
            }
            self.begin_statement(code, begun, pc);
            self.budget.steps += 1;
        }
        if self.budget.steps > self.budget.limits.steps {
            return Err(Stop::Limit(Limit::Steps));
        }
        if self.observing.is_some() {
            self.tell_statement(code, pc)?;
        }
        if self.history.is_some() {
            self.see_lives_now()?;
        }
        Ok(())
    }

    /// A statement begins while the program is being written: trouble in it
    /// goes back to here. Not every statement has a mark: what came between is
    /// done once more.
    fn begin_statement(&mut self, code: &Code, begun: Index, pc: usize) {
        // Of the first call nothing before this statement is undone any more.
        let is_first = self.control.frames.len() == 1 && self.undo.snapshots.is_empty();
        let begun = code.units.get(begun as usize);
        if is_first || self.budget.steps >= self.live.mark_due {
            let registers = begun.map_or(usize::MAX, |begun| begun.registers.into());
            self.set_mark(registers, is_first, pc);
        }
        let Some(frame) = self.control.frames.last_mut() else { return };
        if let Some(done) = frame.unit {
            self.live.executed.insert(done);
        }
        frame.mark = self.live.mark;
        frame.began = self.budget.steps;
        frame.unit = begun.map(|begun| begun.unit);
    }

    /// Apart from what is done at each statement.
    #[inline(never)]
    fn set_mark(&mut self, registers: usize, is_first: bool, pc: usize) {
        if is_first {
            self.memory.clear_log();
            self.forget_changes();
            self.live.marks.clear();
        }
        if let Some(frame) = self.control.frames.last_mut() {
            frame.pc = pc as Index;
            // The statement before has come to its end.
            if let Some(done) = frame.unit.take() {
                self.live.executed.insert(done);
            }
        }
        let mark = self.mark(registers);
        self.live.mark = Some(self.live.marks.len() as u32);
        self.live.marks.push(mark);
        self.live.mark_due = self.budget.steps + STEPS_FOR_A_MARK;
    }

    /// Takes the machine back before the statement that the frame on top
    /// executes: to the mark, and from there forward again. False if what came
    /// before cannot be undone.
    pub(crate) fn go_back(&mut self) -> bool {
        let Some(&Frame { mark: Some(number), began, .. }) = self.control.frames.last() else {
            return false;
        };
        let mark = self.live.marks[number as usize];
        self.undo_to(&mark);
        // Newer marks are undone: statements that are done again have this one.
        self.live.marks.push(mark);
        self.live.mark = Some(number);
        self.live.mark_due = u64::MAX;
        if self.budget.steps == began {
            return true;
        }
        // The mark stays good.
        self.undo.saved = usize::MAX;
        self.save_top_frame(usize::MAX);
        self.live.until = began;
        let stopped = self.execute_above(0);
        self.live.until = u64::MAX;
        matches!(stopped, Err((Stop::Again, _)))
    }
}

/// Marks are so many steps apart: one costs about as much as a step, and of
/// those behind it half are done again for each trouble.
const STEPS_FOR_A_MARK: u64 = 64;
