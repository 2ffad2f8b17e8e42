//! Running code.

mod access;
mod apart;
mod blocks;
mod call;
pub(crate) mod control;
pub(crate) mod ints;
pub(crate) mod link;
mod pointers;
mod statics;

use std::rc::Rc;

use elenchus_lang::arith::{self, BinaryOp, Float};

use crate::Machine;
use crate::code::{Code, Index, Op, Origin};
use crate::rules::taint;
use crate::stop::Stop;
use crate::value::Value;
use apart::apart;
use control::Frame;
use ints::{int_to_int, no_value, unary_word};

/// What the loop does after an operation.
pub(crate) enum Next {
    /// The next operation.
    Go,
    /// The operation with this number.
    Jump(usize),
    /// Another frame is on top.
    Switched,
}

impl Machine {
    /// Runs the frame on top until the stack is `bottom` deep again.
    pub(crate) fn execute_above(&mut self, bottom: usize) -> Result<Value, (Stop, Origin)> {
        loop {
            if let Some(unmade) = self.cache.unmade.take() {
                self.make_code(unmade)?;
            }
            let Some(frame) = self.control.frames.last() else { return Ok(Value::default()) };
            let code = Rc::clone(&self.cache.codes[frame.code as usize]);
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
                        self.budget.steps += 1;
                        if self.budget.steps > self.budget.attention {
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
                            None => check!(self.int_binary(op, ty, ty, a, b)),
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
                            None => check!(self.int_binary(op, ty, ty, a, Value { lo: b, hi: 0 })),
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
                            None => check!(self.int_binary(op, ty, count, a, b)),
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
                            None => check!(self.int_unary(op, ty, a)),
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
                        self.budget.steps += 1;
                        if self.budget.steps > self.budget.attention {
                            check!(self.attend(&code, Index::MAX, pc!() - 1));
                        }
                    }
                    Op::JumpIf { condition, to } => {
                        let value = self.get(base, condition);
                        let truth = match value.hi == 0 {
                            true => value.lo != 0,
                            false => check!(self.decided(value)),
                        };
                        if truth {
                            rest = ops[to as usize..].iter();
                        }
                    }
                    Op::JumpUnless { condition, to } => {
                        let value = self.get(base, condition);
                        let truth = match value.hi == 0 {
                            true => value.lo != 0,
                            false => check!(self.decided(value)),
                        };
                        if !truth {
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
                                let value =
                                    check!(self.int_binary(op, computed, computed, old, one));
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
                                let truth = check!(self.int_binary(op, ty, ty, a, b));
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
                                let truth = check!(self.int_binary(op, ty, ty, a, b));
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
                        let variable = self.control.locals[locals + local as usize];
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
                        let value = self.control.locals[locals + local as usize];
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
                    apart!() => match self.operate_apart(&code, *op, base, pc!(), bottom) {
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
        if let Some(frame) = self.control.frames.last_mut() {
            frame.pc = (pc - 1) as Index;
        }
        (stop, code.origins.get(pc - 1).copied().unwrap_or(Origin::None))
    }

    #[inline]
    pub(crate) fn get(&self, base: usize, reg: u16) -> Value {
        self.control.registers[base + reg as usize]
    }

    #[inline]
    pub(crate) fn set(&mut self, base: usize, reg: u16, value: Value) {
        self.control.registers[base + reg as usize] = value;
    }

    pub(crate) fn frame(&self) -> &Frame {
        self.control.frames.last().expect("code runs in a frame")
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        self.control.frames.last_mut().expect("code runs in a frame")
    }

    fn address_mask(&self) -> u64 {
        match self.p.target.pointer.size {
            8 => u64::MAX,
            size => (1 << (8 * size)) - 1,
        }
    }
}

/// What ends the loop.
pub(crate) enum Done {
    /// The run, or the present step of it.
    Stop(Stop),
    /// The lowest call that the loop was to execute has returned.
    Returned(Value),
}

impl From<Stop> for Done {
    fn from(stop: Stop) -> Done {
        Done::Stop(stop)
    }
}
