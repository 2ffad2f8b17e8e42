//! Every row, for all values of 4 and 8 bits; and whole loops of operations
//! that are repaired while they run, at the real widths.

use std::rc::Rc;

use elenchus_lang::arith::{self, BinaryOp};
use elenchus_lang::rules::Language;
use elenchus_lang::target::{IntType, Target};
use elenchus_lang::tree::{Program, UnaryOp};
use elenchus_lang::undefined::Undefined;
use elenchus_machine::{Event, Limits, Machine, Origin, Stop, Verdict};

use super::*;
use crate::choices::Choices;

/// A C in which `int` has so few bits that everything can be tried.
struct Small {
    left: IntType,
    right: IntType,
    a: i128,
    b: i128,
    fix: i128,
    seen_a: u32,
    seen_b: u32,
}

type Typed = (IntType, i128);

impl Small {
    fn new(left: IntType, right: IntType, a: i128, b: i128) -> Small {
        Small { left, right, a, b, fix: 0, seen_a: 0, seen_b: 0 }
    }

    fn run(&mut self, form: &Form) -> Result<Typed, Undefined> {
        let int = IntType { signed: true, ..self.left };
        Ok(match *form {
            Form::A => {
                self.seen_a += 1;
                (self.left, self.a)
            }
            Form::B => {
                self.seen_b += 1;
                (self.right, self.b)
            }
            Form::Number(number) => match number {
                Number::Small(value) => (int, value.into()),
                Number::LastBit => (int, i128::from(self.left.bits) - 1),
                Number::Width => (int, self.left.bits.into()),
                Number::Min => (self.left, arith::int::min(self.left)),
                Number::Max => (self.left, arith::int::max(self.left)),
                Number::Free => (self.left, 3),
                Number::FixA => (self.left, self.fix),
                Number::FixB => (self.right, self.fix),
            },
            Form::Unary(op, x) => {
                let (ty, x) = self.run(x)?;
                match op {
                    UnaryOp::Neg => (ty, arith::int::neg(ty, x)?),
                    UnaryOp::BitNot => (ty, arith::int::bit_not(ty, x)),
                    UnaryOp::Not => (int, (x == 0).into()),
                    _ => (ty, x),
                }
            }
            Form::Binary(op, x, y) => {
                let (x, y) = (self.run(x)?, self.run(y)?);
                operate(op, x, y, int)?
            }
            Form::Both(x, y) => {
                let yes = self.run(x)?.1 != 0 && self.run(y)?.1 != 0;
                (int, yes.into())
            }
            Form::Either(x, y) => {
                let yes = self.run(x)?.1 != 0 || self.run(y)?.1 != 0;
                (int, yes.into())
            }
            Form::If(c, x, y) => {
                let condition = self.run(c)?.1 != 0;
                // The other operand counts for the type alone.
                let mut other = Small::new(self.left, self.right, self.a, self.b);
                let (taken, left) = if condition { (x, y) } else { (y, x) };
                let (ty, value) = self.run(taken)?;
                let common = match other.run(left) {
                    Ok((with, _)) => usual(ty, with),
                    Err(_) => ty,
                };
                (common, arith::int::wrap(common, value))
            }
            Form::Cast(ty, x) => {
                let (_, x) = self.run(x)?;
                let to = match ty {
                    Type::Result => self.left,
                    Type::Unsigned => IntType { signed: false, ..self.left },
                    Type::UnsignedRight => IntType { signed: false, ..self.right },
                    Type::Wide => IntType { bits: 2 * self.left.bits, signed: true },
                };
                (to, arith::int::wrap(to, x))
            }
        })
    }
}

fn usual(a: IntType, b: IntType) -> IntType {
    match a.bits.cmp(&b.bits) {
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Equal => IntType { signed: a.signed && b.signed, ..a },
    }
}

fn operate(op: BinaryOp, a: Typed, b: Typed, int: IntType) -> Result<Typed, Undefined> {
    if op.is_shift() {
        return Ok((a.0, arith::int::binary(op, a.0, a.1, b.1)?));
    }
    let common = usual(a.0, b.0);
    let (x, y) = (arith::int::wrap(common, a.1), arith::int::wrap(common, b.1));
    let value = arith::int::binary(op, common, x, y)?;
    Ok((if op.is_comparison() { int } else { common }, value))
}

fn plain(op: Op, left: IntType, a: i128, b: i128) -> Result<i128, Undefined> {
    match op {
        Op::Neg => arith::int::neg(left, a),
        Op::Binary(op) => arith::int::binary(op, left, a, b),
    }
}

/// All cases of an operation at a width, for all signs of its operands.
fn cases(op: Op, bits: u8, mut f: impl FnMut(IntType, IntType, i128, i128)) {
    let is_shift = matches!(op, Op::Binary(op) if op.is_shift());
    for left_signed in [true, false] {
        for right_signed in [true, false] {
            if !is_shift && left_signed != right_signed {
                continue;
            }
            let left = IntType { bits, signed: left_signed };
            let right = IntType { bits, signed: right_signed };
            for a in arith::int::min(left)..=arith::int::max(left) {
                for b in arith::int::min(right)..=arith::int::max(right) {
                    f(left, right, a, b);
                }
            }
        }
    }
}

