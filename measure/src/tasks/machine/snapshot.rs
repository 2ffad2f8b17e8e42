//! What it costs to try something: a snapshot, ten statements, and going back.

use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use elenchus_front::parse_unit;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{Program, StmtKind};
use elenchus_machine::{Event, Limits, Machine};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::corpus::standard;
use crate::tasks::Task;

pub const TASK: Task = Task::bench("snapshot", "a snapshot, ten statements and going back", run);

/// Of so many rounds the fastest counts, each the mean of so many times.
const ROUNDS: usize = 5;
const TIMES: u32 = 100_000;

const BAR: Duration = Duration::from_micros(5);

/// Ten assignments, to variables in registers and in memory. The machine
/// stops at the empty statement, which becomes a hole.
const TEXT: &str = "
int x, y;
int main(int a, char **rest) {
  int b, c;
  b = a + 1; x = b * 2; c = x - a; y = c ^ b; a = y + x;
  b = a - c; x = b & 63; c = x | 4; y = y + c; a = b;
  ;
}
";

fn run(_ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let plain = fastest(Machine::new)?;
    let writing = fastest(Machine::writing)?;
    Ok(vec![Figure {
        name: "snapshot".to_string(),
        what: "a snapshot, ten statements and a roll-back".to_string(),
        figure: format!("{plain:.2?}; {writing:.2?} while the program is written"),
        bar: format!("under {BAR:?}"),
        holds: plain < BAR,
        skipped: None,
    }])
}

fn fastest(make: fn(Rc<Program>, Limits) -> Machine) -> Result<Duration> {
    let standard = standard()?;
    let mut program = Program::new(Target::x86_64(), standard);
    if !parse_unit(&mut program, "main", TEXT.as_bytes()).accepted() {
        bail!("the program is not accepted");
    }
    for stmt in program.stmts.ids() {
        if program.stmts[stmt].kind == StmtKind::Empty {
            program.stmts[stmt].kind = StmtKind::Hole;
        }
    }
    let mut machine = make(Rc::new(program), Limits::default());
    if let Err(verdict) = machine.start(&[]) {
        bail!("the program does not start: {verdict:?}");
    }
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        for _ in 0..TIMES {
            let snapshot = machine.snapshot();
            let event = machine.go();
            if !matches!(event, Event::Hole(_)) {
                bail!("the hole was to come, not {event:?}");
            }
            machine.roll_back(&snapshot);
            machine.forget(snapshot);
        }
        best = best.min(begun.elapsed() / TIMES);
    }
    Ok(best)
}
