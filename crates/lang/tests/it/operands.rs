//! Operands for comparisons with compiled code.

use crate::random::Random;
use elenchus_lang::arith::{Float, int};
use elenchus_lang::target::{FloatFormat, IntType};
use std::fmt::Write as _;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Type {
    Int(IntType),
    Bool,
    Float(FloatFormat),
}

const fn int_type(bits: u8, signed: bool) -> Type {
    Type::Int(IntType { bits, signed })
}

/// In the order of the enum in `arith_gcc.c`.
pub const TYPES: [Type; 16] = [
    int_type(8, true),
    int_type(8, false),
    int_type(16, true),
    int_type(16, false),
    int_type(32, true),
    int_type(32, false),
    int_type(64, true),
    int_type(64, false),
    int_type(128, true),
    int_type(128, false),
    Type::Bool,
    Type::Float(FloatFormat::Half),
    Type::Float(FloatFormat::Single),
    Type::Float(FloatFormat::Double),
    Type::Float(FloatFormat::X87),
    Type::Float(FloatFormat::Quad),
];

/// A type as its index in `TYPES`, so that it can be written to the program.
pub type TypeId = usize;

/// Draws operands: often at the edges of the type, where the mistakes are.
pub struct Operands {
    pub random: Random,
}

impl Operands {
    pub fn new(seed: u64) -> Operands {
        Operands { random: Random::new(seed) }
    }

    pub fn int(&mut self, ty: IntType) -> u128 {
        let random = &mut self.random;
        let value = match random.below(8) {
            0 => random.pick(&[0, 1, -1, 2, -2]),
            1 => {
                random.pick(&[int::min(ty), int::max(ty)]).wrapping_add(random.below(5) as i128 - 2)
            }
            2 => (1i128 << random.below(ty.bits.into())).wrapping_add(random.below(3) as i128 - 1),
            3 => -(random.below(1000) as i128),
            4 => random.below(1000) as i128,
            // any length, so that products and quotients are interesting
            5 | 6 => (random.wide() as i128) >> random.below(128),
            _ => random.wide() as i128,
        };
        int::wrap(ty, value) as u128
    }

    /// Counts around the width are as likely as those inside it.
    pub fn count(&mut self, ty: IntType) -> u128 {
        match self.random.below(8) {
            0 => (self.random.wide() as i128 >> self.random.below(128)) as u128,
            _ => (self.random.below(u64::from(ty.bits) + 6) as i128 - 3) as u128,
        }
    }

    pub fn float(&mut self, format: FloatFormat) -> u128 {
        let random = &mut self.random;
        let one = Float::from_int(format, IntType { bits: 8, signed: true }, 1).bits();
        let infinity = Float::infinity(format, false).bits();
        let sign = (-Float::zero(format)).bits();
        let bits = match random.below(10) {
            0 => random.pick(&[0, 1, one, infinity, infinity - 1, infinity | infinity >> 3]),
            // around powers of two, subnormals and the largest among them
            1 => random
                .pick(&[0, one, infinity, one << 1])
                .wrapping_add(random.wide() % 5)
                .wrapping_sub(2),
            // few bits set: exact results and ties
            2 | 3 => one.wrapping_add(few_bits(random)),
            // integers and fractions of moderate size
            4 | 5 => {
                let value = random.wide() as i128 >> random.below(128);
                let ty = IntType { bits: 128, signed: true };
                Float::from_int(format, ty, value).bits()
            }
            // NaNs with payloads
            6 if random.below(4) == 0 => infinity | random.wide() >> random.below(128),
            // any bits, those that the x87 refuses among them
            _ => random.wide(),
        };
        let bits = if random.below(2) == 0 { bits } else { bits ^ sign };
        Float::from_bits(format, bits).bits()
    }

    /// A second operand near the first, half of the time: what cancels, ties
    /// or divides exactly.
    pub fn float_near(&mut self, format: FloatFormat, other: u128) -> u128 {
        match self.random.below(4) {
            0 => Float::from_bits(format, other.wrapping_add(few_bits(&mut self.random))).bits(),
            1 => Float::from_bits(format, other ^ self.random.wide() >> self.random.below(128))
                .bits(),
            _ => self.float(format),
        }
    }

    pub fn value(&mut self, ty: Type) -> u128 {
        match ty {
            Type::Int(ty) => self.int(ty),
            Type::Float(format) => self.float(format),
            Type::Bool => unreachable!("promoted before it is converted"),
        }
    }

    /// A floating constant: hexadecimal, half-way between two values or a
    /// little aside from it, or of any digits and any exponent.
    pub fn literal(&mut self, format: FloatFormat) -> String {
        match self.random.below(8) {
            0 | 1 => self.hexadecimal_literal(),
            2 | 3 => self.tie_literal(format),
            _ => self.decimal_literal(format),
        }
    }

    fn hexadecimal_literal(&mut self) -> String {
        let random = &mut self.random;
        let (high, low) = (random.wide() >> random.below(128), random.next());
        let exponent = random.below(33_000) as i64 - 16_600;
        let exponent = exponent >> random.below(10);
        format!("0x{high:x}.{low:x}p{exponent}")
    }

    /// An odd integer of one bit more than the format has is a tie.
    fn tie_literal(&mut self, format: FloatFormat) -> String {
        let precision = match format {
            FloatFormat::Half => 11,
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::X87 => 64,
            FloatFormat::Quad => 113,
        };
        let random = &mut self.random;
        let tie = (random.wide() >> (128 - precision)) | 1 << (precision - 1);
        let tie = tie << 1 | 1;
        let far = random.below(300) as usize;
        match random.below(3) {
            0 => format!("{tie}.0"),
            1 => format!("{tie}.{}1", "0".repeat(far)),
            _ => format!("{}.{}", tie - 1, "9".repeat(far + 1)),
        }
    }

    fn decimal_literal(&mut self, format: FloatFormat) -> String {
        let random = &mut self.random;
        let digits = match random.below(16) {
            0 => 1 + random.below(2000),
            1..4 => 1 + random.below(100),
            _ => 1 + random.below(40),
        };
        let mut text: String =
            (0..digits).map(|_| char::from(b'0' + random.below(10) as u8)).collect();
        let dot = random.below(digits + 1) as usize;
        text.insert(dot, '.');
        let largest = match format {
            FloatFormat::Half => 6,
            FloatFormat::Single => 46,
            FloatFormat::Double => 330,
            FloatFormat::X87 | FloatFormat::Quad => 4980,
        };
        let largest = if random.below(2) == 0 { largest } else { 30 };
        write!(text, "e{}", random.below(2 * largest + 1) as i64 - largest as i64 - dot as i64)
            .unwrap();
        text
    }
}

fn few_bits(random: &mut Random) -> u128 {
    (0..1 + random.below(3)).fold(0u128, |bits, _| bits.wrapping_add(1 << random.below(128)))
}
