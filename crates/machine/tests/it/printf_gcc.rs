//! `libc::format` against the `printf` of the host's C library.
//!
//! One C program (`printf_gcc.c`) prints what it reads; the same cases are
//! formatted here, and the texts are compared byte for byte. Misused flags are
//! among them: what glibc makes of these is known too. The number of cases is
//! `ELENCHUS_CASES`.

use crate::gcc::{gcc, scratch};
use crate::has_gcc_for_x86_64;
use crate::random::Random;
use elenchus_lang::arith::{Float, int};
use elenchus_lang::target::{FloatFormat, IntType, Target};
use elenchus_machine::libc::directive::{Directive, Expected, Piece, pieces};
use elenchus_machine::libc::format::{self, Sink};
use elenchus_machine::libc::format_float;
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Cases of each kind without `ELENCHUS_CASES`.
const DEFAULT_CASES: usize = 5_000;

/// More than the widest field and precision that are drawn.
const LIMIT: usize = 1 << 17;

#[derive(Clone, Debug)]
enum Argument {
    Integer(i128),
    Float(Float),
    Text(&'static str),
}

#[derive(Clone, Debug)]
struct Case {
    format: String,
    stars: [i32; 2],
    argument: Argument,
}

impl Case {
    /// The one directive of the format.
    fn directive(&self) -> Directive {
        let directive = pieces(self.format.as_bytes()).find_map(|piece| match piece.unwrap() {
            Piece::Text(_) => None,
            Piece::Directive(directive) => Some(directive),
        });
        directive.unwrap()
    }

    /// The letter by which the C program knows the argument's type.
    fn letter(&self) -> char {
        match self.directive().expected(Target::x86_64()) {
            Expected::Integer(kind) if Target::x86_64().int_extent(kind).size == 8 => 'l',
            Expected::Integer(_) | Expected::Character => 'i',
            Expected::Double => 'd',
            Expected::LongDouble => match self.argument {
                Argument::Float(value) if value.format() == FloatFormat::Quad => 'q',
                _ => 'e',
            },
            Expected::String => 's',
            Expected::Pointer => 'p',
            other => panic!("{other:?} is not drawn"),
        }
    }

    /// The line that asks the C program.
    fn write(&self, lines: &mut String) {
        let stars = self.format.matches('*').count();
        let [width, precision] = self.stars;
        let argument = match self.argument {
            Argument::Integer(value) => format!("{:x}", value as u64),
            Argument::Float(value) => format!("{:x}", value.bits()),
            Argument::Text(text) => text.to_string(),
        };
        // quadmath has a modifier of its own
        let mut format = self.format.clone();
        if self.letter() == 'q' {
            format = format.replace('L', "Q");
        }
        let letter = self.letter();
        writeln!(lines, "{letter}\t{stars}\t{width}\t{precision}\t{argument}\t{format}").unwrap();
    }

    fn answer(&self) -> Vec<u8> {
        let mut text = Vec::new();
        let mut sink = Sink::new(&mut text, LIMIT);
        for piece in pieces(self.format.as_bytes()) {
            match piece.unwrap() {
                Piece::Text(text) => sink.push(text).unwrap(),
                Piece::Directive(directive) => self.convert(&mut sink, &directive),
            }
        }
        text
    }

