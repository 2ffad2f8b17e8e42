//! Running code.

mod access;
mod blocks;
mod call;
mod extended;
pub(crate) mod ints;
mod link;
mod pointers;
mod rare;
mod statics;

use std::cell::Cell;
use std::rc::Rc;

use elenchus_lang::arith::{self, BinaryOp, Float};
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{DeclId, FunctionId, Program, StmtId};
use elenchus_lang::types::TypeId;
use rustc_hash::FxHashMap;

use crate::code::{Code, Evaluation, Index, Op, Origin, Promises, Unit};
use crate::core::later::Unmade;
use crate::core::lower;
use crate::features::{nested, setjmp, variadic};
use crate::library;
use crate::live::exec as live;
use crate::live::lower::Kept;
use crate::live::snapshot::{self, Snapshot};
use crate::memory::{Memory, Order as ByteOrder};
use crate::observe::{self, Observer};
use crate::rules::order::{self, Stamps};
use crate::rules::padding::Hole;
use crate::rules::types::{across, tags, typed};
use crate::rules::{promises, restrict, taint, windows};
use crate::stop::{Stop, Verdict};
use crate::value::Value;
use ints::{int_binary, int_to_int, int_unary, no_value, unary_word};
use rare::rare;

/// Bounds of a run; each is a verdict of its own when it is reached.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Statements.
    pub steps: u64,
    /// Bytes of all objects together.
    pub memory: u64,
    /// Bytes of calls that have not returned, as the machine counts them.
    pub stack: usize,
    /// Bytes of output.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 1 << 40, memory: 1 << 30, stack: 1 << 26, output: 1 << 28 }
    }
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
    pub steps: u64,
}

/// Why a machine that is being extended came to a stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A statement that is not written yet is reached.
    Hole(StmtId),
    /// What would have ended the run. The machine stands again before the
    /// full expression in which it happened.
    Trouble {
        stop: Stop,
        origin: Origin,
        /// What to refresh when the full expression was changed.
        unit: Option<Unit>,
    },
    Ended(Verdict),
}

/// A call that has not returned.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) code: u32,
    pub(crate) pc: Index,
    pub(crate) base: usize,
    /// Where its objects start in `locals`, and so on.
    pub(crate) locals: usize,
    pub(crate) temporaries: usize,
    /// Temporaries before this one belong to an expression around.
    kept: usize,
    pub(crate) allocas: usize,
    pub(crate) order: order::Depth,
    pub(crate) scope: u16,
    stack_mark: u64,
    /// Tells this call from all others.
    pub(crate) serial: u64,
    pub(crate) varargs: Option<Box<[(Value, TypeId)]>>,
    /// How many lists it has started and not ended.
    pub(crate) open_lists: u32,
    /// The frame of the enclosing function, if this one is nested.
    pub(crate) outer: Option<u32>,
    /// The caller's register for the result.
    dst: u16,
    /// While the program is written: a point in time before the statement that
    /// it executes, from which on nothing was written until that began.
    pub(crate) mark: Option<u32>,
    /// How many steps there were when it began.
    pub(crate) began: u64,
    /// What that statement belongs to.
    pub(crate) unit: Option<Unit>,
}

