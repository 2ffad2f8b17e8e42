//! `lang::arith` against code that gcc compiled.
//!
//! One C program (`arith_gcc.c`) computes what it reads; here the same cases
//! go through `arith`, and the answers are compared bit for bit. Integers of
//! 8 bits are done exhaustively, the rest at random and at the edges. The
//! number of random cases is `ELENCHUS_CASES`.

use crate::gcc::{gcc, is_x86_64, scratch};
use crate::operands::{Operands, TYPES, Type, TypeId};
use elenchus_lang::arith::{BinaryOp, Float, UnaryOp, int};
use elenchus_lang::target::FloatFormat;
use elenchus_lang::undefined::Undefined;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Random cases without `ELENCHUS_CASES`.
const DEFAULT_CASES: usize = 300_000;

/// Cases given to one run of the C program.
const BATCH: usize = 250_000;

/// Disagreements that are shown in full.
const SHOWN: usize = 20;

const FLOAT_OPS: [BinaryOp; 10] = {
    use BinaryOp::*;
    [Add, Sub, Mul, Div, Lt, Gt, Le, Ge, Eq, Ne]
};

#[derive(Clone, Debug)]
enum Case {
    Binary(BinaryOp, TypeId, u128, u128),
    Unary(UnaryOp, TypeId, u128),
    Convert(TypeId, TypeId, u128),
    Literal(TypeId, String),
}

impl Case {
    /// The line that asks the C program.
    fn write(&self, line: &mut String) {
        let written = match self {
            Case::Binary(op, ty, a, b) => writeln!(line, "{:x} {ty:x} 0 {a:x} {b:x}", *op as u8),
            // unary plus is left out of the C program's list, after 16 others
            Case::Unary(op, ty, a) => writeln!(line, "{:x} {ty:x} 0 {a:x}", 15 + *op as u8),
            Case::Convert(from, to, a) => writeln!(line, "13 {from:x} {to:x} {a:x}"),
            Case::Literal(ty, text) => writeln!(line, "14 {ty:x} 0 {text}"),
        };
        written.unwrap();
    }

    /// What `arith` answers: bits, or an undefined kind.
    fn answer(&self) -> Result<u128, Undefined> {
        match *self {
            Case::Binary(op, ty, a, b) => match TYPES[ty] {
                Type::Int(ty) => int::binary(op, ty, a as i128, b as i128).map(|r| r as u128),
                Type::Float(format) => Ok(float_binary(op, format, a, b)),
                Type::Bool => unreachable!("operands are promoted"),
            },
            Case::Unary(op, ty, a) => match TYPES[ty] {
                Type::Int(ty) => int::unary(op, ty, a as i128).map(|r| r as u128),
                Type::Float(format) => Ok(float_unary(op, Float::from_bits(format, a))),
                Type::Bool => unreachable!("operands are promoted"),
            },
            Case::Convert(from, to, a) => convert(TYPES[from], TYPES[to], a),
            Case::Literal(ty, ref text) => match TYPES[ty] {
                Type::Float(format) => Ok(Float::from_literal(text, format).unwrap().bits()),
                _ => unreachable!("integer constants are not arithmetic"),
            },
        }
    }

    /// Whether the C program may give this answer too, where `arith` does not
    /// promise which NaN compiled code gives.
    fn may_also_be(&self, bits: u128) -> bool {
        match *self {
            // Either of two operands: gcc exchanges those of `+` and `*`.
            Case::Binary(op, ty, a, b) => {
                let Type::Float(format) = TYPES[ty] else { return false };
                let is_nan = |bits| Float::from_bits(format, bits).is_nan();
                is_nan(a) && is_nan(b) && bits == float_binary(op, format, b, a)
            }
            // A quiet one: gcc negates binary16 in binary32.
            Case::Unary(UnaryOp::Neg, ty, a) if TYPES[ty] == Type::Float(FloatFormat::Half) => {
                let a = Float::from_bits(FloatFormat::Half, a);
                let quiet = a.convert(FloatFormat::Single).convert(FloatFormat::Half);
                a.is_signaling() && bits == (-quiet).bits()
            }
            // libquadmath reads some constants that overflow as NaNs.
            Case::Literal(ty, ref text) if TYPES[ty] == Type::Float(FloatFormat::Quad) => {
                Float::from_literal(text, FloatFormat::Quad).is_some_and(Float::is_infinite)
                    && Float::from_bits(FloatFormat::Quad, bits).is_nan()
            }
            _ => false,
        }
    }
}

