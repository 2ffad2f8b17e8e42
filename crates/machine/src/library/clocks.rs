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
    let ty = args.result(m).unwrap_or(TypeId::LONG);
    let now = number(m, Open::Time, seconds, ty)?;
    if !is_null(args.get(0)?) {
        m.store_whole(args.get(0)?, now, ty)?;
    }
    Ok(now)
}

fn clock(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let steps = m.budget.steps;
    number(m, Open::Time, steps, args.result(m).unwrap_or(TypeId::LONG))
}

fn process(m: &mut Machine, args: &Args<'_>) -> Result<Value, Stop> {
    let seed = m.memory.choices.seed().unwrap_or(0);
    number(m, Open::Process, 4000 + seed % 1000, args.result(m).unwrap_or(TypeId::INT))
}

/// A number of this type, of which nothing is known.
fn number(m: &Machine, what: Open, number: u64, ty: TypeId) -> Result<Value, Stop> {
    match m.p.types.int_kind(ty).map(|kind| m.p.target.int_type(kind)) {
        Some(ty) => m.open_number(what, number, ty, ty.bits),
        None => Err(Stop::unsupported("a function of <time.h> with this type")),
    }
}
