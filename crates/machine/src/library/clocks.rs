//! What the time is, and other numbers that the system gives.

use elenchus_lang::types::TypeId;

use super::{Args, Function, is_null};
use crate::Machine;
use crate::choose::Open;
use crate::stop::Stop;
use crate::value::Value;

pub(super) const TABLE: &[(&str, Function)] =
    &[("time", time), ("clock", clock), ("getpid", process)];

/// When chosen runs begin, in seconds; a statement takes a microsecond.
const BEGIN: u64 = 1_700_000_000;
const STEPS_PER_SECOND: u64 = 1_000_000;
/// Times that are chosen lie so far apart for each seed.
const APART: u64 = 100_003;

fn time(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let seed = m.memory.choices.seed().unwrap_or(0);
    let seconds = BEGIN + seed % 1000 * APART + m.budget.steps / STEPS_PER_SECOND;
    let now = m.open_number(Open::Time, seconds, "time")?;
    if !is_null(args.get(0)?) {
        let ty = args.result(m).unwrap_or(TypeId::LONG);
        m.store_whole(args.get(0)?, now, ty)?;
    }
    Ok(now)
}

fn clock(m: &mut Machine, _: &Args<'_>) -> Result<Value, Stop> {
    let steps = m.budget.steps;
    m.open_number(Open::Time, steps, "clock")
}

fn process(m: &mut Machine, _: &Args<'_>) -> Result<Value, Stop> {
    let seed = m.memory.choices.seed().unwrap_or(0);
    m.open_number(Open::Process, 4000 + seed % 1000, "getpid")
}
