//! Labels as values (GNU).

use elenchus_lang::target::IntType;
use elenchus_lang::tree::LabelId;

use crate::Machine;
use crate::choose::{Open, mixed};
use crate::code::Code;
use crate::memory::Provenance;
use crate::rules::taint;
use crate::stop::Stop;
use crate::value::Value;
use crate::words::Finding;

/// Labels lie so far apart, like code that is aligned.
const LABEL_STEP: u64 = 16;

/// Where the labels lie: numbers that are scattered, so that no two differences of
/// labels are the same by chance. What a program adds to a label leads to another one
/// only if it is their difference.
#[derive(Clone, Copy)]
struct Spots {
    /// Half of the bits that a number has.
    half: u32,
}

impl Spots {
    fn of(word: u8) -> Spots {
        // Differences fit an `int` in GNU C's tables.
        Spots { half: if word > 2 { 13 } else { 6 } }
    }

    fn ones(self) -> u64 {
        (1 << self.half) - 1
    }

    /// What one half of a number does to the other, in each of the rounds.
    fn stirred(self, round: u64, half: u64) -> u64 {
        mixed(round + 1, half) >> 7 & self.ones()
    }

    fn address(self, label: LabelId) -> u64 {
        let number = label.index() as u64;
        let (mut high, mut low) = (number >> self.half & self.ones(), number & self.ones());
        for round in 0..ROUNDS {
            (high, low) = (low, high ^ self.stirred(round, low));
        }
        ((high << self.half | low) + 1) * LABEL_STEP
    }

    fn label(self, address: u64) -> Option<LabelId> {
        if address % LABEL_STEP != 0 {
            return None;
        }
        let spot = (address / LABEL_STEP).checked_sub(1)?;
        let (mut high, mut low) = (spot >> self.half, spot & self.ones());
        if high > self.ones() {
            return None;
        }
        for round in (0..ROUNDS).rev() {
            (high, low) = (low ^ self.stirred(round, high), high);
        }
        Some(LabelId::new((high << self.half | low) as usize))
    }
}

const ROUNDS: u64 = 4;

impl Machine {
    fn spots(&self) -> Spots {
        Spots::of(self.p.target.pointer.size)
    }

    pub(super) fn label_address(&self, label: LabelId) -> Value {
        Value::pointer(self.spots().address(label), Provenance::LABEL)
    }

    /// How far labels lie apart is for the compiler to choose; that it leads from one to
    /// the other is sure.
    pub(crate) fn label_difference(&self, bytes: i64, size: u64) -> Result<Value, Stop> {
        if size > 1 {
            return Err(Stop::unsupported("labels that are so many objects apart"));
        }
        let value = Value::int(bytes.into());
        match bytes != 0 && self.memory.choices.take(Open::Code).is_none() {
            true => taint::with(IntType { bits: 64, signed: true }, value, u64::MAX),
            false => Ok(value),
        }
    }

    /// Labels with nothing between them may be one place.
    pub(crate) fn check_labels(&self, a: Value, b: Value) -> Result<(), Stop> {
        let both = a.provenance() == Provenance::LABEL && b.provenance() == Provenance::LABEL;
        match both && a.lo != b.lo && self.memory.choices.take(Open::Code).is_none() {
            true => Err(Stop::unspecified(Finding::TwoLabels)),
            false => Ok(()),
        }
    }

    /// Where in the code of the frame on top a computed goto leads; nothing if it has
    /// led to an enclosing call.
    pub(super) fn computed_goto(
        &mut self,
        code: &Code,
        value: Value,
        bottom: usize,
    ) -> Result<Option<usize>, Stop> {
        let label = match value.provenance() {
            Provenance::LABEL => self.spots().label(value.lo),
            _ => None,
        };
        let Some(label) = label else {
            return Err(Stop::unsupported("a computed goto to this address"));
        };
        let Some(&(to, scope)) = code.labels.get(&label) else {
            self.outer_goto(label, bottom)?;
            return Ok(None);
        };
        self.change_scope(code, scope)?;
        Ok(Some(to as usize))
    }
}
