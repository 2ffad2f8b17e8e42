//! Operations of features: each is handed what its registers hold.

use super::complex::exec as complex;
use super::vla::{given_length, same_length};
use crate::Machine;
use crate::choose::Open;
use crate::code::{Code, NO_REG, Op};
use crate::core::exec::{Done, Next};
use crate::facts::Facts;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

impl Machine {
    pub(crate) fn operate_feature(
        &mut self,
        code: &Code,
        op: Op,
        base: usize,
        pc: usize,
        bottom: usize,
    ) -> Result<Next, Done> {
        match op {
            Op::EndLocal { local } => self.end_local(local),
            Op::VlaLength { dst, length, ty } => {
                let value = self.vla_length(self.get(base, length), ty)?;
                self.set(base, dst, value);
            }
            Op::VlaSame { a, b } => same_length(self.get(base, a), self.get(base, b))?,
            Op::GivenLength { given, length } => {
                given_length(self.get(base, given), self.get(base, length))?;
            }
            Op::StaticArray { pointer, count, size } => {
                let (count, size) = (self.get(base, count), self.get(base, size));
                self.check_static_array(self.get(base, pointer), count, size)?;
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
            Op::VaStart { list } => self.va_start(self.get(base, list))?,
            Op::VaArg { dst, list, ty, handed } => {
                let value = self.va_arg(self.get(base, list), ty, self.taker(handed))?;
                self.set(base, dst, value);
            }
            Op::VaEnd { list } => self.va_end(self.get(base, list))?,
            Op::ListsEnded => self.check_lists_ended()?,
            Op::VaCopy { to, from } => self.va_copy(self.get(base, to), self.get(base, from))?,
            Op::SetJump { dst, buffer } => {
                self.set_jump(code, self.get(base, buffer), dst, pc)?;
                self.set(base, dst, Value::default());
            }
            Op::LongJump { buffer, value } => {
                self.long_jump(self.get(base, buffer), self.get(base, value), bottom)?;
                return Ok(Next::Switched);
            }
            Op::LabelAddress { dst, label } => {
                let value = self.label_address(label);
                self.set(base, dst, value);
            }
            Op::Goto { target } => {
                match self.computed_goto(code, self.get(base, target), bottom)? {
                    Some(to) => return Ok(Next::Jump(to)),
                    None => return Ok(Next::Switched),
                }
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
            Op::ComplexFloat { divide, format, dst, a } => {
                let part = |i: u16| self.get(base, a + i).as_float(format);
                let (x, y) = ((part(0), part(1)), (part(2), part(3)));
                let (name, result) = match divide {
                    true => ("quotient", complex::quotient(x, y)),
                    false => ("product", complex::product(x, y)),
                };
                if !result.agreed && self.memory.choices.take(Open::Rounding).is_none() {
                    let facts = Facts::new(Finding::OpenRounding).text("operation", name);
                    return Err(Stop::unspecified(facts).into());
                }
                let (re, im) = result.parts;
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
