//! `libc::strto` against the readers of the host's C library, as
//! `printf_gcc.rs` has it.

use crate::gcc::{gcc, scratch};
use crate::has_gcc_for_x86_64;
use crate::random::Random;
use elenchus_lang::target::{FloatFormat, IntType};
use elenchus_machine::libc::strto::{self, Range};
use std::fmt::Write as _;
use std::fs::File;
use std::process::Command;

/// Cases of each kind without `ELENCHUS_CASES`.
const DEFAULT_CASES: usize = 5_000;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Integer(IntType),
    Float(FloatFormat),
}

/// By the letters of the C program.
const KINDS: [(char, Kind); 6] = [
    ('l', Kind::Integer(IntType { bits: 64, signed: true })),
    ('u', Kind::Integer(IntType { bits: 64, signed: false })),
    ('f', Kind::Float(FloatFormat::Single)),
    ('d', Kind::Float(FloatFormat::Double)),
    ('e', Kind::Float(FloatFormat::X87)),
    ('q', Kind::Float(FloatFormat::Quad)),
];

/// Parts of which texts are made, some numbers and some nearly.
const PARTS: [&str; 46] = [
    " ",
    "\t",
    "-",
    "+",
    "0",
    "0x",
    "0X",
    "1",
    "7",
    "9",
    "12",
    "a",
    "F",
    "z",
    "Zz",
    ".",
    "e",
    "E5",
    "p",
    "P-3",
    "e+",
    "e-",
    "inf",
    "INFINITY",
    "nan",
    "NaN(",
    "(0x1f)",
    "()",
    "_",
    ")",
    "fini",
    "ty",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "4294967296",
    "000",
    "99999",
    "0.1",
    "1.5",
    "e308",
    "e-320",
    "e4932",
    "e-4940",
    "p-1070",
    "p16383",
];

fn text(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.below(8) {
        match random.below(6) {
            0 => write!(text, "{}", random.next() >> random.below(64)).unwrap(),
            1 => write!(text, "{:x}", random.next() >> random.below(64)).unwrap(),
            _ => text.push_str(random.pick(&PARTS)),
        }
    }
    text
}

/// Bits, bytes consumed, and whether it is a range error, if that is known.
fn answer(kind: Kind, base: i32, text: &str) -> (u128, usize, Option<bool>) {
    match kind {
        Kind::Integer(ty) => {
            let read = strto::integer(text.as_bytes(), base, ty).unwrap();
            (read.value as u64 as u128, read.consumed, Some(read.out_of_range))
        }
        Kind::Float(format) => {
            let read = strto::float(text.as_bytes(), format);
            let range = match read.range {
                // glibc lets a payload of too many digits show in errno
                _ if read.value.is_nan() => None,
                Range::Fits => Some(false),
                Range::Overflow => Some(true),
                Range::Underflow => None,
            };
            (read.value.bits(), read.consumed, range)
        }
    }
}

#[test]
fn as_the_library_reads_them() {
    if !has_gcc_for_x86_64() {
        return;
    }
    let program = scratch("strto_gcc");
    let output = gcc("strto_gcc", include_str!("strto_gcc.c"), &["-o", program.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let count = std::env::var("ELENCHUS_CASES").ok().and_then(|text| text.parse().ok());
    let mut random = Random::new(11);
    let mut lines = String::new();
    let mut cases = Vec::new();
    for _ in 0..count.unwrap_or(DEFAULT_CASES) {
        let text = text(&mut random);
        for &(letter, kind) in &KINDS {
            let base = random.pick(&[0, 0, 2, 8, 10, 10, 16, 16, 35, 36]);
            writeln!(lines, "{letter} {base} {text}").unwrap();
            cases.push((kind, base, text.clone()));
        }
    }
    let input = scratch("strto_gcc.in");
    std::fs::write(&input, lines).unwrap();
    let output = Command::new(program).stdin(File::open(input).unwrap()).output().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), cases.len());
    for (line, (kind, base, text)) in answers.lines().zip(&cases) {
        let fields: Vec<&str> = line.split(' ').collect();
        let bits = u128::from_str_radix(fields[0], 16).unwrap();
        let (our_bits, our_length, our_range) = answer(*kind, *base, text);
        let same_range = our_range.is_none_or(|error| fields[2] == u8::from(error).to_string());
        let same = bits == our_bits && fields[1] == our_length.to_string() && same_range;
        assert!(
            same,
            "{kind:?} in {base} of {text:?}: ours {our_bits:x} {our_length} {our_range:?}, theirs {line}"
        );
    }
}
