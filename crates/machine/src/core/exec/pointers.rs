//! Pointer arithmetic and comparison (6.5.6, 6.5.8, 6.5.9).

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::target::IntType;
use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::choose::Open;
use crate::code::Stride;
use crate::facts::Facts;
use crate::memory::{Kind, Provenance};
use crate::rules::taint;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

impl Machine {
    /// `pointer + index`, which must stay in the object or just past it.
    #[inline]
    pub(crate) fn advance(
        &self,
        pointer: Value,
        index: Value,
        stride: &Stride,
    ) -> Result<Value, Stop> {
        if stride.index.bits <= 64 {
            // What leads from one label to another is open, and where it leads is not.
            if pointer.provenance() != Provenance::LABEL {
                taint::check(index)?;
            }
            if let Some(target) = self.advance_word(pointer, index.lo, stride) {
                return Ok(target);
            }
        }
        let index = index.as_int(stride.index);
        let index = if stride.negative { -index } else { index };
        let bytes = index.saturating_mul(i128::from(stride.size));
        if let Some(count) = stride.count {
            let count = i128::from(count);
            let beyond = if stride.inside { index >= count } else { index > count };
            if index < 0 || beyond {
                return Err(self.outside(pointer, index, count, stride, bytes));
            }
        }
        if stride.accessed {
            // What is wrong is the access, not the arithmetic before it.
            let target = Value { lo: pointer.lo.wrapping_add(bytes as u64), hi: pointer.hi };
            self.memory.access(target, stride.size, 1)?;
            return Ok(target);
        }
        self.moved(pointer, bytes)
    }

    /// The same for what most indices are, where nothing is wrong.
    #[inline(always)]
    pub(super) fn advance_near(
        &self,
        pointer: Value,
        index: Value,
        stride: &Stride,
    ) -> Option<Value> {
        // The number of bytes does not overflow.
        if !stride.near.has(index) || stride.size > u64::from(u32::MAX) {
            return None;
        }
        let object = self.memory.live_object(pointer.provenance())?;
        let size = object.plan.size;
        let start = pointer.lo.wrapping_sub(object.address);
        let offset = start.wrapping_add(index.lo.wrapping_mul(stride.size));
        let needed = if stride.accessed { stride.size } else { 0 };
        let fits = start <= size
            && offset <= size
            && size - offset >= needed
            && object.plan.kind != Kind::Function;
        fits.then(|| Value { lo: object.address + offset, hi: pointer.hi })
    }

    /// The same in 64 bits, where nothing is wrong.
    #[inline]
    fn advance_word(&self, pointer: Value, index: u64, stride: &Stride) -> Option<Value> {
        let index = index as i64;
        if index < 0 && !stride.index.signed {
            return None;
        }
        let index = if stride.negative { index.checked_neg()? } else { index };
        let bytes = index.checked_mul(i64::try_from(stride.size).ok()?)?;
        if let Some(count) = stride.count {
            let index = u64::try_from(index).ok()?;
            if index > count || (stride.inside && index == count) {
                return None;
            }
        }
        let object = self.memory.live_object(pointer.provenance())?;
        let size = object.plan.size;
        let start = pointer.lo.wrapping_sub(object.address);
        if start > size {
            return None;
        }
        let offset = u64::try_from(i64::try_from(start).ok()?.checked_add(bytes)?).ok()?;
        let needed = if stride.accessed { stride.size } else { 0 };
        if offset > size || size - offset < needed || object.plan.kind == Kind::Function {
            return None;
        }
        Some(Value { lo: object.address + offset, hi: pointer.hi })
    }

    /// A subscript that leaves its array: of the whole object, or an inner one.
    #[cold]
    fn outside(
        &self,
        pointer: Value,
        index: i128,
        count: i128,
        stride: &Stride,
        bytes: i128,
    ) -> Stop {
        let whole = self.memory.object_of(pointer.provenance()).is_some_and(|(_, object)| {
            let size = count * i128::from(stride.size);
            object.address == pointer.lo && i128::from(object.plan.size) == size
        });
        let target = Value { lo: pointer.lo.wrapping_add(bytes as u64), hi: pointer.hi };
        if whole && stride.inside {
            if let Err(stop) = self.memory.access(target, stride.size, 1) {
                return stop;
            }
        }
        let facts = match count == i128::from(Stride::OPEN) {
            true => Facts::new(Finding::IndexOpen).number("index", index),
            false => Facts::new(Finding::Index).number("index", index).number("count", count),
        };
        let kind = if whole { Undefined::PointerArithmetic } else { Undefined::InnerBounds };
        Stop::undefined(kind, facts.about(pointer.provenance(), 0..0))
    }

