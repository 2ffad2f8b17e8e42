//! Vectors (GNU): operations on each element.

use elenchus_lang::arith::{self, BinaryOp, Float};
use elenchus_lang::target::IntType;

use crate::Machine;
use crate::code::{Code, Form, Index, LaneKind, LaneOp, Lanes};
use crate::facts::Facts;
use crate::rules::taint;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

impl Machine {
    /// `operands` are what the registers hold, `dst` is where the result goes.
    pub(crate) fn lane(
        &mut self,
        code: &Code,
        base: usize,
        op: Index,
        dst: Value,
        [a, b, c]: [Value; 3],
    ) -> Result<(), Stop> {
        let op = &code.lane_ops[op as usize];
        let LaneOp { from, other, to, .. } = op;
        let values = match op.kind {
            LaneKind::Bits => return self.copy_bits(dst, a, to),
            LaneKind::Splat => vec![a; to.count as usize],
            LaneKind::Unary(op) => {
                let all = self.elements(code, base, a, from)?;
                all.into_iter().map(|v| self.unary_lane(op, from, v)).collect::<Result<_, _>>()?
            }
            LaneKind::Convert => {
                let all = self.elements(code, base, a, from)?;
                all.into_iter().map(|v| convert(from.form, to.form, v)).collect::<Result<_, _>>()?
            }
            LaneKind::Binary(op) => {
                let (x, y) =
                    (self.elements(code, base, a, from)?, self.elements(code, base, b, other)?);
                let pairs = x.into_iter().zip(y);
                pairs
                    .map(|(x, y)| self.binary_lane(op, from, other, x, y))
                    .collect::<Result<_, _>>()?
            }
            LaneKind::Shuffle { two } => {
                let mask = self.elements(code, base, b, other)?;
                let mut all = self.elements(code, base, a, from)?;
                if two {
                    all.extend(self.elements(code, base, c, from)?);
                }
                let mut chosen = Vec::with_capacity(mask.len());
                for place in mask {
                    taint::check(place)?;
                    chosen.push(all[place.lo as usize % all.len()]);
                }
                chosen
            }
        };
        for (i, &value) in values.iter().enumerate() {
            let access = &code.accesses[to.element as usize];
            self.store(base, at(dst, i, to), value, access)?;
        }
        Ok(())
    }

    fn elements(
        &mut self,
        code: &Code,
        base: usize,
        pointer: Value,
        lanes: &Lanes,
    ) -> Result<Vec<Value>, Stop> {
        let access = &code.accesses[lanes.element as usize];
        (0..lanes.count as usize).map(|i| self.load(base, at(pointer, i, lanes), access)).collect()
    }

    fn copy_bits(&mut self, to: Value, from: Value, lanes: &Lanes) -> Result<(), Stop> {
        let size = u64::from(lanes.size) * u64::from(lanes.count);
        let source = self.memory.access(from, size, 1)?;
        let target = self.memory.access(to, size, 1)?;
        self.tell_read(source, size, None, false)?;
        self.memory.copy(target, source, size as usize, None);
        self.tell_changes();
        Ok(())
    }
}

fn at(pointer: Value, lane: usize, lanes: &Lanes) -> Value {
    let bytes = lane as u64 * u64::from(lanes.size);
    Value { lo: pointer.lo.wrapping_add(bytes), hi: pointer.hi }
}

fn int(form: Form) -> Result<IntType, Stop> {
    match form {
        Form::Int(ty) => Ok(ty),
        Form::Bool => Ok(IntType { bits: 1, signed: false }),
        _ => Err(Stop::unsupported("a vector of this type")),
    }
}

impl Machine {
    fn unary_lane(&self, op: arith::UnaryOp, from: &Lanes, value: Value) -> Result<Value, Stop> {
        match from.form {
            Form::Float(format) => Ok(Value::from_float(-value.as_float(format))),
            form => self.int_unary(op, int(form)?, value),
        }
    }

    /// Comparisons give all bits or none.
    fn binary_lane(
        &self,
        op: BinaryOp,
        from: &Lanes,
        other: &Lanes,
        x: Value,
        y: Value,
    ) -> Result<Value, Stop> {
        let result = match from.form {
            Form::Float(format) => {
                let (x, y) = (x.as_float(format), y.as_float(format));
                match Float::binary(op, x, y) {
                    Some(value) => return Ok(Value::from_float(value)),
                    None => Value::int(Float::compare_by(op, x, y).unwrap_or(false).into()),
                }
            }
            form => {
                let ty = int(form)?;
                let count = match op {
                    BinaryOp::Shl | BinaryOp::Shr => int(other.form)?,
                    _ => ty,
                };
                self.int_binary(op, ty, count, x, y)?
            }
        };
        if op.is_comparison() {
            taint::check(result)?;
            return Ok(Value::int(-i128::from(result.lo)));
        }
        Ok(result)
    }
}

fn convert(from: Form, to: Form, value: Value) -> Result<Value, Stop> {
    Ok(match (from, to) {
        (Form::Float(source), Form::Float(target)) => {
            Value::from_float(value.as_float(source).convert(target))
        }
        (Form::Float(format), _) => {
            let ty = int(to)?;
            let x = value.as_float(format);
            let number = x.to_int(ty).map_err(|kind| {
                let shown = x.to_literal().unwrap_or_else(|| "inf or nan".into());
                let facts = Facts::new(Finding::NoInteger).text("value", shown);
                Stop::undefined(kind, facts.number("bits", ty.bits))
            })?;
            Value::from_int(ty, number)
        }
        (_, Form::Float(format)) => {
            taint::check(value)?;
            let ty = int(from)?;
            Value::from_float(Float::from_int(format, ty, value.as_int(ty)))
        }
        _ => {
            let (source, target) = (int(from)?, int(to)?);
            if source.bits <= 64 {
                taint::check(value)?;
            }
            Value::from_int(target, arith::int::wrap(target, value.as_int(source)))
        }
    })
}