/// Unsigned operations never meet these.
fn is_of_signed_types(kind: Undefined) -> bool {
    use Undefined::*;
    matches!(kind, SignedOverflow | DivisionOverflow | LeftShift)
}

#[test]
fn a_repair_is_equal_wherever_the_operation_was_defined() {
    for bits in [4, 8] {
        for row in REPAIRS {
            cases(row.op, bits, |left, right, a, b| {
                if !left.signed && is_of_signed_types(row.kind) {
                    return;
                }
                let mut small = Small::new(left, right, a, b);
                let new = small.run(&row.form);
                let what = || format!("{:?} {}, {bits} bits: {a}, {b}: {new:?}", row.op, row.name);
                match plain(row.op, left, a, b) {
                    Ok(value) => assert_eq!(new, Ok((left, value)), "{}", what()),
                    Err(kind) if kind == row.kind => {
                        // Another kind may remain: that is for another row.
                        assert_ne!(new.err(), Some(kind), "{}", what());
                        if let Ok((ty, _)) = new {
                            assert_eq!(ty, left, "{}", what());
                        }
                    }
                    Err(_) => {}
                }
                let once = |times, seen| times != Times::Once || seen == 1;
                if new.is_ok() {
                    assert!(once(row.a, small.seen_a), "{}", what());
                    assert!(row.op == Op::Neg || once(row.b, small.seen_b), "{}", what());
                }
            });
        }
    }
}

/// `Varies` is said only of operands that really are evaluated otherwise.
#[test]
fn rows_promise_no_less_than_they_keep() {
    for row in REPAIRS {
        let mut others = [false; 2];
        cases(row.op, 4, |left, right, a, b| {
            let mut small = Small::new(left, right, a, b);
            if small.run(&row.form).is_ok() {
                others[0] |= small.seen_a != 1;
                others[1] |= small.seen_b != 1;
            }
        });
        assert_eq!(others[0], row.a == Times::Varies, "{:?} {}: a", row.op, row.name);
        assert_eq!(others[1], row.b == Times::Varies, "{:?} {}: b", row.op, row.name);
    }
}

#[test]
fn a_rewrite_is_defined_and_has_the_same_type() {
    let mut choices = Choices::new(1);
    for bits in [4, 8] {
        for op in [Op::Neg].into_iter().chain(BinaryOp::ALL.map(Op::Binary)) {
            cases(op, bits, |left, right, a, b| {
                let Err(kind) = plain(op, left, a, b) else { return };
                let case = Case { left, right, a, b };
                let rows = REWRITES.iter().filter(|row| row.op == op && row.kind == kind);
                let mut found = 0;
                for row in rows.filter(|row| (row.when)(&case)) {
                    found += 1;
                    let mut small = Small::new(left, right, a, b);
                    small.fix = (row.fix)(&case, &mut choices);
                    let new = small.run(&row.form);
                    let fix = small.fix;
                    let what = format!("{op:?} {}, {bits} bits: {a}, {b}, fix {fix}", row.name);
                    assert!(new.is_ok_and(|(ty, _)| ty == left), "{what}: {new:?}");
                }
                assert!(found > 0, "no row for {op:?} {kind:?} of {case:?}");
            });
        }
    }
}

// ---- at the real widths, on a live machine ----

/// Runs a program that does operations in loops, repairing what goes wrong.
/// The text of the repaired program, run again from the start, must print the
/// same; gives what it prints.
fn repaired(text: &str, seed: u64) -> String {
    let language = Language::by_name("gnu11").expect("known");
    let parse = |text: &str| {
        let mut program = Program::new(Target::x86_64(), language);
        let parsed = elenchus_front::parse_unit(&mut program, "t.c", text.as_bytes());
        assert!(parsed.accepted(), "{:?} in\n{text}", parsed.diagnostics.list.first());
        program
    };
    let mut choices = Choices::new(seed);
    let mut machine = Machine::writing(Rc::new(parse(text)), Limits::default());
    machine.start(&[]).expect("it starts");
    let output = loop {
        match machine.go() {
            Event::Trouble { stop: Stop::Undefined(kind, _), origin: Origin::Expr(e), unit } => {
                let unit = unit.expect("it is a statement");
                assert!(repair(machine.program_mut(), e, kind, &mut choices), "{kind:?}\n{text}");
                assert!(machine.refresh(unit));
            }
            Event::Ended(Verdict::Exit(0)) => break machine.output().to_vec(),
            other => panic!("{other:?} in\n{text}"),
        }
    };
    let program = machine.into_program();
    let text = elenchus_lang::printer::print(&program, 0);
    let again = Machine::new(Rc::new(parse(&text)), Limits::default()).run(&[]);
    assert_eq!(again.verdict, Verdict::Exit(0), "{text}");
    assert_eq!(again.output, output, "{text}");
    String::from_utf8(output).expect("text")
}