pub struct Machine {
    pub(crate) p: Rc<Program>,
    pub(crate) memory: Memory,
    pub(crate) limits: Limits,
    pub(crate) codes: Vec<Rc<Code>>,
    /// How to change each of them, while the program is written or has branches without
    /// code.
    pub(crate) kept: Vec<Option<Kept>>,
    pub(crate) scratch: lower::Scratch,
    pub(crate) code_of: FxHashMap<FunctionId, u32>,
    /// Definitions, by entity.
    pub(crate) functions: FxHashMap<DeclId, FunctionId>,
    /// What they promise.
    pub(crate) promises: FxHashMap<DeclId, Promises>,
    /// Entities of external names that are defined elsewhere in the program.
    links: FxHashMap<DeclId, DeclId>,
    names: FxHashMap<Symbol, DeclId>,
    pub(crate) statics: statics::Statics,
    /// Objects before this one were made when the program started.
    lasting: usize,
    /// The function at an address.
    pub(crate) code_addresses: FxHashMap<u64, DeclId>,
    /// Addresses of nested functions.
    pub(crate) trampolines: Vec<nested::Trampoline>,
    pub(crate) registers: Vec<Value>,
    pub(crate) locals: Vec<Value>,
    pub(crate) temporaries: Vec<Value>,
    /// Objects that live until their function returns.
    pub(crate) allocas: Vec<Value>,
    pub(crate) frames: Vec<Frame>,
    /// Arguments of the call that is made; kept for its memory.
    args: Vec<(Value, TypeId)>,
    pub(crate) serial: u64,
    pub(crate) steps: u64,
    /// The step from which on there is something else to do.
    pub(crate) attention: u64,
    /// Steps that library functions took, to be counted when they return.
    pub(crate) steps_in_library: Cell<u64>,
    /// Calls of library functions that have not returned.
    in_library: usize,
    /// What the last of them may touch of some objects.
    pub(crate) windows: Vec<windows::Window>,
    pub(crate) order: order::Order,
    pub(crate) va_lists: Vec<variadic::VaCursor>,
    pub(crate) jumps: Vec<setjmp::Saved>,
    /// Calls of functions that promised to have no effects.
    pub(crate) guards: Vec<promises::Guard>,
    restrict: restrict::Restrict,
    pub(crate) type_checks: FxHashMap<(TypeId, u64, TypeId), typed::Found>,
    pub(crate) path_checks: FxHashMap<(TypeId, u64, TypeId), bool>,
    pub(crate) tags: tags::Tags,
    /// The padding in objects of a type that were assigned as a whole.
    pub(crate) padding: FxHashMap<TypeId, Rc<[Hole]>>,
    pub(crate) output: Vec<u8>,
    pub(crate) errors: Vec<u8>,
    pub(crate) streams: FxHashMap<u64, u8>,
    /// What the library remembers between calls.
    pub(crate) library: library::State,
    pub(crate) evaluation: Evaluation,
    pub(crate) observer: Option<Box<dyn Observer>>,
    pub(crate) printer: Option<observe::Printer>,
    /// How much of the output and of the errors the printer has.
    pub(crate) told: [usize; 2],
    /// What is reached and has no code yet.
    pub(crate) unmade: Option<Unmade>,
    /// The program is being written while it runs.
    pub(crate) live: bool,
    /// Those that are not forgotten, the newest last.
    pub(crate) snapshots: Vec<snapshot::Taken>,
    pub(crate) taken: u64,
    /// Before conditions that are only supposed to hold.
    supposed: Vec<Snapshot>,
    /// What was executed to its end at least once.
    pub(crate) executed: live::Executed,
    /// Points in time before statements that can be gone back to.
    pub(crate) marks: Vec<Snapshot>,
    /// The newest one, and the step from which on there is to be another.
    pub(crate) mark: Option<u32>,
    pub(crate) mark_due: u64,
    /// The step before which the machine stops while it goes back.
    pub(crate) until: u64,
    /// Frames from this one on need no copy for the last mark.
    pub(crate) saved: usize,
    pub(crate) changes: Vec<snapshot::Change>,
    pub(crate) saved_stamps: Vec<Stamps>,
    pub(crate) saved_frames: snapshot::SavedFrames,
}

/// Labels lie so far apart, like code that is aligned.
const LABEL_STEP: u64 = 16;

/// What the loop does after an operation.
pub(crate) enum Next {
    Go,
    Jump(usize),
    /// Another frame is on top.
    Switched,
}