    /// A few bytes on or back, where nothing is wrong.
    #[inline]
    pub(super) fn stepped(&self, pointer: Value, bytes: i64) -> Option<Value> {
        let object = self.memory.live_object(pointer.provenance())?;
        let start = pointer.lo.wrapping_sub(object.address);
        let inside = start <= object.plan.size
            && start.wrapping_add(bytes as u64) <= object.plan.size
            && object.plan.kind != Kind::Function;
        inside.then(|| Value { lo: pointer.lo.wrapping_add(bytes as u64), hi: pointer.hi })
    }

    #[inline]
    pub(super) fn moved(&self, pointer: Value, bytes: i128) -> Result<Value, Stop> {
        let Some((_, object)) = self.memory.object_of(pointer.provenance()) else {
            if pointer.provenance() == Provenance::LABEL {
                // GNU: labels of one function may be added to and subtracted.
                let lo = pointer.lo.wrapping_add(bytes as u64);
                return Ok(Value { lo, hi: pointer.hi });
            }
            return self.moved_nowhere(pointer, bytes);
        };
        let offset = i128::from(pointer.lo) - i128::from(object.address) + bytes;
        if offset < 0 || offset > i128::from(object.plan.size) {
            let facts = Facts::new(Finding::Moved).number("offset", offset);
            let facts = facts.about(pointer.provenance(), 0..0);
            return Err(Stop::undefined(Undefined::PointerArithmetic, facts));
        }
        Ok(Value { lo: pointer.lo.wrapping_add(bytes as u64), hi: pointer.hi })
    }

    #[cold]
    fn moved_nowhere(&self, pointer: Value, bytes: i128) -> Result<Value, Stop> {
        self.check_alive(pointer)?;
        if bytes == 0 {
            return Ok(pointer);
        }
        let finding = match pointer.lo {
            0 => Finding::MovedNull,
            _ => Finding::MovedNowhere,
        };
        Err(Stop::undefined(Undefined::PointerArithmetic, finding))
    }

    /// Into a member: the object must be there, up to that member.
    #[inline(always)]
    pub(super) fn offset(&self, pointer: Value, bytes: u32) -> Option<Value> {
        self.memory.place(pointer, bytes.into(), 1)?;
        Some(Value { lo: pointer.lo.wrapping_add(bytes.into()), hi: pointer.hi })
    }

    /// The same for a variable that was named.
    pub(super) fn part_of(&self, variable: Value, bytes: u32) -> Result<Value, Stop> {
        // What is wrong with all of it is told by the access.
        if bytes == 0 {
            return Ok(variable);
        }
        self.offset(variable, bytes).ok_or_else(|| self.no_member(variable, bytes))
    }

    /// Why there is no such member.
    #[cold]
    pub(super) fn no_member(&self, pointer: Value, bytes: u32) -> Stop {
        match (pointer.provenance(), pointer.lo) {
            (Provenance::NONE, 0) => Stop::undefined(Undefined::NullAccess, Finding::NullMember),
            (Provenance::NONE, address) => {
                let facts = Facts::new(Finding::NoMember).address("address", address);
                Stop::undefined(Undefined::OutOfBounds, facts)
            }
            _ => self.memory.denied(pointer, bytes.into(), 1),
        }
    }

    pub(crate) fn difference(&self, a: Value, b: Value, size: u64) -> Result<Value, Stop> {
        if !a.provenance().same(b.provenance()) {
            let facts = Facts::new(Finding::DifferentObjects);
            let facts = facts.of_both(a.provenance(), b.provenance());
            return Err(Stop::undefined(Undefined::PointerDifference, facts));
        }
        let bytes = a.lo.wrapping_sub(b.lo) as i64;
        if a.provenance() == Provenance::LABEL {
            return self.label_difference(bytes, size);
        }
        let size = size.max(1) as i64;
        if bytes % size != 0 {
            let facts = Facts::new(Finding::PartOfElement).number("distance", bytes);
            let facts = facts.number("size", size).about(a.provenance(), 0..0);
            return Err(Stop::undefined(Undefined::PointerDifference, facts));
        }
        Ok(Value::int((bytes / size).into()))
    }

    pub(super) fn compare_pointers(&self, op: BinaryOp, a: Value, b: Value) -> Result<bool, Stop> {
        let same = a.provenance().same(b.provenance());
        match op {
            BinaryOp::Eq | BinaryOp::Ne => {
                self.check_equality(a, b)?;
                let equal = a.lo == b.lo && (same || a.lo == 0 || self.no_object(a, b));
                Ok(equal == (op == BinaryOp::Eq))
            }
            _ if !same => {
                let facts = Facts::new(Finding::DifferentObjects);
                let facts = facts.of_both(a.provenance(), b.provenance());
                Err(Stop::undefined(Undefined::PointerOrder, facts))
            }
            _ if a.lo != b.lo && a.provenance() == Provenance::LABEL => {
                self.check_labels(a, b)?;
                Ok((a.lo < b.lo) == matches!(op, BinaryOp::Lt | BinaryOp::Le))
            }
            BinaryOp::Lt => Ok(a.lo < b.lo),
            BinaryOp::Gt => Ok(a.lo > b.lo),
            BinaryOp::Le => Ok(a.lo <= b.lo),
            _ => Ok(a.lo >= b.lo),
        }
    }

