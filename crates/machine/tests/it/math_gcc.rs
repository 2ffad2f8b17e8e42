//! `libc::real` and `libc::root` against the host's `<math.h>`, bit for bit
//! but for which NaN it is.

use crate::gcc::{gcc, scratch};
use crate::has_gcc_for_x86_64;
use crate::random::Random;
use elenchus_lang::arith::Float;
use elenchus_lang::target::{FloatFormat, IntType};
use elenchus_machine::libc::real::{self, Rounding};
use elenchus_machine::libc::root;
use std::fmt::Write as _;
use std::fs::File;
use std::process::Command;

/// Cases of each function and format without `ELENCHUS_CASES`.
const DEFAULT_CASES: usize = 2_000;

const FORMATS: [(char, FloatFormat); 3] =
    [('f', FloatFormat::Single), ('d', FloatFormat::Double), ('l', FloatFormat::X87)];

const FUNCTIONS: &str = "fctreqmdQanxXoOlsi";

/// Numbers of all sizes, and often ones that are near each other or integral.
fn operand(random: &mut Random, format: FloatFormat, near: Option<Float>) -> Float {
    let int = IntType { bits: 64, signed: true };
    let small = |random: &mut Random| {
        let value = random.next() as i64 >> random.below(64);
        real::scale(Float::from_int(format, int, value.into()), -(random.below(8) as i64))
    };
    match (random.below(8), near) {
        (0, _) => random.pick(&[
            Float::zero(format),
            -Float::zero(format),
            Float::infinity(format, false),
            Float::infinity(format, true),
            Float::default_nan(format),
            Float::from_bits(format, 1),
            Float::from_int(format, int, 1),
        ]),
        (1 | 2, Some(near)) => real::scale(near, random.below(9) as i64 - 4),
        (3 | 4, Some(near)) => real::next_toward(near, Float::zero(format)),
        (1..=4, _) => small(random),
        (5, _) => real::scale(small(random), random.below(200) as i64 - 100),
        _ => any(random, format),
    }
}

/// Any bits that are a number of the hardware.
fn any(random: &mut Random, format: FloatFormat) -> Float {
    let bits = random.wide();
    let value = Float::from_bits(format, bits);
    if format != FloatFormat::X87 {
        return value;
    }
    let integer = u128::from(bits >> 64 & 0x7fff != 0) << 63;
    Float::from_bits(format, bits & !(1 << 63) | integer)
}

fn answer(function: char, x: Float, y: Float, z: Float) -> Option<Float> {
    let int = IntType { bits: 64, signed: true };
    let number = |value: i64| Float::from_int(x.format(), int, value.into());
    Some(match function {
        'f' => real::integral(x, Rounding::Down),
        'c' => real::integral(x, Rounding::Up),
        't' => real::integral(x, Rounding::ToZero),
        'r' => real::integral(x, Rounding::HalfAway),
        'e' => real::integral(x, Rounding::HalfEven),
        'q' => root::sqrt(x).0,
        'm' => real::fmod(x, y).0,
        'd' => real::remquo(x, y).0,
        // What is stored then is unspecified (F.10.7.3).
        'Q' if !x.is_finite() || y.is_nan() || y.is_zero() => return None,
        'Q' => number(real::remquo(x, y).1.into()),
        'a' => root::fma(x, y, z).0,
        'n' => real::next_toward(x, y),
        'x' => real::frexp(x).0,
        'X' => number(real::frexp(x).1?),
        'o' => real::modf(x).1,
        'O' => real::modf(x).0,
        'l' => number(real::exponent(x)?),
        's' => real::scale(x, i64::from(y.bits() as i16)),
        _ => real::fdim(x, y),
    })
}

#[test]
fn as_the_library_computes() {
    if !has_gcc_for_x86_64() {
        return;
    }
    let program = scratch("math_gcc");
    let arguments = ["-o", program.to_str().unwrap(), "-lm", "-fno-builtin", "-frounding-math"];
    let output = gcc("math_gcc", include_str!("math_gcc.c"), &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let count = std::env::var("ELENCHUS_CASES").ok().and_then(|text| text.parse().ok());
    let mut random = Random::new(5);
    let mut lines = String::new();
    let mut cases = Vec::new();
    for _ in 0..count.unwrap_or(DEFAULT_CASES) {
        for (letter, format) in FORMATS {
            for function in FUNCTIONS.chars() {
                let x = operand(&mut random, format, None);
                let y = operand(&mut random, format, Some(x));
                let z = operand(&mut random, format, Some(-(x * y)));
                let Some(ours) = answer(function, x, y, z) else { continue };
                write!(lines, "{letter} {function}").unwrap();
                for operand in [x, y, z] {
                    let bits = operand.bits();
                    write!(lines, " {:x} {:x}", (bits >> 64) as u64, bits as u64).unwrap();
                }
                lines.push('\n');
                cases.push((function, x, y, z, ours));
            }
        }
    }
    let input = scratch("math_gcc.in");
    std::fs::write(&input, lines).unwrap();
    let output = Command::new(program).stdin(File::open(input).unwrap()).output().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), cases.len());
    for (line, &(function, x, y, z, ours)) in answers.lines().zip(&cases) {
        let bits = u128::from_str_radix(line, 16).unwrap();
        let theirs = Float::from_bits(x.format(), bits);
        let zeros = ours.is_zero() && theirs.is_zero();
        let same = ours == theirs
            || ours.is_nan() && theirs.is_nan()
            // Of a subnormal divisor glibc gives the wrong zero (F.10.7.2).
            || function == 'd' && zeros && ours.is_negative() == x.is_negative();
        assert!(same, "{function} of {x:x?} {y:x?} {z:x?}: ours {ours:x?}, theirs {theirs:x?}");
    }
}
