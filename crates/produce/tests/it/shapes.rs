//! What the seeds describe comes up.

use std::rc::Rc;

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{ExprId, ExprKind, Program, StmtKind};
use elenchus_lang::undefined::Undefined;
use elenchus_lang::walk::{self, Child};
use elenchus_machine::{Limits, Machine, Verdict};
use elenchus_produce::generate::{Preset, Settings};

use crate::{settings, text};

fn parse(text: &str) -> Program {
    let mut program = Program::new(Target::x86_64(), Language::GNU17);
    let parsed = elenchus_front::parse_unit(&mut program, "t.c", text.as_bytes());
    assert!(parsed.accepted());
    program
}

/// The program of Orange's Figure 2: a shift by 40, and a division by a
/// comparison that is false.
#[test]
fn the_program_of_orange_figure_2_is_undefined() {
    let text = "int main(void) { int a = 60, b = 10, c = 30, d = 7;
        int t0 = b * (a + d); int t1 = b * d - c;
        int t2 = (a << t1) / (c > t0); return 0; }";
    let outcome = Machine::new(Rc::new(parse(text)), Limits::default()).run(&[]);
    let Verdict::Undefined { kind, .. } = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_eq!(kind, Undefined::ShiftCount);
}

/// A policy of no parentheses leaves only those that the grammar needs, and one of
/// all puts every operation that is an operand into some.
#[test]
fn parentheses_are_a_matter_of_policy() {
    use elenchus_lang::printer::{Options, Parens, print_with};
    let unneeded = |share: u32| {
        let mut settings = Settings { shuffle: false, ..settings(Preset::Scalar, 4_000) };
        settings.policy.parentheses = share;
        let all = (1..4).map(|seed| {
            let program = parse(&text(&settings, seed));
            let length = |parens| print_with(&program, 0, Options { parens }).len();
            length(Parens::AsWritten) - length(Parens::Minimal)
        });
        all.sum::<usize>()
    };
    assert_eq!(unneeded(0), 0);
    assert!(unneeded(100) > unneeded(50));
    assert!(unneeded(50) > 0);
}

/// The operators of each expression of a program's test functions.
fn expressions(text: &str) -> Vec<Vec<BinaryOp>> {
    let p = parse(text);
    let operators = |e: ExprId| {
        let mut found = Vec::new();
        walk::descend(&p, Child::Expr(e), |child| {
            if let Child::Expr(e) = child {
                if let ExprKind::Binary(op, ..) = p.exprs[e].kind {
                    found.push(op);
                }
            }
        });
        found
    };
    let assigned = p.stmts.iter().filter_map(|(_, stmt)| match stmt.kind {
        StmtKind::Expr(e) => match p.exprs[e].kind {
            ExprKind::Assign(_, value) => Some(operators(value)),
            _ => None,
        },
        _ => None,
    });
    assigned.collect()
}

fn comes_up(preset: Preset, what: &str, is_it: impl Fn(&[BinaryOp]) -> bool) {
    let found = (0..40).any(|seed| {
        expressions(&text(&settings(preset, 6_000), seed)).iter().any(|ops| is_it(ops))
    });
    assert!(found, "{what} did not come up");
}

/// Figures 7 and 10: several operators of different kinds under one division
/// or product.
#[test]
fn shapes_of_orange() {
    use BinaryOp::*;
    comes_up(Preset::Arithmetic, "Figure 7", |ops| {
        ops.contains(&Div)
            && ops.contains(&Mul)
            && ops.iter().any(|op| op.is_comparison() || op.is_shift())
    });
    comes_up(Preset::Arithmetic, "Figure 10", |ops| ops.contains(&Rem) && ops.contains(&Add));
}

#[test]
fn contexts_of_yarpgen() {
    use BinaryOp::*;
    let only = |allowed: &'static [BinaryOp]| {
        move |ops: &[BinaryOp]| ops.len() >= 4 && ops.iter().all(|op| allowed.contains(op))
    };
    comes_up(Preset::Scalar, "additive", only(&[Add, Sub]));
    comes_up(Preset::Scalar, "bitwise", only(&[And, Or, Xor]));
    comes_up(Preset::Scalar, "multiplicative", only(&[Mul, Div]));
    comes_up(Preset::Scalar, "additive-multiplicative", |ops| {
        only(&[Add, Sub, Mul, Div])(ops) && ops.contains(&Add) && ops.contains(&Mul)
    });
    comes_up(Preset::Scalar, "bitwise-shift", |ops| {
        only(&[And, Or, Xor, Shl, Shr])(ops) && ops.iter().any(|op| op.is_shift())
    });
}