    /// The address, which is an integer without provenance: its object is exposed.
    pub(super) fn pointer_to_int(&mut self, pointer: Value, to: IntType) -> Result<Value, Stop> {
        self.check_alive(pointer)?;
        self.memory.expose(pointer.provenance());
        let value = arith::int::wrap(to, i128::from(pointer.lo));
        let taint = self.memory.address_taint(pointer);
        match taint != 0 && self.holds_address(to) && pointer.provenance().index().is_some() {
            true => Ok(self.whole_address(pointer, taint)),
            false => taint::with(to, Value::from_int(to, value), taint),
        }
    }

    /// A pointer into the exposed object there, if there is one.
    pub(super) fn int_to_pointer(&self, address: i128) -> Value {
        let address = address as u64 & self.address_mask();
        Value::pointer(address, self.memory.exposed_at(address))
    }

    /// The value of a pointer to what is gone is indeterminate (6.2.4p2).
    #[inline]
    pub(crate) fn check_alive(&self, pointer: Value) -> Result<(), Stop> {
        match pointer.provenance().index().is_none() || self.memory.is_alive(pointer.provenance()) {
            true => Ok(()),
            false => self.dangling(pointer),
        }
    }

    #[cold]
    fn dangling(&self, pointer: Value) -> Result<(), Stop> {
        if self.allowed.lets(Undefined::DanglingPointer) {
            return Ok(());
        }
        let finding = match self.memory.was_freed(pointer.provenance()) {
            true => Finding::PointeeFreed,
            false => Finding::PointeeGone,
        };
        let facts = Facts::new(finding).about(pointer.provenance(), 0..0);
        Err(Stop::undefined(Undefined::DanglingPointer, facts))
    }

    fn no_object(&self, a: Value, b: Value) -> bool {
        a.provenance() == Provenance::NONE || b.provenance() == Provenance::NONE
    }

    /// The value of a pointer to an object that is gone is indeterminate
    /// (6.2.4p2); whether literals share bytes is not specified, nor
    /// whether one past an object is the address of another.
    pub(crate) fn check_equality(&self, a: Value, b: Value) -> Result<(), Stop> {
        self.check_alive(a)?;
        self.check_alive(b)?;
        if a.provenance().same(b.provenance()) {
            return self.check_labels(a, b);
        }
        let (Some((_, x)), Some((_, y))) =
            (self.memory.object_of(a.provenance()), self.memory.object_of(b.provenance()))
        else {
            return Ok(());
        };
        let past = |v: Value, o: &crate::memory::Object| v.lo == o.address + o.plan.size;
        let start = |v: Value, o: &crate::memory::Object| v.lo == o.address;
        let open = |what| self.memory.choices.take(what).is_none();
        if ((past(a, x) && start(b, y)) || (past(b, y) && start(a, x))) && open(Open::Neighbours) {
            let facts = Facts::new(Finding::PastAndStart);
            return Err(Stop::unspecified(facts.of_both(a.provenance(), b.provenance())));
        }
        if !self.are_apart(a, b) && open(Open::Literals) {
            return Err(Stop::unspecified(Finding::TwoLiterals));
        }
        Ok(())
    }

    /// Whether places in two objects are certainly different ones.
    pub(crate) fn are_apart(&self, a: Value, b: Value) -> bool {
        let (Some((_, x)), Some((_, y))) =
            (self.memory.object_of(a.provenance()), self.memory.object_of(b.provenance()))
        else {
            return false;
        };
        let literals = x.plan.kind == Kind::Literal && y.plan.kind == Kind::Literal;
        let (at_a, at_b) = (a.lo.wrapping_sub(x.address), b.lo.wrapping_sub(y.address));
        let bytes = (&x.contents.bytes, &y.contents.bytes);
        !(literals && may_share((bytes.0, at_a), (bytes.1, at_b)))
    }
}

/// 6.4.5p7: whether two string literals may lie so in memory that these places, counted
/// from where they begin, are one: then what they share has the same characters in both.
fn may_share((a, at_a): (&[u8], u64), (b, at_b): (&[u8], u64)) -> bool {
    let first = at_a.min(at_b);
    let skip = |at: u64| usize::try_from(at - first).unwrap_or(usize::MAX);
    a.iter().skip(skip(at_a)).zip(b.iter().skip(skip(at_b))).all(|(x, y)| x == y)
}
