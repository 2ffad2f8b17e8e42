//! Rules that a run lets pass where it is told to.
//!
//! What compilers do there in practice is done, and the kind is written down. Where
//! it was is found by running again without it. Who judges programs never allows
//! anything.

use std::cell::Cell;

use elenchus_lang::undefined::Undefined;

use crate::Machine;
use crate::stop::Stop;

/// The kinds that can be allowed: all compilers do the same there, or have an option
/// that says what they do.
pub const ALLOWABLE: &[(Undefined, &str)] = &[
    (Undefined::EffectiveType, "as with -fno-strict-aliasing"),
    (Undefined::SignedOverflow, "as with -fwrapv"),
    (Undefined::LeftShift, "bits move, whatever they mean then"),
    (Undefined::Misaligned, "as the processor does it"),
    (Undefined::DanglingPointer, "the address that it had is its value"),
];

/// What a run lets pass, a bit for each row of [`ALLOWABLE`].
#[derive(Default, Debug)]
pub(crate) struct Allowed {
    kinds: u8,
    met: Cell<u8>,
}

fn bit(kind: Undefined) -> u8 {
    ALLOWABLE.iter().position(|(row, _)| *row == kind).map_or(0, |row| 1 << row)
}

impl Allowed {
    /// Whether this kind may pass; then it is noted.
    #[cold]
    pub(crate) fn lets(&self, kind: Undefined) -> bool {
        let bit = self.kinds & bit(kind);
        self.met.set(self.met.get() | bit);
        bit != 0
    }

    /// The same for a stop of that kind, and no other.
    #[cold]
    pub(crate) fn passes(&self, stop: &Stop, only: Undefined) -> bool {
        matches!(stop, Stop::Undefined(kind, _) if *kind == only) && self.lets(only)
    }

    /// The same for a run from the start.
    pub(crate) fn unmet(self) -> Allowed {
        Allowed { kinds: self.kinds, met: Cell::default() }
    }

    pub(crate) fn met(&self) -> Vec<Undefined> {
        let met = |(kind, _): &&(Undefined, &str)| self.met.get() & bit(*kind) != 0;
        ALLOWABLE.iter().filter(met).map(|(kind, _)| *kind).collect()
    }
}

impl Machine {
    /// Treats these kinds as compilers do in practice, and goes on. Those that are
    /// not [`ALLOWABLE`] stay what they are.
    pub fn with_allowed(mut self, kinds: &[Undefined]) -> Machine {
        self.allowed.kinds = kinds.iter().fold(0, |bits, kind| bits | bit(*kind));
        self
    }
}