/// The same subexpression in two statements (YARPGen's buffer), as text.
#[test]
fn subexpressions_come_again() {
    let found = (0..20).any(|seed| {
        let text = text(&settings(Preset::Scalar, 6_000), seed);
        let lines: Vec<&str> = text.lines().filter(|line| line.contains(" = ")).collect();
        lines.iter().enumerate().any(|(at, line)| {
            line.split('(').skip(1).any(|part| {
                let part = part.split(')').next().unwrap_or("");
                part.len() > 14
                    && part.contains(' ')
                    && lines[at + 1..].iter().any(|later| later.contains(part))
            })
        })
    });
    assert!(found);
}

/// So many operations and expressions as asked for, and few more to avoid
/// undefined behaviour: Orange's Table 6 has 0.22, 3.02 and 30.77.
#[test]
fn extra_operations_are_few() {
    for (size, most, programs) in [(10, 0.22, 200), (100, 3.02, 40), (1_000, 30.77, 10)] {
        let mut inserted = 0;
        for seed in 0..programs {
            let expressions = [1, 2, 5, 10][seed as usize % 4];
            let settings = Settings {
                operations: Some(size / expressions),
                expressions: Some(expressions),
                float: elenchus_produce::generate::FloatMode::None,
                ..settings(Preset::Arithmetic, 2_000)
            };
            inserted += crate::made(&settings, seed).stats.inserted;
        }
        let average = inserted as f64 / programs as f64;
        assert!(average <= most, "{size}: {average}");
    }
}

/// Structs are declared in functions, copied, taken and given back by functions;
/// static variables keep their values from call to call; loops end before the
/// counter of a loop around.
#[test]
fn constructs_come_up() {
    let wanted = [
        "local struct",
        "struct copy",
        "struct result",
        "member of a result",
        "static local",
        "triangular loop",
        "region of jumps",
        "goto",
        "switch of jumps",
        "jump out of blocks",
        "loop to a variable",
        "second counter",
        "loop over digits",
        "loop of Euclid",
    ];
    let stats: Vec<_> =
        (0..40).map(|seed| crate::made(&settings(Preset::Mix, 60_000), seed).stats).collect();
    for construct in wanted {
        let programs = stats.iter().filter(|one| one.constructs.contains(&construct)).count();
        assert!(programs >= 3, "{construct}: in {programs} of 40");
    }
}

/// Loops of `goto` that are entered before their start and in their middle, and left
/// in several places.
#[test]
fn jumps_lead_anywhere() {
    let (mut forward, mut backward, mut second_entries) = (0, 0, 0);
    for seed in 0..20 {
        let text = text(&settings(Preset::Mix, 20_000), seed);
        // A label stands in one place of a line of its own; its name comes once.
        let place = |label: &str| text.find(&format!("{label}:\n"));
        let jumps: Vec<(usize, usize)> = text
            .match_indices("goto ")
            .filter_map(|(at, _)| {
                let label = text[at + 5..].split(';').next().unwrap_or_default();
                Some((at, place(label)?))
            })
            .collect();
        forward += jumps.iter().filter(|(from, to)| to > from).count();
        for &(from, to) in jumps.iter().filter(|(from, to)| to < from) {
            backward += 1;
            let enters = |&(other, at): &(usize, usize)| other < to && at > to && at < from;
            second_entries += usize::from(jumps.iter().any(enters));
        }
    }
    for (what, count) in
        [("forward", forward), ("backward", backward), ("second entry", second_entries)]
    {
        assert!(count >= 5, "{what}: {count}");
    }
}

/// `case 3: case 4:` before one body.
#[test]
fn cases_have_several_labels() {
    let programs = (0..20).filter(|&seed| {
        let p = parse(&text(&settings(Preset::Mix, 10_000), seed));
        let is_case = |stmt| matches!(p.stmts[stmt].kind, StmtKind::Case(..));
        p.stmts.iter().any(|(_, stmt)| matches!(stmt.kind, StmtKind::Case(_, _, of) if is_case(of)))
    });
    assert!(programs.count() >= 3);
}
