//! Running code.

mod access;
mod call;
mod pointers;
mod services;
mod statics;
pub mod typed;

use std::rc::Rc;

use elenchus_lang::arith::{self, Float};
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{DeclId, FunctionId, Program};
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;
use rustc_hash::FxHashMap;

use crate::code::{Code, Index, Op, Scalar, StaticRef};
use crate::memory::{Kind, Memory};
use crate::stop::{Limit, Stop, Verdict};
use crate::value::Value;

/// Bounds of a run; each is a verdict of its own when it is reached.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Statements.
    pub steps: u64,
    /// Bytes of all objects together.
    pub memory: u64,
    /// Calls that have not returned.
    pub depth: usize,
    /// Bytes of output.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 1 << 40, memory: 1 << 30, depth: 100_000, output: 1 << 28 }
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

/// A call that has not returned.
struct Frame {
    code: Rc<Code>,
    pc: Index,
    base: usize,
    /// Where its objects start in `locals`.
    locals: usize,
    temporaries: usize,
    scope: u16,
    stack_mark: u64,
    /// Tells this call from all others.
    serial: u64,
    varargs: Vec<(Value, TypeId)>,
    /// The caller's register for the result.
    dst: u16,
}

pub struct Machine<'p> {
    pub(crate) p: &'p Program,
    pub(crate) memory: Memory,
    limits: Limits,
    codes: FxHashMap<FunctionId, Rc<Code>>,
    /// Definitions, by entity.
    functions: FxHashMap<DeclId, FunctionId>,
    /// Entities of external names that are defined elsewhere in the program.
    links: FxHashMap<DeclId, DeclId>,
    names: FxHashMap<Symbol, DeclId>,
    statics: FxHashMap<StaticRef, Value>,
    /// The function at an address.
    code_addresses: FxHashMap<u64, DeclId>,
    registers: Vec<Value>,
    locals: Vec<Value>,
    temporaries: Vec<Value>,
    frames: Vec<Frame>,
    serial: u64,
    steps: u64,
    pub(crate) va_lists: Vec<call::VaCursor>,
    type_checks: FxHashMap<(TypeId, u64, TypeId), bool>,
    pub(crate) output: Vec<u8>,
    pub(crate) errors: Vec<u8>,
    pub(crate) streams: FxHashMap<u64, u8>,
    /// What the library remembers between calls.
    pub(crate) library: crate::library::State,
}

/// Labels lie so far apart, like code that is aligned.
const LABEL_STEP: u64 = 16;

/// What the loop does after an operation.
enum Next {
    Go,
    /// Another frame is on top.
    Switched,
}

