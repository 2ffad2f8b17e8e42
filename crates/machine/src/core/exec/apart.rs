//! Operations that stand apart from the loop: it would have to save its registers
//! for what they call.

use elenchus_lang::arith::Float;
use elenchus_lang::tree::StmtKind;
use elenchus_lang::undefined::Undefined;

use super::{Done, Next};
use crate::Machine;
use crate::code::{Code, Op};
use crate::core::later::Unmade;
use crate::facts::Facts;
use crate::rules::taint;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// All of them, by name: with every operation named, the loop's table of jumps has
/// an entry for each and needs no test.
macro_rules! apart {
    () => {
        Op::Hole { .. }
            | Op::Later { .. }
            | Op::Wide { .. }
            | Op::ForgetLocal { .. }
            | Op::Copy { .. }
            | Op::CheckWhole { .. }
            | Op::Zero { .. }
            | Op::Put { .. }
            | Op::Open { .. }
            | Op::FillString { .. }
            | Op::Temporary { .. }
            | Op::EndTemporaries
            | Op::KeepTemporaries { .. }
            | Op::ReturnTemporaries { .. }
            | Op::FloatNeg { .. }
            | Op::ComplexFloat { .. }
            | Op::Lane { .. }
            | Op::IntToFloat { .. }
            | Op::FloatToInt { .. }
            | Op::FloatToFloat { .. }
            | Op::PointerToInt { .. }
            | Op::IntToPointer { .. }
            | Op::AdvanceBy { .. }
            | Op::Difference { .. }
            | Op::DifferenceBy { .. }
            | Op::ComparePointers { .. }
            | Op::Switch { .. }
            | Op::MakeVla { .. }
            | Op::EndLocal { .. }
            | Op::VlaLength { .. }
            | Op::VlaSame { .. }
            | Op::GivenLength { .. }
            | Op::StaticArray { .. }
            | Op::VlaScale { .. }
            | Op::Goto { .. }
            | Op::OuterGoto { .. }
            | Op::Outer { .. }
            | Op::OuterLength { .. }
            | Op::NestedAddress { .. }
            | Op::LabelAddress { .. }
            | Op::Return { .. }
            | Op::FallOff
            | Op::Used { .. }
            | Op::CheckAlign { .. }
            | Op::VaStart { .. }
            | Op::VaArg { .. }
            | Op::VaEnd { .. }
            | Op::ListsEnded
            | Op::VaCopy { .. }
            | Op::SetJump { .. }
            | Op::LongJump { .. }
            | Op::Suppose
            | Op::Supposed { .. }
            | Op::Overlap { .. }
            | Op::Undefined { .. }
            | Op::Unordered
            | Op::NextOperand
            | Op::Settle { .. }
            | Op::MeetLast
            | Op::MeetAll
            | Op::Ordered { .. }
            | Op::Orders { .. }
            | Op::Evaluated { .. }
            | Op::Disorder
            | Op::TouchObject { .. }
            | Op::Touch { .. }
            | Op::WideBitField
            | Op::Unsupported { .. }
            | Op::TellPlace
            | Op::TellValue { .. }
            | Op::TellEntered
            | Op::TellLeft { .. }
    };
}
pub(super) use apart;