impl Machine {
    pub fn new(mut p: Rc<Program>, limits: Limits) -> Machine {
        if p.units.len() > 1 {
            across::join(Rc::make_mut(&mut p));
        }
        let order = ByteOrder { endian: p.target.endian, word: p.target.pointer.size.into() };
        Machine {
            p,
            memory: Memory::new(limits.memory, order),
            limits,
            codes: Vec::new(),
            kept: Vec::new(),
            scratch: lower::Scratch::default(),
            code_of: FxHashMap::default(),
            functions: FxHashMap::default(),
            promises: FxHashMap::default(),
            links: FxHashMap::default(),
            names: FxHashMap::default(),
            statics: statics::Statics::default(),
            lasting: 0,
            code_addresses: FxHashMap::default(),
            trampolines: Vec::new(),
            registers: Vec::new(),
            locals: Vec::new(),
            temporaries: Vec::new(),
            allocas: Vec::new(),
            frames: Vec::new(),
            args: Vec::new(),
            serial: 0,
            steps: 0,
            attention: limits.steps,
            steps_in_library: Cell::new(0),
            in_library: 0,
            windows: Vec::new(),
            order: order::Order::default(),
            va_lists: Vec::new(),
            jumps: Vec::new(),
            guards: Vec::new(),
            restrict: restrict::Restrict::default(),
            type_checks: FxHashMap::default(),
            path_checks: FxHashMap::default(),
            tags: tags::Tags::default(),
            padding: FxHashMap::default(),
            output: Vec::new(),
            errors: Vec::new(),
            streams: FxHashMap::default(),
            library: library::State::default(),
            evaluation: Evaluation::Watched,
            observer: None,
            printer: None,
            told: [0; 2],
            unmade: None,
            live: false,
            snapshots: Vec::new(),
            taken: 0,
            supposed: Vec::new(),
            executed: live::Executed::default(),
            marks: Vec::new(),
            mark: None,
            mark_due: 0,
            until: u64::MAX,
            saved: usize::MAX,
            changes: Vec::new(),
            saved_stamps: Vec::new(),
            saved_frames: snapshot::SavedFrames::default(),
        }
    }

    /// Chooses the order of operands where C leaves it open.
    pub fn with_evaluation(mut self, evaluation: Evaluation) -> Machine {
        self.evaluation = evaluation;
        self
    }

    /// What the program reads from its standard input.
    pub fn with_input(mut self, bytes: Vec<u8>) -> Machine {
        self.library.set_input(bytes);
        self
    }

    /// Runs the program from its start.
    pub fn run(mut self, args: &[&str]) -> Outcome {
        let verdict = match self.start(args) {
            Ok(()) => match self.go() {
                Event::Ended(verdict) => verdict,
                Event::Hole(stmt) => {
                    let feature = "a hole in the program".into();
                    Verdict::Unsupported { feature, span: self.p.stmts[stmt].span }
                }
                Event::Trouble { stop, origin, .. } => stop.at(origin.span(&self.p)),
            },
            Err(verdict) => verdict,
        };
        Outcome { verdict, output: self.output, errors: self.errors, steps: self.steps }
    }

    /// Makes the static objects and calls `main`, without a step yet.
    pub fn start(&mut self, args: &[&str]) -> Result<(), Verdict> {
        let linked = self.link();
        linked.map_err(|(stop, decl)| stop.at(Origin::Decl(decl).span(&self.p)))?;
        if let Some((decl, name)) = promises::unknown_attribute(&self.p) {
            let stop = Stop::unsupported(format!("__attribute__(({name}))"));
            return Err(stop.at(Origin::Decl(decl).span(&self.p)));
        }
        self.link_aliases();
        let made = self.make_statics();
        made.map_err(|(stop, origin)| stop.at(origin.span(&self.p)))?;
        self.lasting = self.memory.objects.len();
        self.call_main(args).map_err(|stop| stop.at(Origin::None.span(&self.p)))
    }