impl<'p> Machine<'p> {
    pub fn new(p: &'p Program, limits: Limits) -> Machine<'p> {
        Machine {
            p,
            memory: Memory::new(limits.memory),
            limits,
            codes: FxHashMap::default(),
            functions: FxHashMap::default(),
            links: FxHashMap::default(),
            names: FxHashMap::default(),
            statics: FxHashMap::default(),
            code_addresses: FxHashMap::default(),
            registers: Vec::new(),
            locals: Vec::new(),
            temporaries: Vec::new(),
            frames: Vec::new(),
            serial: 0,
            steps: 0,
            va_lists: Vec::new(),
            type_checks: FxHashMap::default(),
            output: Vec::new(),
            errors: Vec::new(),
            streams: FxHashMap::default(),
            library: crate::library::State::default(),
        }
    }

    /// Runs the program from its start.
    pub fn run(mut self, args: &[&str]) -> Outcome {
        let verdict = match self.start(args) {
            Ok(()) => match self.execute() {
                Ok(status) => Verdict::Exit(status),
                Err((stop, span)) => stop.at(span),
            },
            Err((stop, span)) => stop.at(span),
        };
        Outcome { verdict, output: self.output, errors: self.errors, steps: self.steps }
    }

    fn start(&mut self, args: &[&str]) -> Result<(), (Stop, Span)> {
        self.link();
        self.make_statics()?;
        self.call_main(args).map_err(|stop| (stop, Span::NONE))
    }

    /// Runs until the outermost frame returns: its value as an exit status.
    fn execute(&mut self) -> Result<u8, (Stop, Span)> {
        let bottom = self.frames.len() - 1;
        let value = self.execute_above(bottom)?;
        Ok(value.lo as u8)
    }

    /// Runs the frame on top until the stack is `bottom` deep again.
    pub(crate) fn execute_above(&mut self, bottom: usize) -> Result<Value, (Stop, Span)> {
        loop {
            let Some(frame) = self.frames.last() else { return Ok(Value::default()) };
            let code = Rc::clone(&frame.code);
            let base = frame.base;
            let mut pc = frame.pc as usize;
            loop {
                let op = code.ops[pc];
                pc += 1;
                match self.operate(&code, op, base, &mut pc, bottom) {
                    Ok(Next::Go) => {}
                    Ok(Next::Switched) => break,
                    Err(Done::Stop(stop)) => {
                        let span = code.spans.get(pc - 1).copied().unwrap_or_default();
                        return Err((stop, span));
                    }
                    Err(Done::Returned(value)) => return Ok(value),
                }
            }
        }
    }

    #[inline]
    fn get(&self, base: usize, reg: u16) -> Value {
        self.registers[base + reg as usize]
    }

    #[inline]
    fn set(&mut self, base: usize, reg: u16, value: Value) {
        self.registers[base + reg as usize] = value;
    }

    #[inline(always)]
    fn operate(
        &mut self,
        code: &Code,
        op: Op,
        base: usize,
        pc: &mut usize,
        bottom: usize,
    ) -> Result<Next, Done> {
        match op {
            Op::Step => {
                self.steps += 1;
                if self.steps > self.limits.steps {
                    return Err(Stop::Limit(Limit::Steps).into());
                }
            }
            Op::Const { dst, value } => self.set(base, dst, Value { lo: value, hi: 0 }),
            Op::Wide { dst, index } => self.set(base, dst, Value::wide(code.wide[index as usize])),
            Op::Move { dst, src } => {
                let value = self.get(base, src);
                self.set(base, dst, value);
            }
            Op::Read { dst, slot } => {
                let value = self.get(base, slot);
                if value == Value::INDETERMINATE {
                    let detail = "the variable has no value yet";
                    return Err(Stop::undefined(Undefined::Uninitialised, detail).into());
                }
                self.set(base, dst, value);
            }
            Op::Forget { slot } => self.set(base, slot, Value::INDETERMINATE),
            Op::Int { op, ty, dst, a, b } => {
                let (x, y) = (self.get(base, a).as_int(ty), self.get(base, b).as_int(ty));
                let value = arith::int::binary(op, ty, x, y)
                    .map_err(|kind| explain_binary(kind, op, ty, x, y))?;
                let value = match op.is_comparison() {
                    true => Value::int(value),
                    false => Value::from_int(ty, value),
                };
                self.set(base, dst, value);
            }
            Op::Shift { op, ty, count, dst, a, b } => {
                let (x, y) = (self.get(base, a).as_int(ty), self.get(base, b).as_int(count));
                let value = arith::int::binary(op, ty, x, y)
                    .map_err(|kind| explain_binary(kind, op, ty, x, y))?;
                self.set(base, dst, Value::from_int(ty, value));
            }
            Op::IntUnary { op, ty, dst, a } => {
                let x = self.get(base, a).as_int(ty);
                let value = arith::int::unary(op, ty, x).map_err(|kind| {
                    Stop::undefined(kind, format!("{}{x} in {} bits", op.symbol(), ty.bits))
                })?;
                self.set(base, dst, Value::from_int(ty, value));
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
            Op::FloatNeg { format, dst, a } => {
                let x = self.get(base, a).as_float(format);
                self.set(base, dst, Value::from_float(-x));
            }
            Op::IsZero { dst, a, scalar } => {
                let truth = is_true(self.get(base, a), scalar);
                self.set(base, dst, Value::int((!truth).into()));
            }
            Op::IsTrue { dst, a, scalar } => {
                let truth = is_true(self.get(base, a), scalar);
                self.set(base, dst, Value::int(truth.into()));
            }
            Op::IntToInt { dst, a, from, to } => {
                let x = self.get(base, a).as_int(from);
                self.set(base, dst, Value::from_int(to, arith::int::wrap(to, x)));
            }
            Op::IntToFloat { dst, a, from, to } => {
                let x = self.get(base, a).as_int(from);
                self.set(base, dst, Value::from_float(Float::from_int(to, from, x)));
            }
            Op::FloatToInt { dst, a, from, to } => {
                let x = self.get(base, a).as_float(from);
                let value = x.to_int(to).map_err(|kind| {
                    let shown = x.to_literal().unwrap_or_else(|| "inf or nan".into());
                    Stop::undefined(kind, format!("{shown} to an integer of {} bits", to.bits))
                })?;
                self.set(base, dst, Value::from_int(to, value));
            }
            Op::FloatToFloat { dst, a, from, to } => {
                let x = self.get(base, a).as_float(from);
                self.set(base, dst, Value::from_float(x.convert(to)));
            }
            Op::Jump { to } => *pc = to as usize,
            Op::JumpIf { condition, to } => {
                if self.get(base, condition).lo != 0 {
                    *pc = to as usize;
                }
            }
            Op::JumpUnless { condition, to } => {
                if self.get(base, condition).lo == 0 {
                    *pc = to as usize;
                }
            }
            Op::Switch { value, table } => {
                let table = &code.switches[table as usize];
                let value = self.get(base, value);
                let value = table.ty.map_or(0, |ty| value.as_int(ty));
                let in_range = || {
                    let hit = table.ranges.iter().find(|(l, h, _)| (*l..=*h).contains(&value));
                    hit.map(|(.., to)| *to)
                };
                let to = table.singles.get(&value).copied().or_else(in_range);
                *pc = to.unwrap_or(table.default) as usize;
            }
            Op::Load { dst, pointer, access } => {
                let pointer = self.get(base, pointer);
                let value = self.load(pointer, &code.accesses[access as usize])?;
                self.set(base, dst, value);
            }
            Op::Store { pointer, src, access } => {
                let (pointer, value) = (self.get(base, pointer), self.get(base, src));
                self.store(pointer, value, &code.accesses[access as usize])?;
            }
            Op::Static { dst, index } => {
                let value = self.static_address(code.statics[index as usize])?;
                self.set(base, dst, value);
            }
            Op::Local { dst, local } => {
                let value = self.locals[self.frame().locals + local as usize];
                self.set(base, dst, value);
            }
            Op::Advance { dst, pointer, index, stride } => {
                let stride = &code.strides[stride as usize];
                let (pointer, index) = (self.get(base, pointer), self.get(base, index));
                let value = self.advance(pointer, index, stride)?;
                self.set(base, dst, value);
            }
            Op::Offset { dst, pointer, bytes } => {
                let value = self.offset(self.get(base, pointer), bytes)?;
                self.set(base, dst, value);
            }
            Op::Call { site } => {
                self.frame_mut().pc = *pc as Index;
                return self.call_site(code, site, base);
            }
            Op::Return { value } => {
                let value = self.get(base, value);
                return self.return_from(code, Some(value), bottom);
            }
            Op::ReturnNothing => return self.return_from(code, None, bottom),
            other => return self.operate_rarely(code, other, base, pc),
        }
        Ok(Next::Go)
    }

    /// Operations that are not in every loop.
    fn operate_rarely(
        &mut self,
        code: &Code,
        op: Op,
        base: usize,
        pc: &mut usize,
    ) -> Result<Next, Done> {
        match op {
            Op::Copy { to, from, access } => {
                let (to, from) = (self.get(base, to), self.get(base, from));
                self.copy(to, from, &code.accesses[access as usize])?;
            }
            Op::Zero { pointer, size } => {
                let size = code.sizes[size as usize];
                let place = self.memory.access(self.get(base, pointer), size, 1)?;
                self.memory.objects[place.object].zero(place.offset, size as usize);
            }
            Op::FillString { pointer, index } => {
                let (string, size) = code.strings[index as usize];
                self.fill_string(self.get(base, pointer), string, size)?;
            }
            Op::Temporary { dst, access } => {
                let access = &code.accesses[access as usize];
                let (size, align) = (access.size.into(), access.align.into());
                let value =
                    self.memory.allocate(Kind::Temporary, size, align, Some(access.ty), None)?;
                self.temporaries.push(value);
                self.set(base, dst, value);
            }
            Op::EndTemporaries => self.end_temporaries(),
            Op::ForgetLocal { local } => {
                let pointer = self.locals[self.frame().locals + local as usize];
                if let Some((index, _)) = self.memory.object_of(pointer.provenance()) {
                    self.memory.objects[index].forget();
                }
            }
            Op::PointerToInt { dst, a, to } => {
                let pointer = self.get(base, a);
                self.memory.expose(pointer.provenance());
                let value = arith::int::wrap(to, i128::from(pointer.lo));
                self.set(base, dst, Value::from_int(to, value));
            }
            Op::IntToPointer { dst, a, from } => {
                let address = self.get(base, a).as_int(from) as u64;
                let mask = self.address_mask();
                let provenance = self.memory.exposed_at(address & mask);
                self.set(base, dst, Value::pointer(address & mask, provenance));
            }
            Op::Difference { dst, a, b, size } => {
                let size = code.sizes[size as usize];
                let value = self.difference(self.get(base, a), self.get(base, b), size)?;
                self.set(base, dst, value);
            }
            Op::ComparePointers { op, dst, a, b } => {
                let value = self.compare_pointers(op, self.get(base, a), self.get(base, b))?;
                self.set(base, dst, Value::int(value.into()));
            }
            Op::Scope { to } => self.change_scope(code, to)?,
            Op::MakeVla { local, size } => {
                let size = self.get(base, size).lo;
                self.make_vla(code, local, size)?;
            }
            Op::VlaLength { length, ty } => {
                let value = self.get(base, length).as_int(ty);
                if value <= 0 {
                    let detail = format!("the length is {value}");
                    return Err(Stop::undefined(Undefined::VlaSize, detail).into());
                }
            }
            Op::LabelAddress { dst, label } => {
                let serial = self.frame().serial;
                self.set(base, dst, Value { lo: (u64::from(label) + 1) * LABEL_STEP, hi: serial });
            }
            Op::Goto { target } => {
                let value = self.get(base, target);
                let number = (value.lo / LABEL_STEP) as usize;
                let entry = code.labels.get(number.wrapping_sub(1));
                let Some(&(_, to, scope)) = entry else {
                    return Err(Stop::unsupported("a computed goto to this address").into());
                };
                self.change_scope(code, scope)?;
                *pc = to as usize;
            }
            Op::NoreturnReturned => {
                let detail = "the function is declared not to return";
                return Err(Stop::undefined(Undefined::NoreturnReturned, detail).into());
            }
            Op::Used { value } => {
                if self.get(base, value) == Value::INDETERMINATE {
                    let detail = "the function returned no value";
                    return Err(Stop::undefined(Undefined::MissingReturn, detail).into());
                }
            }
            Op::CheckAlign { pointer, align } => {
                let address = self.get(base, pointer).lo;
                if address & u64::from(align - 1) != 0 {
                    let detail = format!("address {address:#x} is not a multiple of {align}");
                    return Err(Stop::undefined(Undefined::Misaligned, detail).into());
                }
            }
            Op::FallOff => {
                // Undefined only if the caller uses the value (6.9.1p12).
                return self.return_from(code, Some(Value::INDETERMINATE), 0);
            }
            Op::VaStart { list } => self.va_start(self.get(base, list))?,
            Op::VaArg { dst, list, ty } => {
                let value = self.va_arg(self.get(base, list), ty)?;
                self.set(base, dst, value);
            }
            Op::VaEnd { list } => self.va_end(self.get(base, list))?,
            Op::VaCopy { to, from } => self.va_copy(self.get(base, to), self.get(base, from))?,
            Op::Unreachable => {
                let detail = "the program comes here";
                return Err(Stop::undefined(Undefined::Unreachable, detail).into());
            }
            Op::Unsequenced => {
                let detail = "a variable is changed here and used elsewhere in the expression";
                return Err(Stop::undefined(Undefined::Unsequenced, detail).into());
            }
            Op::WideBitField => {
                let what = "arithmetic on a bit-field wider than int (6.3.1.1p2)";
                return Err(Stop::Unspecified(what.into()).into());
            }
            Op::Unsupported { what } => {
                let what = code.unsupported[what as usize].clone();
                return Err(Stop::Unsupported(what).into());
            }
            _ => return Err(Stop::unsupported("this operation").into()),
        }
        Ok(Next::Go)
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("code runs in a frame")
    }

    fn frame_mut(&mut self) -> &mut Frame {
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

fn is_true(value: Value, scalar: Scalar) -> bool {
    match scalar {
        Scalar::Word => value.lo != 0,
        Scalar::Wide => value.bits() != 0,
        Scalar::Float(format) => value.as_float(format).to_bool() != 0,
    }
}

#[cold]
fn explain_binary(
    kind: Undefined,
    op: elenchus_lang::arith::BinaryOp,
    ty: elenchus_lang::target::IntType,
    a: i128,
    b: i128,
) -> Stop {
    let sign = if ty.signed { "signed" } else { "unsigned" };
    Stop::undefined(kind, format!("{a} {} {b} in {} bits, {sign}", op.symbol(), ty.bits))
}
