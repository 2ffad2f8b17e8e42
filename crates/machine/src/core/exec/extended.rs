//! Operations of the language's rarer parts: types of variable size, nested
//! functions, complex numbers, vectors, statements in expressions.

use elenchus_lang::undefined::Undefined;

use super::{Done, Next};
use crate::Machine;
use crate::code::{Code, NO_REG, Op};
use crate::features::complex::exec as complex;
use crate::stop::Stop;
use crate::value::Value;

impl Machine {
    pub(super) fn operate_extended(
        &mut self,
        code: &Code,
        op: Op,
        base: usize,
        bottom: usize,
    ) -> Result<Next, Done> {
        match op {
            Op::EndLocal { local } => self.end_local(local),
            Op::VlaLength { dst, length, ty } => {
                let value = self.vla_length(self.get(base, length), ty)?;
                self.set(base, dst, value);
            }
            Op::VlaSame { a, b } => {
                let (a, b) = (self.get(base, a).lo, self.get(base, b).lo);
                if a != b {
                    let detail = format!("{a} and {b} elements");
                    return Err(Stop::undefined(Undefined::VlaMismatch, detail).into());
                }
            }
            Op::GivenLength { given, length } => {
                let (given, length) = (self.get(base, given), self.get(base, length).lo);
                if given != Value::INDETERMINATE && given.lo != length {
                    let detail = format!("{} elements given, {length} taken", given.lo);
                    return Err(Stop::undefined(Undefined::VlaMismatch, detail).into());
                }
            }
            Op::StaticArray { pointer, count, size } => {
                let (count, size) = (self.get(base, count).lo, self.get(base, size).lo);
                let bytes = count.saturating_mul(size);
                if self.memory.access(self.get(base, pointer), bytes, 1).is_err() {
                    let detail = format!("fewer than {count} elements are there");
                    return Err(Stop::undefined(Undefined::ShortArray, detail).into());
                }
            }
            Op::VlaScale { dst, a, b } => {
                let value = self.vla_scale(self.get(base, a), self.get(base, b))?;
                self.set(base, dst, value);
            }
            Op::AdvanceBy { dst, pointer, index, stride, size, count } => {
                let mut stride = code.strides[stride as usize];
                if size != NO_REG {
                    stride.size = self.get(base, size).lo;
                }
                if count != NO_REG {
                    stride.count = Some(self.get(base, count).lo);
                }
                let (pointer, index) = (self.get(base, pointer), self.get(base, index));
                let value = self.advance(pointer, index, &stride)?;
                self.set(base, dst, value);
            }
            Op::DifferenceBy { dst, a, b, size } => {
                let size = self.get(base, size).lo;
                let value = self.difference(self.get(base, a), self.get(base, b), size)?;
                self.set(base, dst, value);
            }
            Op::OuterGoto { label } => {
                self.outer_goto(label, bottom)?;
                return Ok(Next::Switched);
            }
            Op::Outer { dst, decl } => {
                let value = self.outer_variable(decl)?;
                self.set(base, dst, value);
            }
            Op::OuterLength { dst, length } => {
                let value = self.outer_length(length)?;
                self.set(base, dst, value);
            }
            Op::NestedAddress { dst, decl } => {
                let value = self.nested_address(decl)?;
                self.set(base, dst, value);
            }
            Op::KeepTemporaries { dst } => {
                let all = self.control.temporaries.len();
                let kept = std::mem::replace(&mut self.frame_mut().kept, all);
                self.set(base, dst, Value::int(kept as i128));
            }
            Op::ReturnTemporaries { src } => {
                self.frame_mut().kept = self.get(base, src).lo as usize;
            }
            Op::CheckWhole { pointer, access } => {
                let pointer = self.get(base, pointer);
                self.check_whole(base, pointer, &code.accesses[access as usize])?;
            }
            Op::ComplexFloat { divide, format, dst, a } => {
                let part = |i: u16| self.get(base, a + i).as_float(format);
                let (x, y) = ((part(0), part(1)), (part(2), part(3)));
                let (re, im) = match divide {
                    true => complex::quotient(x, y)?,
                    false => complex::product(x, y)?,
                };
                self.set(base, dst, Value::from_float(re));
                self.set(base, dst + 1, Value::from_float(im));
            }
            Op::Lane { op, dst, a, b, c } => {
                let operands = [self.get(base, a), self.get(base, b), self.get(base, c)];
                let dst = self.get(base, dst);
                self.lane(code, base, op, dst, operands)?;
            }
            Op::MakeVla { local, size } => {
                let size = self.get(base, size).lo;
                self.make_vla(code, local, size)?;
            }
            _ => return Err(Stop::unsupported("this operation").into()),
        }
        Ok(Next::Go)
    }
}