    fn convert(&self, sink: &mut Sink<'_>, directive: &Directive) {
        let [width, precision] = self.stars;
        let spec = directive.spec(width, precision);
        let target = Target::x86_64();
        let written = match (directive.expected(target), &self.argument) {
            (Expected::Integer(kind), Argument::Integer(value)) => {
                format::integer(sink, &spec, int::wrap(target.int_type(kind), *value))
            }
            (Expected::Character, Argument::Integer(value)) => {
                format::character(sink, &spec, *value as u8)
            }
            (Expected::Pointer, Argument::Integer(value)) => {
                format::pointer(sink, &spec, *value as u64)
            }
            (_, Argument::Float(value)) => format_float::float(sink, &spec, *value),
            (_, Argument::Text(text)) => format::string(sink, &spec, text.as_bytes()),
            (expected, argument) => panic!("{expected:?} and {argument:?}"),
        };
        written.unwrap();
    }
}

/// A directive in a text: flags, width and precision at random.
fn format_of(random: &mut Random, longest: u64, length: &str, conversion: char) -> String {
    let mut format = String::from("<%");
    for flag in ['-', '+', ' ', '#', '0'] {
        if random.below(4) == 0 {
            format.push(flag);
        }
    }
    let star = random.below(8) == 0;
    match random.below(3) {
        _ if star => format.push('*'),
        0 => write!(format, "{}", 1 + random.below(40)).unwrap(),
        _ => {}
    }
    match random.below(8) {
        _ if star && random.below(2) == 0 => format.push_str(".*"),
        0 => format.push_str(".0"),
        1 => format.push('.'),
        2..4 => write!(format, ".{}", random.below(longest)).unwrap(),
        4..6 => write!(format, ".{}", random.below(25)).unwrap(),
        _ => {}
    }
    write!(format, "{length}{conversion}>").unwrap();
    format
}

fn stars(random: &mut Random) -> [i32; 2] {
    [random.below(81) as i32 - 40, random.below(30) as i32 - 5]
}

fn integer_case(random: &mut Random) -> Case {
    let conversion = random.pick(&['d', 'i', 'u', 'o', 'x', 'X', 'c', 'p']);
    let length = match conversion {
        'c' | 'p' => "",
        _ => random.pick(&["", "hh", "h", "l", "ll", "j", "z", "t"]),
    };
    let word = IntType { bits: 64, signed: true };
    let value = match random.below(6) {
        0 => random.pick(&[0, 1, -1, int::min(word), int::max(word), i32::MIN.into()]),
        1 => 0,
        _ => i128::from(random.next() as i64) >> random.below(64),
    };
    let format = format_of(random, 80, length, conversion);
    Case { format, stars: stars(random), argument: Argument::Integer(value) }
}

fn string_case(random: &mut Random) -> Case {
    let argument = Argument::Text(random.pick(&["", "a", "hello, world", "%d%%", "  x "]));
    Case { format: format_of(random, 20, "", 's'), stars: stars(random), argument }
}

/// Short ones, where ties are, and any others.
fn float_value(random: &mut Random, format: FloatFormat) -> Float {
    let wide = IntType { bits: 128, signed: true };
    let from_int = |value| Float::from_int(format, wide, value);
    let value = match random.below(8) {
        0 => random.pick(&[Float::zero(format), Float::infinity(format, false)]),
        // few digits after the point: halves, quarters, ...
        1 | 2 => {
            let number = i128::from(random.next() >> random.below(64));
            from_int(number) / from_int(1 << random.below(20))
        }
        // decimal fractions, and powers of ten with one digit
        3 | 4 => {
            let number = random.next() >> random.below(64);
            let exponent = random.below(40) as i64 - 25;
            Float::from_literal(&format!("{number}e{exponent}"), format).unwrap()
        }
        5 => from_int(random.wide() as i128 >> random.below(128)),
        // any bits; tiny and huge ones have thousands of digits
        _ => Float::from_bits(format, random.wide()),
    };
    let value = if is_pseudo_denormal(value) { Float::zero(format) } else { value };
    if random.below(2) == 0 { value } else { -value }
}

/// An x87 number with the exponent of a subnormal one and an integer bit all
/// the same. The hardware knows its value and never gives one; glibc's `%f`
/// loses that bit.
fn is_pseudo_denormal(value: Float) -> bool {
    value.format() == FloatFormat::X87 && value.bits() >> 63 & 0xffff == 1
}

fn float_case(random: &mut Random, format: FloatFormat) -> Case {
    let argument = Argument::Float(float_value(random, format));
    let length = match format {
        FloatFormat::Double => random.pick(&["", "l"]),
        _ => "L",
    };
    let conversion = random.pick(&['f', 'F', 'e', 'E', 'g', 'G', 'a', 'A']);
    let longest = random.pick(&[10, 60, 2000]);
    let mut case = Case {
        format: format_of(random, longest, length, conversion),
        stars: stars(random),
        argument,
    };
    if format == FloatFormat::Quad {
        // quadmath takes a directive and nothing else, and no negative stars
        case.format = case.format.trim_matches(['<', '>']).to_string();
        case.stars = case.stars.map(i32::abs);
    }
    case
}

/// The C program, if gcc can build it so.
fn build(name: &str, options: &[&str]) -> Result<PathBuf, String> {
    let program = scratch(name);
    let options = [&["-o", program.to_str().unwrap()], options].concat();
    let output = gcc(name, include_str!("printf_gcc.c"), &options);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(program) } else { Err(errors) }
}

fn compare(program: &Path, cases: &[Case]) {
    let mut lines = String::new();
    cases.iter().for_each(|case| case.write(&mut lines));
    let input = program.with_extension("in");
    std::fs::write(&input, lines).unwrap();
    let output = Command::new(program).stdin(File::open(input).unwrap()).output().unwrap();
    assert!(output.status.success());
    let mut rest = &output.stdout[..];
    for case in cases {
        let theirs = next_answer(&mut rest);
        let ours = case.answer();
        let text = String::from_utf8_lossy;
        assert_eq!(text(&ours), text(theirs), "{case:x?}");
    }
    assert!(rest.is_empty());
}

fn cases(seed: u64, draw: impl Fn(&mut Random) -> Case) -> Vec<Case> {
    let count = std::env::var("ELENCHUS_CASES").ok().and_then(|text| text.parse().ok());
    let mut random = Random::new(seed);
    (0..count.unwrap_or(DEFAULT_CASES)).map(|_| draw(&mut random)).collect()
}

#[test]
fn as_the_library_prints_them() {
    if !has_gcc_for_x86_64() {
        return;
    }
    let program = build("printf_gcc", &[]).unwrap();
    compare(&program, &cases(1, integer_case));
    compare(&program, &cases(2, string_case));
    compare(&program, &cases(3, |random| float_case(random, FloatFormat::Double)));
    compare(&program, &cases(4, |random| float_case(random, FloatFormat::X87)));
}

/// A program of its own: libquadmath registers a modifier with glibc, whose
/// `printf` then takes another path for everything, with a bug: in `%0*f` a
/// negative width pads with zeros on the right.
#[test]
fn as_quadmath_prints_them() {
    if !has_gcc_for_x86_64() {
        return;
    }
    match build("printf_quad_gcc", &["-DQUADMATH", "-lquadmath"]) {
        Ok(program) => {
            compare(&program, &cases(5, |random| float_case(random, FloatFormat::Quad)));
        }
        Err(_) => println!("skipped: binary128 values, for libquadmath is missing"),
    }
}

/// A length, a space, so many bytes and the end of the line.
fn next_answer<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let space = rest.iter().position(|&byte| byte == b' ').unwrap();
    let length: usize = std::str::from_utf8(&rest[..space]).unwrap().parse().unwrap();
    let (text, after) = rest[space + 1..].split_at(length);
    *rest = &after[1..];
    text
}