    /// Goes on until something ends the run or interrupts it.
    pub fn go(&mut self) -> Event {
        // What was written since is done only once.
        self.mark_due = 0;
        if let Some(hole) = self.next_hole() {
            return Event::Hole(hole);
        }
        let (stop, origin) = match self.execute_above(0) {
            Ok(value) => return Event::Ended(self.exit_status(value)),
            Err(stopped) => stopped,
        };
        match stop {
            Stop::Hole(stmt) => Event::Hole(stmt),
            Stop::Exit(_) | Stop::Abort => Event::Ended(stop.at(origin.span(&self.p))),
            _ => match self.live && self.go_back() {
                true => Event::Trouble { stop, origin, unit: self.unit() },
                false => Event::Ended(stop.at(origin.span(&self.p))),
            },
        }
    }

    fn exit_status(&self, value: Value) -> Verdict {
        match taint::check(value) {
            Ok(()) => Verdict::Exit(value.lo as u8),
            Err(stop) => stop.at(Origin::None.span(&self.p)),
        }
    }

    pub fn program(&self) -> &Program {
        &self.p
    }

    /// What the program has printed so far.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Runs the frame on top until the stack is `bottom` deep again.
    pub(crate) fn execute_above(&mut self, bottom: usize) -> Result<Value, (Stop, Origin)> {
        loop {
            if let Some(unmade) = self.unmade.take() {
                self.make_code(unmade)?;
            }
            let Some(frame) = self.frames.last() else { return Ok(Value::default()) };
            let code = Rc::clone(&self.codes[frame.code as usize]);
            let (base, locals) = (frame.base, frame.locals);
            let start = frame.pc as usize;
            // A function that was extended may need more than it had.
            self.make_room(base + code.registers, locals + code.locals.len());
            let ops = code.ops.as_slice();
            // Cheaper to step than an index.
            let mut rest = ops[start..].iter();
            loop {
                let Some(op) = rest.next() else { unreachable!("code ends with a return") };
                /// Where the next operation is.
                macro_rules! pc {
                    () => {
                        ops.len() - rest.len()
                    };
                }
                /// The value, or the end of the run.
                macro_rules! check {
                    ($result:expr) => {
                        match $result {
                            Ok(value) => value,
                            Err(stop) => return Err(self.stopped(stop, &code, pc!())),
                        }
                    };
                }
                match *op {
                    Op::Step { begun } => {
                        self.steps += 1;
                        if self.steps > self.attention {
                            check!(self.attend(&code, begun, pc!() - 1));
                        }
                    }
                    Op::Const { dst, value } => self.set(base, dst, Value { lo: value, hi: 0 }),
                    Op::Move { dst, src } => {
                        let value = self.get(base, src);
                        self.set(base, dst, value);
                    }
                    Op::Read { dst, slot } => {
                        let value = self.get(base, slot);
                        if value.hi == u64::MAX {
                            return Err(self.stopped(no_value(value), &code, pc!()));
                        }
                        self.set(base, dst, value);
                    }
                    Op::ReadPointer { dst, slot } => {
                        let value = self.get(base, slot);
                        if value.hi == u64::MAX {
                            return Err(self.stopped(no_value(value), &code, pc!()));
                        }
                        check!(self.check_alive(value));
                        self.set(base, dst, value);
                    }
                    Op::Int { op, ty, dst, a, b } => {
                        let (a, b) = (self.get(base, a), self.get(base, b));
                        let quick = match ty.bits <= 64 && (a.hi | b.hi) == 0 {
                            true => arith::int::word(op, ty, a.lo, b.lo),
                            false => None,
                        };
                        let value = match quick {
                            Some(lo) => Value { lo, hi: 0 },
                            None => check!(int_binary(op, ty, ty, a, b)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::IntWith { op, ty, dst, a, b } => {
                        let a = self.get(base, a);
                        let quick = match a.hi == 0 {
                            true => arith::int::word(op, ty, a.lo, b),
                            false => None,
                        };
                        let value = match quick {
                            Some(lo) => Value { lo, hi: 0 },
                            None => check!(int_binary(op, ty, ty, a, Value { lo: b, hi: 0 })),
                        };
                        self.set(base, dst, value);
                    }
                    Op::ShiftMask { ty, shift, dst, a, mask } => {
                        let a = self.get(base, a);
                        let value = match a.hi == 0 {
                            true => {
                                let shifted = match ty.signed {
                                    true => (a.lo as i64 >> shift) as u64,
                                    false => a.lo >> shift,
                                };
                                Value { lo: shifted & mask, hi: 0 }
                            }
                            false => check!(ints::shift_mask(ty, a, shift, mask)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::Shift { op, ty, count, dst, a, b } => {
                        let (a, b) = (self.get(base, a), self.get(base, b));
                        let plain = ty.bits <= 64 && count.bits <= 64 && (a.hi | b.hi) == 0;
                        let quick = match plain {
                            true => arith::int::word(op, ty, a.lo, b.lo),
                            false => None,
                        };
                        let value = match quick {
                            Some(lo) => Value { lo, hi: 0 },
                            None => check!(int_binary(op, ty, count, a, b)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::IntToInt { dst, a, from, to } => {
                        let x = self.get(base, a);
                        let value = match from.bits <= 64 && to.bits <= 64 && x.hi == 0 {
                            true => {
                                // Signed or not: that follows no pattern to guess by.
                                let shift = 64 - u32::from(to.bits);
                                let kept = u64::MAX >> (shift * u32::from(!to.signed));
                                let extended = ((x.lo << shift) as i64 >> shift) as u64;
                                Value { lo: extended & kept, hi: 0 }
                            }
                            false => check!(int_to_int(x, from, to)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::IntUnary { op, ty, dst, a } => {
                        let a = self.get(base, a);
                        let quick = match ty.bits <= 64 && a.hi == 0 {
                            true => unary_word(op, ty, a.lo),
                            false => None,
                        };
                        let value = match quick {
                            Some(lo) => Value { lo, hi: 0 },
                            None => check!(int_unary(op, ty, a)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::Float { op, format, dst, a, b } => {
                        let x = self.get(base, a).as_float(format);
                        let y = self.get(base, b).as_float(format);
                        let value = match Float::binary(op, x, y) {
                            Some(value) => Value::from_float(value),
                            None => Value::int(Float::compare_by(op, x, y).unwrap_or(false).into()),
                        };
                        self.set(base, dst, value);
                    }
                    Op::IsZero { dst, a, scalar } => {
                        let (truth, taint) = check!(self.is_true(self.get(base, a), scalar));
                        self.set(base, dst, Value { lo: (!truth).into(), hi: taint });
                    }
                    Op::IsTrue { dst, a, scalar } => {
                        let (truth, taint) = check!(self.is_true(self.get(base, a), scalar));
                        self.set(base, dst, Value { lo: truth.into(), hi: taint });
                    }
                    Op::Jump { to } => rest = ops[to as usize..].iter(),
                    Op::JumpStep { to } => {
                        rest = ops[to as usize + 1..].iter();
                        self.steps += 1;
                        if self.steps > self.attention {
                            check!(self.attend(&code, Index::MAX, pc!() - 1));
                        }
                    }
                    Op::JumpIf { condition, to } => {
                        let value = self.get(base, condition);
                        check!(taint::check(value));
                        if value.lo != 0 {
                            rest = ops[to as usize..].iter();
                        }
                    }
                    Op::JumpUnless { condition, to } => {
                        let value = self.get(base, condition);
                        check!(taint::check(value));
                        if value.lo == 0 {
                            rest = ops[to as usize..].iter();
                        }
                    }
                    Op::StepInt { slot, ty, computed, down } => {
                        let old = self.get(base, slot);
                        let op = if down { BinaryOp::Sub } else { BinaryOp::Add };
                        let one = Value { lo: 1, hi: 0 };
                        let quick = match old.hi == 0 {
                            true => arith::int::word(op, computed, old.lo, 1),
                            false => None,
                        };
                        let value = match quick {
                            Some(lo) if ty == computed => Value { lo, hi: 0 },
                            Some(lo) => check!(int_to_int(Value { lo, hi: 0 }, computed, ty)),
                            None => {
                                let value = check!(int_binary(op, computed, computed, old, one));
                                check!(int_to_int(value, computed, ty))
                            }
                        };
                        self.set(base, slot, value);
                    }
                    Op::StepPointer { slot, size, down } => {
                        let pointer = self.get(base, slot);
                        let size = i128::from(code.sizes[size as usize]);
                        let bytes = if down { -size } else { size };
                        let value = match self.stepped(pointer, bytes as i64) {
                            Some(value) if i128::from(bytes as i64) == bytes => value,
                            _ => check!(self.moved(pointer, bytes)),
                        };
                        self.set(base, slot, value);
                    }
                    Op::Return { value } if code.returns_plainly() => {
                        let value = self.get(base, value);
                        match self.return_value(value, bottom) {
                            Some(value) => return Ok(value),
                            None => break,
                        }
                    }
                    Op::ReturnNothing => match self.return_value(Value::INDETERMINATE, bottom) {
                        Some(value) => return Ok(value),
                        None => break,
                    },
                    Op::Branch { op, ty, when, a, b, to } => {
                        let (a, b) = (self.get(base, a), self.get(base, b));
                        let quick = match (a.hi | b.hi) == 0 {
                            true => arith::int::word(op, ty, a.lo, b.lo),
                            false => None,
                        };
                        let truth = match quick {
                            Some(truth) => truth,
                            None => {
                                let truth = check!(int_binary(op, ty, ty, a, b));
                                check!(taint::check(truth));
                                truth.lo
                            }
                        };
                        if (truth != 0) == when {
                            rest = ops[to as usize..].iter();
                        }
                    }
                    Op::BranchWith { op, ty, when, a, b, to } => {
                        let (a, b) = (self.get(base, a), i64::from(b) as u64);
                        let quick = match a.hi == 0 {
                            true => arith::int::word(op, ty, a.lo, b),
                            false => None,
                        };
                        let truth = match quick {
                            Some(truth) => truth,
                            None => {
                                let b = Value { lo: b, hi: 0 };
                                let truth = check!(int_binary(op, ty, ty, a, b));
                                check!(taint::check(truth));
                                truth.lo
                            }
                        };
                        if (truth != 0) == when {
                            rest = ops[to as usize..].iter();
                        }
                    }
                    Op::Load { dst, pointer, access } => {
                        let pointer = self.get(base, pointer);
                        let access = &code.accesses[access as usize];
                        let value = match self.load_quick(base, pointer, access) {
                            Some(value) => value,
                            None => check!(self.load_checked(base, pointer, access)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::LoadLocal { dst, local, bytes, access } => {
                        let variable = self.locals[locals + local as usize];
                        let lo = variable.lo.wrapping_add(bytes.into());
                        let access = &code.accesses[access as usize];
                        let value = match self.load_quick(base, Value { lo, ..variable }, access) {
                            Some(value) => value,
                            None => check!(self.load_part(base, variable, bytes, access)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::LoadAt { dst, pointer, index, stride, access } => {
                        let stride = &code.strides[stride as usize];
                        let (pointer, index) = (self.get(base, pointer), self.get(base, index));
                        let access = &code.accesses[access as usize];
                        let value = match self.load_element(pointer, index, stride, access) {
                            Some(value) => value,
                            None => check!(self.load_at(base, pointer, index, stride, access)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::Store { pointer, src, access } => {
                        let (pointer, value) = (self.get(base, pointer), self.get(base, src));
                        let access = &code.accesses[access as usize];
                        if !self.store_quick(base, pointer, value, access) {
                            check!(self.store_checked(base, pointer, value, access));
                        }
                    }
                    Op::Static { dst, index } => {
                        let value = match code.statics[index as usize].1.get() {
                            Some(value) => value,
                            None => check!(self.find_static(&code, index)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::LoadStatic { dst, index, bytes, access } => {
                        let access = &code.accesses[access as usize];
                        let value = match self.load_number(bytes, access) {
                            Some(value) => value,
                            None => check!(self.load_static(base, &code, index, bytes, access)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::StoreStatic { src, index, bytes, access } => {
                        let access = &code.accesses[access as usize];
                        let value = self.get(base, src);
                        if !self.store_number(value, bytes, access) {
                            let variable = check!(self.static_of(&code, index));
                            check!(self.store_static(base, variable, bytes, value, access));
                        }
                    }
                    Op::Local { dst, local } => {
                        let value = self.locals[locals + local as usize];
                        self.set(base, dst, value);
                    }
                    Op::Advance { dst, pointer, index, stride } => {
                        let stride = &code.strides[stride as usize];
                        let (pointer, index) = (self.get(base, pointer), self.get(base, index));
                        let value = match self.advance_near(pointer, index, stride) {
                            Some(value) => value,
                            None => check!(self.advance(pointer, index, stride)),
                        };
                        self.set(base, dst, value);
                    }
                    Op::Offset { dst, pointer, bytes } => {
                        let pointer = self.get(base, pointer);
                        let Some(value) = self.offset(pointer, bytes) else {
                            let stop = self.no_member(pointer, bytes);
                            return Err(self.stopped(stop, &code, pc!()));
                        };
                        self.set(base, dst, value);
                    }
                    Op::Nothing => {}
                    Op::Scope { to } => check!(self.change_scope(&code, to)),
                    Op::Forget { slot } => self.set(base, slot, Value::INDETERMINATE),
                    Op::Call { site } => {
                        self.frame_mut().pc = pc!() as Index;
                        match check!(self.call_site(&code, site, base)) {
                            Next::Switched => break,
                            Next::Go | Next::Jump(_) => {}
                        }
                    }
                    rare!() => match self.operate_rarely(&code, *op, base, pc!(), bottom) {
                        Ok(Next::Go) => {}
                        Ok(Next::Jump(to)) => rest = ops[to..].iter(),
                        Ok(Next::Switched) => break,
                        Err(Done::Stop(stop)) => return Err(self.stopped(stop, &code, pc!())),
                        Err(Done::Returned(value)) => return Ok(value),
                    },
                }
            }
        }
    }

    /// Remembers where the run came to its end.
    #[cold]
    fn stopped(&mut self, stop: Stop, code: &Code, pc: usize) -> (Stop, Origin) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = (pc - 1) as Index;
        }
        (stop, code.origins.get(pc - 1).copied().unwrap_or(Origin::None))
    }

    #[inline]
    pub(crate) fn get(&self, base: usize, reg: u16) -> Value {
        self.registers[base + reg as usize]
    }

    #[inline]
    pub(crate) fn set(&mut self, base: usize, reg: u16, value: Value) {
        self.registers[base + reg as usize] = value;
    }

    pub(crate) fn frame(&self) -> &Frame {
        self.frames.last().expect("code runs in a frame")
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("code runs in a frame")
    }

    fn address_mask(&self) -> u64 {
        match self.p.target.pointer.size {
            8 => u64::MAX,
            size => (1 << (8 * size)) - 1,
        }
    }
}

/// What ends the loop.
enum Done {
    Stop(Stop),
    Returned(Value),
}

impl From<Stop> for Done {
    fn from(stop: Stop) -> Done {
        Done::Stop(stop)
    }
}