fn float_binary(op: BinaryOp, format: FloatFormat, a: u128, b: u128) -> u128 {
    let (a, b) = (Float::from_bits(format, a), Float::from_bits(format, b));
    match Float::binary(op, a, b) {
        Some(result) => result.bits(),
        None => Float::compare_by(op, a, b).unwrap().into(),
    }
}

fn float_unary(op: UnaryOp, a: Float) -> u128 {
    match op {
        UnaryOp::Neg => (-a).bits(),
        UnaryOp::Not => u128::from(a.is_zero()),
        UnaryOp::Plus | UnaryOp::BitNot => unreachable!("not asked of floats"),
    }
}

fn convert(from: Type, to: Type, a: u128) -> Result<u128, Undefined> {
    let value = a as i128;
    let result = match (from, to) {
        (Type::Int(_), Type::Int(to)) => int::wrap(to, value),
        (Type::Int(_), Type::Bool) => int::to_bool(value),
        (Type::Int(from), Type::Float(to)) => return Ok(Float::from_int(to, from, value).bits()),
        (Type::Float(from), Type::Int(to)) => Float::from_bits(from, a).to_int(to)?,
        (Type::Float(from), Type::Bool) => Float::from_bits(from, a).to_bool(),
        (Type::Float(from), Type::Float(to)) => {
            return Ok(Float::from_bits(from, a).convert(to).bits());
        }
        (Type::Bool, _) => unreachable!("promoted before it is converted"),
    };
    Ok(result as u128)
}

/// Any operation or conversion on any type.
fn draw(operands: &mut Operands) -> Case {
    let id = operands.random.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15]);
    let a = operands.value(TYPES[id]);
    if operands.random.below(3) == 0 && !is_odd(TYPES[id], a) {
        return Case::Convert(id, operands.random.below(16) as TypeId, a);
    }
    match TYPES[id] {
        Type::Float(_) if operands.random.below(16) == 0 => {
            Case::Unary(operands.random.pick(&[UnaryOp::Neg, UnaryOp::Not]), id, a)
        }
        Type::Float(format) => {
            // comparisons are six of ten and need the least of the cases
            let some = if operands.random.below(4) == 0 { 10 } else { 4 };
            let op = operands.random.pick(&FLOAT_OPS[..some]);
            Case::Binary(op, id, a, operands.float_near(format, a))
        }
        Type::Int(_) if operands.random.below(16) == 0 => {
            Case::Unary(operands.random.pick(&UnaryOp::ALL[1..]), id, a)
        }
        Type::Int(ty) => {
            let op = operands.random.pick(&BinaryOp::ALL);
            let b = if op.is_shift() { operands.count(ty) } else { operands.int(ty) };
            Case::Binary(op, id, a, b)
        }
        Type::Bool => unreachable!("never drawn"),
    }
}

/// An x87 encoding that no operation gives: libgcc and the hardware do not
/// agree on what it converts to.
fn is_odd(ty: Type, bits: u128) -> bool {
    let exponent = bits >> 64 & 0x7fff;
    let integer_bit = bits >> 63 & 1;
    ty == Type::Float(FloatFormat::X87) && (exponent != 0) != (integer_bit == 1)
}

/// Counts what was compared, over many runs of the C program.
struct Comparison {
    program: PathBuf,
    cases: usize,
    disagreements: usize,
}