impl Machine {
    #[inline(never)]
    pub(super) fn operate_apart(
        &mut self,
        code: &Code,
        op: Op,
        base: usize,
        pc: usize,
        bottom: usize,
    ) -> Result<Next, Done> {
        match op {
            Op::Wide { dst, index } => self.set(base, dst, Value::wide(code.wide[index as usize])),
            Op::FloatNeg { format, dst, a } => {
                let x = self.get(base, a).as_float(format);
                self.set(base, dst, Value::from_float(-x));
            }
            Op::IntToFloat { dst, a, from, to } => {
                let x = self.get(base, a);
                if from.bits <= 64 {
                    taint::check(x)?;
                }
                let x = x.as_int(from);
                self.set(base, dst, Value::from_float(Float::from_int(to, from, x)));
            }
            Op::FloatToInt { dst, a, from, to } => {
                let x = self.get(base, a).as_float(from);
                let value = x.to_int(to).map_err(|kind| {
                    let shown = x.to_literal().unwrap_or_else(|| "inf or nan".into());
                    let facts = Facts::new(Finding::NoInteger).text("value", shown);
                    Stop::undefined(kind, facts.number("bits", to.bits))
                })?;
                self.set(base, dst, Value::from_int(to, value));
            }
            Op::FloatToFloat { dst, a, from, to } => {
                let x = self.get(base, a).as_float(from);
                self.set(base, dst, Value::from_float(x.convert(to)));
            }
            Op::Switch { value, table } => {
                let table = &code.switches[table as usize];
                let value = self.get(base, value);
                taint::check(value)?;
                let value = table.ty.map_or(0, |ty| value.as_int(ty));
                let in_range = || {
                    let hit = table.ranges.iter().find(|(l, h, _)| (*l..=*h).contains(&value));
                    hit.map(|(.., to)| *to)
                };
                let to = table.singles.get(&value).copied().or_else(in_range);
                return Ok(Next::Jump(to.unwrap_or(table.default) as usize));
            }
            Op::Return { value } => {
                let value = self.get(base, value);
                if code.promises.checks_result {
                    self.check_result(code, value)?;
                }
                return self.return_from(code, value, bottom);
            }
            Op::Copy { to, from, access } => {
                let (to, from) = (self.get(base, to), self.get(base, from));
                self.copy(base, to, from, &code.accesses[access as usize])?;
            }
            Op::Zero { pointer, size } => {
                let size = code.sizes[size as usize];
                let place = self.memory.access(self.get(base, pointer), size, 1)?;
                self.worked(size);
                self.memory.fill(place, size as usize, 0);
            }
            Op::Put { pointer, offset, start, size } => {
                let pointer = self.get(base, pointer);
                let target = Value { lo: pointer.lo.wrapping_add(offset.into()), ..pointer };
                let bytes = &code.data[start as usize..][..size as usize];
                self.put_numbers(target, bytes)?;
            }
            Op::Open { pointer, first, size } => {
                self.open_holes(self.get(base, pointer), &[(first, size)]);
            }
            Op::FillString { pointer, index } => {
                let (string, size) = code.strings[index as usize];
                self.fill_string(self.get(base, pointer), string, size)?;
            }
            Op::Temporary { dst, access } => {
                let access = &code.accesses[access as usize];
                let value = self.make_temporary(access)?;
                self.control.temporaries.push(value);
                self.set(base, dst, value);
            }
            Op::EndTemporaries => self.end_temporaries(),
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
            Op::ForgetLocal { local } => self.forget_local(code, local)?,
            Op::PointerToInt { dst, a, to } => {
                let value = self.pointer_to_int(self.get(base, a), to)?;
                self.set(base, dst, value);
            }
            Op::IntToPointer { dst, a, from } => {
                let value = self.int_to_pointer(self.get(base, a).as_int(from));
                self.set(base, dst, value);
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
            Op::Used { value } => {
                if self.get(base, value) == Value::INDETERMINATE {
                    return Err(Stop::undefined(Undefined::MissingReturn, Finding::NoResult).into());
                }
            }
            Op::CheckAlign { pointer, align } => {
                let pointer = self.get(base, pointer);
                let aligned = pointer.lo & u64::from(align - 1) == 0;
                if !aligned && !self.allowed.lets(Undefined::Misaligned) {
                    let facts = Facts::new(Finding::Misaligned).address("address", pointer.lo);
                    let facts = facts.number("alignment", align).about(pointer.provenance(), 0..0);
                    return Err(Stop::undefined(Undefined::Misaligned, facts).into());
                }
            }
            Op::FallOff => {
                // Undefined only if the caller uses the value (6.9.1p12).
                return self.return_from(code, Value::INDETERMINATE, bottom);
            }
            Op::Suppose => self.suppose(),
            Op::Supposed { condition } => self.supposed(self.get(base, condition))?,
            Op::Overlap { to, from, access, source } => {
                let access = &code.accesses[access as usize];
                let source = &code.accesses[source as usize];
                self.check_overlap(self.get(base, to), self.get(base, from), access, source)?;
            }
            Op::Undefined { why } => {
                let (kind, finding) = code.undefined[why as usize];
                return Err(Stop::undefined(kind, finding).into());
            }
            Op::Hole { stmt } => match self.p.stmts[stmt].kind {
                StmtKind::Hole => return Err(Stop::Hole(stmt).into()),
                _ => return Ok(self.wait_for(Unmade::Stmt(stmt), pc)),
            },
            Op::Later { part } => return Ok(self.wait_for(Unmade::Part(part), pc)),
            Op::Unordered => self.rules.order.open(self.memory.births(), self.control.frames.len()),
            Op::NextOperand => self.rules.order.next(),
            Op::Settle { sequenced } => {
                let met = self.unless_open(self.rules.order.settle(sequenced));
                self.met(met, code, pc)?;
            }
            Op::MeetLast => {
                let met = self.rules.order.meet_last(self.control.frames.len());
                self.met(self.unless_open(met), code, pc)?;
            }
            Op::Orders { table } => self.try_orders(code, table)?,
            Op::Evaluated { value } => {
                let value = self.get(base, value);
                return Err(self.evaluated(value).into());
            }
            Op::MeetAll => self.rules.order.meet_all()?,
            Op::Ordered { sequence } => self.rules.order.close(sequence),
            Op::Disorder => self.rules.order.abandon(self.frame().order),
            Op::TouchObject { pointer, access } => {
                self.touch(self.get(base, pointer), &code.accesses[access as usize])?;
            }
            Op::Touch { slot, write } => {
                let depth = self.control.frames.len();
                let call = self.frame().serial;
                if self.history.is_some() {
                    self.see_register(base + slot as usize, write)?;
                }
                self.rules.order.touch_register(base + slot as usize, call, write, depth);
            }
            Op::WideBitField => {
                return Err(Stop::unspecified(Finding::WideBitField).into());
            }
            Op::Unsupported { what } => {
                return Err(Stop::unsupported(code.unsupported[what as usize]).into());
            }
            Op::TellPlace | Op::TellValue { .. } | Op::TellEntered | Op::TellLeft { .. } => {
                self.operate_told(code, op, base, pc)?
            }
            other => return self.operate_feature(code, other, base, pc, bottom),
        }
        Ok(Next::Go)
    }
}
