//! Choices that C leaves open, taken by a seed.
//!
//! Without a seed nothing is chosen: what depends on such a choice ends the run as
//! unspecified, and what does not goes on. With one, each choice that the program
//! depends on is taken and written down by its name. Who judges programs never
//! chooses: a program is valid only if it is so under every choice.

use std::cell::Cell;

use elenchus_lang::arith;
use elenchus_lang::target::IntType;

use crate::Machine;
use crate::code::Evaluation;
use crate::rules::taint;
use crate::stop::Stop;
use crate::value::Value;

macro_rules! open {
    ($($name:ident $words:literal;)*) => {
        /// What C leaves open.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Open {
            $(#[doc = $words] $name,)*
        }

        impl Open {
            /// All of them, in the order in which they are told.
            pub const ALL: &[Open] = &[$(Open::$name),*];

            /// A few words for people.
            pub fn words(self) -> &'static str {
                match self {
                    $(Open::$name => $words,)*
                }
            }
        }
    };
}

open! {
    Order "the order of evaluation";
    Addresses "addresses";
    Padding "bytes of padding";
    Random "random numbers";
    Time "the time";
    Process "the number of the process";
    Literals "whether equal string literals are one object";
    Neighbours "whether objects lie side by side";
    Zeros "which zero is the larger one";
    Rounding "how complex numbers are rounded";
    Fit "what becomes of numbers that do not fit";
    Calls "addresses of calls";
    Code "addresses of labels";
}

/// The choices of a run.
#[derive(Default, Debug)]
pub(crate) struct Choices {
    seed: Option<u64>,
    /// A bit for each that was taken.
    taken: Cell<u32>,
}

/// The seed whose choices are those of gcc and glibc on Linux.
pub const AS_GCC: u64 = 1;

impl Choices {
    pub(crate) fn by(seed: u64) -> Choices {
        Choices { seed: Some(seed), ..Choices::default() }
    }

    /// Takes a choice, if this run does.
    #[inline]
    pub(crate) fn take(&self, what: Open) -> Option<u64> {
        let seed = self.seed?;
        self.taken.set(self.taken.get() | 1 << what as u32);
        Some(seed)
    }

    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn taken(&self) -> Vec<Open> {
        let was = |what: &Open| self.taken.get() >> (*what as u32) & 1 != 0;
        Open::ALL.iter().copied().filter(was).collect()
    }
}

/// A number that a seed and a place in a row of choices give.
pub(crate) fn mixed(seed: u64, at: u64) -> u64 {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ at.wrapping_mul(0xd134_2543_de82_ef95);
    x = (x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 29
}

impl Machine {
    /// Takes every choice that C leaves open by a seed, and goes on. [`AS_GCC`]
    /// chooses as gcc and glibc do on Linux, from the left to the right.
    pub fn with_choices(mut self, seed: u64) -> Machine {
        self.cache.evaluation = match seed {
            AS_GCC => Evaluation::LeftToRight,
            2 => Evaluation::RightToLeft,
            _ => Evaluation::Mixed(seed),
        };
        self.memory.choose(Choices::by(seed));
        self
    }

    /// A number that the world outside gives: which one it is stays open, in the lowest
    /// so many bits.
    pub(crate) fn open_number(
        &self,
        what: Open,
        number: u64,
        ty: IntType,
        bits: u8,
    ) -> Result<Value, Stop> {
        let number = Value::from_int(ty, arith::int::wrap(ty, number.into()));
        match self.memory.choices.take(what) {
            Some(_) => Ok(number),
            None => taint::with(ty, number, u64::MAX >> (64 - bits.clamp(1, 64))),
        }
    }

    /// What was chosen so far.
    pub(crate) fn chosen(&self) -> Vec<Open> {
        self.memory.choices.taken()
    }
}