impl Comparison {
    fn run(&mut self, cases: &[Case]) {
        let mut child = Command::new(&self.program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        // Reading while writing: pipes are short.
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let mut lines = String::new();
                for case in cases {
                    case.write(&mut lines);
                    if lines.len() > 1 << 16 {
                        input.write_all(lines.as_bytes()).unwrap();
                        lines.clear();
                    }
                }
                input.write_all(lines.as_bytes()).unwrap();
            });
            let mut answers = output.lines();
            for case in cases {
                let answer = answers.next().expect("an answer for each case").unwrap();
                self.judge(case, &answer);
            }
            assert!(answers.next().is_none(), "one answer for each case");
        });
        assert!(child.wait().unwrap().success());
    }

    fn judge(&mut self, case: &Case, theirs: &str) {
        self.cases += 1;
        let ours = case.answer();
        let bits = u128::from_str_radix(theirs, 16);
        let agree = match (&ours, &bits) {
            (Ok(ours), Ok(theirs)) => ours == theirs || case.may_also_be(*theirs),
            (Err(kind), Err(_)) => kind.id() == theirs,
            _ => false,
        };
        if !agree {
            self.disagreements += 1;
            if self.disagreements <= SHOWN {
                eprintln!("{case:x?}: ours {ours:x?}, gcc's {theirs}");
            }
        }
    }

    fn run_all(&mut self, cases: impl Iterator<Item = Case>) {
        let mut cases = cases.peekable();
        while cases.peek().is_some() {
            let batch: Vec<Case> = cases.by_ref().take(BATCH).collect();
            self.run(&batch);
        }
    }
}

/// The C program, and whether it can read binary128 constants.
fn build() -> (PathBuf, bool) {
    let program = scratch("arith_gcc");
    let source = include_str!("arith_gcc.c");
    let path = program.to_str().unwrap();
    let with_quadmath = ["-O0", "-o", path, "-DQUADMATH", "-lquadmath"];
    if gcc("arith_gcc", source, &with_quadmath).status.success() {
        return (program, true);
    }
    println!("skipped: binary128 constants, for libquadmath is missing");
    let output = gcc("arith_gcc", source, &with_quadmath[..3]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (program, false)
}

/// Every operation on every pair of operands of 8 bits.
fn all_of_eight_bits() -> impl Iterator<Item = Case> {
    [0, 1].into_iter().flat_map(|id| {
        let Type::Int(ty) = TYPES[id] else { unreachable!("the first two are integers") };
        let values = move || (int::min(ty)..=int::max(ty)).map(|value| value as u128);
        let binary = BinaryOp::ALL.into_iter().flat_map(move |op| {
            values().flat_map(move |a| values().map(move |b| Case::Binary(op, id, a, b)))
        });
        let unary = UnaryOp::ALL[1..]
            .iter()
            .flat_map(move |&op| values().map(move |a| Case::Unary(op, id, a)));
        let convert =
            (0..TYPES.len()).flat_map(move |to| values().map(move |a| Case::Convert(id, to, a)));
        binary.chain(unary).chain(convert)
    })
}

/// Every binary16 value, converted to everything.
fn all_halves() -> impl Iterator<Item = Case> {
    (0..TYPES.len()).flat_map(|to| (0..1u128 << 16).map(move |bits| Case::Convert(11, to, bits)))
}

#[test]
fn as_compiled_code() {
    if !is_x86_64() {
        return;
    }
    let random_cases = match std::env::var("ELENCHUS_CASES") {
        Ok(count) => count.parse().expect("ELENCHUS_CASES is a number"),
        Err(_) => DEFAULT_CASES,
    };
    let (program, quadmath) = build();
    let mut comparison = Comparison { program, cases: 0, disagreements: 0 };
    comparison.run_all(all_of_eight_bits());
    comparison.run_all(all_halves());
    let mut operands = Operands::new(1);
    comparison.run_all((0..random_cases).map(|_| draw(&mut operands)));
    let formats: &[TypeId] = if quadmath { &[12, 13, 14, 15] } else { &[12, 13, 14] };
    comparison.run_all((0..random_cases / 10).map(|_| {
        let id = operands.random.pick(formats);
        let Type::Float(format) = TYPES[id] else { unreachable!("the last types are floats") };
        Case::Literal(id, operands.literal(format))
    }));
    let Comparison { cases, disagreements, .. } = comparison;
    println!("arith: {cases} cases, {disagreements} disagreements");
    assert_eq!(disagreements, 0);
}
