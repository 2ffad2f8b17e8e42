//! Programs that are written while they run.
//!
//! The acceptance test has a small generator (see [`writer`]) write programs
//! on a live machine. Each is printed, parsed back and run from the start on
//! a plain machine, and compiled by gcc: all must print the same.

mod build;
mod repair;
mod snapshots;
mod units;
mod writer;

use std::fmt::Write as _;
use std::process::Command;
use std::rc::Rc;
use std::thread;

use elenchus_front::parse_unit;
use elenchus_lang::arith::BinaryOp;
use elenchus_lang::printer;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{ExprId, ExprKind, Function, Program, StmtId, StmtKind};
use elenchus_machine::{Event, Limits, Machine, Origin, Renewed, Verdict};

use crate::gcc::{gcc, scratch};
use writer::Counts;

/// Programs without `ELENCHUS_CASES`.
const DEFAULT_CASES: usize = 200;

/// So many are compiled at once.
const BATCH: usize = 100;

fn parse(text: &str) -> Program {
    let language = Language::by_name("gnu11").expect("known");
    let mut program = Program::new(Target::x86_64(), language);
    let parsed = parse_unit(&mut program, "main", text.as_bytes());
    assert!(parsed.accepted(), "{:?} in\n{text}", parsed.diagnostics.list.first());
    program
}

/// Makes a hole of every empty statement.
fn make_holes(program: &mut Program) {
    for stmt in program.stmts.ids() {
        if program.stmts[stmt].kind == StmtKind::Empty {
            program.stmts[stmt].kind = StmtKind::Hole;
        }
    }
}

/// A machine that stands at the start of a program with holes.
fn begin(text: &str) -> Machine {
    let mut program = parse(text);
    make_holes(&mut program);
    let mut machine = Machine::writing(Rc::new(program), Limits::default());
    machine.start(&[]).expect("it starts");
    machine
}

/// A program's text, and what it prints with its status in the last line.
struct Proven {
    text: String,
    prints: String,
}

/// Writes a program, and runs its text from the start.
fn prove(number: usize, counts: &mut Counts) -> Proven {
    let written = writer::write(number, counts);
    let text = printer::print(&written.program, 0);
    let limits = Limits { steps: writer::STEPS, ..Limits::default() };
    let again = Machine::new(Rc::new(parse(&text)), limits).run(&[]);
    let prints = String::from_utf8(written.output).expect("text");
    assert_eq!(again.verdict, written.verdict, "program {number}:\n{text}");
    assert_eq!(String::from_utf8_lossy(&again.output), prints, "program {number}:\n{text}");
    assert_eq!(again.steps, written.steps, "program {number}:\n{text}");
    let Verdict::Exit(status) = again.verdict else {
        panic!("program {number}: {:?}\n{text}", again.verdict);
    };
    Proven { text, prints: format!("{prints}status {status}\n") }
}

/// One file of many programs, which runs them all.
fn batch(programs: &[Proven]) -> String {
    let mut text = String::from("int printf(const char *, ...);\n");
    let mut driver = String::new();
    for (i, program) in programs.iter().enumerate() {
        let _ = writeln!(text, "#define main main{i}\n{}\n#undef main", program.text);
        let _ = writeln!(driver, "printf(\"status %d\\n\", main{i}());");
    }
    format!("{text}int main(void) {{\n{driver}return 0; }}\n")
}

/// How many programs print something else when gcc compiles them.
fn disagreements(programs: &[Proven], level: &str) -> usize {
    let name = format!("live{level}");
    let program = scratch(&name);
    let output = gcc(&name, &batch(programs), &[level, "-o", program.to_str().expect("a path")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(program).output().expect("it runs");
    let mut rest = std::str::from_utf8(&output.stdout).expect("text");
    let mut differ = 0;
    for proven in programs {
        let length = rest.find("status").map_or(rest.len(), |at| {
            at + rest[at..].find('\n').map_or(rest.len() - at, |end| end + 1)
        });
        let (theirs, others) = rest.split_at(length);
        if theirs != proven.prints {
            differ += 1;
            println!("gcc {level}: {theirs}we: {}{}", proven.prints, proven.text);
        }
        rest = others;
    }
    differ
}

/// Trouble goes back, and statements are done again; then there is trouble in one of
/// those that called.
#[test]
fn trouble_after_others_were_done_again() {
    prove(9362, &mut Counts::default());
}

#[test]
fn written_programs_run_from_the_start_and_agree_with_gcc() {
    let cases = std::env::var("ELENCHUS_CASES").ok().and_then(|text| text.parse().ok());
    let cases = cases.unwrap_or(DEFAULT_CASES);
    let has_gcc = super::has_gcc_for_x86_64();
    let mut counts = Counts::default();
    let mut differ = 0;
    for start in (0..cases).step_by(BATCH) {
        let numbers = start..cases.min(start + BATCH);
        let programs: Vec<Proven> = numbers.map(|n| prove(n, &mut counts)).collect();
        if has_gcc {
            differ += thread::scope(|scope| {
                let other = scope.spawn(|| disagreements(&programs, "-O0"));
                disagreements(&programs, "-O3") + other.join().expect("no panic")
            });
        }
    }
    println!("{counts:?}");
    println!("live: {cases} programs, {differ} disagreements");
    assert_eq!(differ, 0);
    let Counts { holes, rewrites, repairs, taken_back, out_of_steps, cut_off } = counts;
    for count in [holes, rewrites, repairs, taken_back, out_of_steps, cut_off] {
        assert!(cases < DEFAULT_CASES || count > 0, "not everything was tried");
    }
}

// ---- what the small tests share ----

/// The statements of the function `spare`, to be put into holes.
fn spare(machine: &Machine) -> Vec<StmtKind> {
    let p = machine.program();
    let is_spare = |f: &&Function| p.name(p.decls[f.decl].name) == "spare";
    let function = p.functions.iter().map(|(_, f)| f).find(is_spare).expect("it is there");
    let StmtKind::Compound(list, _) = p.stmts[function.body].kind else { panic!("a body") };
    p.stmt_lists[list].iter().map(|&stmt| p.stmts[stmt].kind).collect()
}

fn put(machine: &mut Machine, stmt: StmtId, kind: StmtKind) {
    machine.program_mut().stmts[stmt].kind = kind;
    assert!(machine.refresh(Renewed::Stmt(stmt)));
}

/// Goes on to a hole.
fn hole(machine: &mut Machine) -> StmtId {
    match machine.go() {
        Event::Hole(stmt) => stmt,
        other => panic!("a hole was to come, not {other:?}"),
    }
}

/// Goes on to an operation that would be undefined.
fn trouble(machine: &mut Machine) -> (ExprId, Renewed) {
    match machine.go() {
        Event::Trouble { origin: Origin::Expr(e), unit: Some(unit), .. } => (e, unit),
        other => panic!("trouble was to come, not {other:?}"),
    }
}

fn change_operator(machine: &mut Machine, (e, unit): (ExprId, Renewed), op: BinaryOp) {
    let node = &mut machine.program_mut().exprs[e];
    let ExprKind::Binary(_, a, b) = node.kind else { panic!("an operator") };
    node.kind = ExprKind::Binary(op, a, b);
    assert!(machine.refresh(unit));
}

/// Goes on to the end: the verdict, and all that was printed.
fn end(machine: &mut Machine) -> (Verdict, String) {
    match machine.go() {
        Event::Ended(verdict) => (verdict, String::from_utf8_lossy(machine.output()).into_owned()),
        other => panic!("the end was to come, not {other:?}"),
    }
}