/// Values at which operations begin to be undefined, as text.
fn values(ty: &str) -> (IntType, Vec<i128>) {
    let bits = if ty.contains("long") { 64 } else { 32 };
    let int = IntType { bits, signed: !ty.contains("unsigned") };
    let (min, max) = (arith::int::min(int), arith::int::max(int));
    let all = [0, 1, 2, -1, -2, 7, 31, 32, 33, 63, 64, 65, min, min + 1, max, max - 1, max / 2];
    let mut values: Vec<i128> = all.into_iter().map(|v| arith::int::wrap(int, v)).collect();
    values.dedup();
    (int, values)
}

/// `f(a, b)` for all pairs, as a program that prints each result.
fn program(ty: &str, body: &str) -> String {
    let (int, values) = values(ty);
    let texts: Vec<String> = values
        .iter()
        .map(|v| match *v == arith::int::min(int) && int.signed {
            true => format!("{}{} - 1", v + 1, if int.bits == 64 { "LL" } else { "" }),
            false => format!("{v}{}", if int.bits == 64 { "LL" } else { "" }),
        })
        .map(|text| text.replace("18446744073709551615LL", "-1"))
        .map(|text| text.replace("18446744073709551614LL", "-2"))
        .collect();
    let count = texts.len();
    format!(
        "int printf(const char *, ...);\n{ty} t[{count}] = {{ {} }};\n\
         int calls; {ty} called({ty} x) {{ calls++; return x; }}\n\
         int main(void) {{\n\
           for (int i = 0; i < {count}; i++) for (int j = 0; j < {count}; j++) {{\n\
             {ty} a = t[i], b = t[j], r = 0;\n{body}\n\
             printf(\"%lld\\n\", (long long)r);\n\
           }}\n\
           return 0;\n}}\n",
        texts.join(", ")
    )
}

/// What is defined has kept its value.
fn check(ty: &str, op: BinaryOp, body: &str) {
    let (int, values) = values(ty);
    for seed in 0..6 {
        let output = repaired(&program(ty, body), seed);
        let mut lines = output.lines();
        for &a in &values {
            for &b in &values {
                let line = lines.next().expect("a line for each pair");
                if let Ok(value) = arith::int::binary(op, int, a, b) {
                    assert_eq!(line, (value as i64).to_string(), "{a} {op:?} {b} in {ty}: {body}");
                }
            }
        }
    }
}

const TYPES: [&str; 4] = ["int", "unsigned", "long long", "unsigned long long"];
const RISKY: [BinaryOp; 7] = {
    use BinaryOp::*;
    [Add, Sub, Mul, Div, Rem, Shl, Shr]
};

#[test]
fn an_operation_collects_repairs_and_keeps_its_values() {
    for ty in TYPES {
        for op in RISKY {
            let op_text = op.symbol();
            check(ty, op, &format!("r = a {op_text} b;"));
        }
    }
}

#[test]
fn compound_assignments_are_repaired_in_all_kinds_of_places() {
    for ty in TYPES {
        for op in RISKY {
            let op_text = op.symbol();
            check(ty, op, &format!("r = a; r {op_text}= b;"));
            let body = format!(
                "struct {{ {ty} m[2]; }} s = {{ {{ a, 0 }} }}, *p = &s; p->m[i * 0] {op_text}= b; r = s.m[0];"
            );
            check(ty, op, &body);
        }
    }
}

/// An operand with a side effect is evaluated once, whatever happens.
#[test]
fn calls_in_operands_happen_once() {
    for ty in ["int", "long long"] {
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul] {
            let op_text = op.symbol();
            check(
                ty,
                op,
                &format!("calls = 0; r = called(a) {op_text} b; if (calls != 1) return 1;"),
            );
        }
        // A divisor has no form that evaluates it once.
        let text = program(ty, "r = a / called(b);");
        let mut tree = Program::new(Target::x86_64(), Language::GNU17);
        assert!(elenchus_front::parse_unit(&mut tree, "t.c", text.as_bytes()).accepted());
        let division = tree.exprs.iter().find(|(_, e)| {
            matches!(e.kind, elenchus_lang::tree::ExprKind::Binary(BinaryOp::Div, ..))
        });
        let division = division.expect("there is one").0;
        let kind = Undefined::DivisionByZero;
        assert!(!repair(&mut tree, division, kind, &mut Choices::new(1)));
    }
}

#[test]
fn steps_and_negations_and_subscripts() {
    let text = "int printf(const char *, ...);
        int t[4] = { 2147483647, -2147483647 - 1, 5, 0 }, x[3] = { 7, 8, 9 }, y[8] = { 1, 2 };
        int main(void) {
            for (int i = 3; i >= 0; i--) {
                int a = t[i], b = t[i];
                ++a; --b;
                printf(\"%d %d %d %d %d\\n\", a, b, -t[i], x[t[i]], y[i * 3]);
            }
            return 0;
        }";
    for seed in 0..10 {
        let output = repaired(text, seed);
        // The first turns are defined but for one subscript.
        assert!(output.starts_with("1 -1 0 7 "), "{output}");
        let second = output.lines().nth(1).expect("two lines");
        assert!(second.starts_with("6 4 -5 "), "{output}");
        assert!(second.ends_with(" 0"), "{output}");
    }
}
