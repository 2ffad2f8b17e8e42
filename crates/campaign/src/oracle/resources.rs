//! Compilers that take far more time or memory for a program than others do.

use std::io;
use std::time::Duration;

use super::{Notice, Oracle, Row, Script, Suspect, Trial, Tried};
use crate::bench::Bench;
use crate::confirm::{AGAIN, Confirmed};
use crate::finding::{Finding, Kind};
use crate::group;
use crate::lab::{Configuration, Lab, Spent};
use crate::outcome::Outcome;
use crate::states::Why;

pub struct Resources;

const ROWS: &[Row] = &[
    Row::new(Kind::Slow, "the compiler takes far more time than others").whatever_the_program(),
    Row::new(Kind::Bloated, "the compiler takes far more memory than others")
        .whatever_the_program(),
];

impl Oracle for Resources {
    fn name(&self) -> &'static str {
        "resources"
    }

    fn kinds(&self) -> &'static [Row] {
        ROWS
    }

    fn is_always_on(&self) -> bool {
        true
    }

    fn compares_with_all(&self) -> bool {
        true
    }

    fn look(&self, lab: &Lab, bench: &Bench, trial: &mut Trial) -> io::Result<Vec<Notice>> {
        let mut found: Vec<Notice> = Vec::new();
        let size = bench.program.size();
        for (bound, one) in
            BOUNDS.iter().flat_map(|bound| trial.tried.iter().map(move |one| (bound, one)))
        {
            let greedy = bound.kind == Kind::Bloated && is_greedy(lab, one);
            let usual = usual(bound, trial, one, greedy);
            if usual.is_none() && !greedy {
                continue;
            }
            let amount = (bound.measure)(&one.spent);
            let others = usual.map_or(0, |usual| (bound.measure)(&usual.spent));
            let toolchain = one.configuration.toolchain;
            let known = |other: &Notice| {
                let suspect = &other.suspect;
                suspect.kind == bound.kind && suspect.configuration.toolchain == toolchain
            };
            if !bound.exceeds(size, amount, others) || found.iter().any(known) {
                continue;
            }
            let level = one.configuration.level.join(" ");
            let signature =
                group::signature(bound.kind, &lab.toolchains[toolchain].name, &level, None);
            let configuration = one.configuration.clone();
            let suspect = Suspect { kind: bound.kind, configuration, signature };
            let mut notice = Notice::new(lab, bench, suspect, (bound.outcome)(amount, others));
            notice.partner = usual.map(|usual| usual.configuration.clone());
            found.push(notice);
        }
        Ok(found)
    }

    fn confirm(
        &self,
        lab: &Lab,
        bench: &Bench,
        _: &Trial,
        notice: &Notice,
    ) -> io::Result<Option<Confirmed>> {
        let bound = BOUNDS.iter().find(|bound| bound.kind == notice.suspect.kind);
        let Some(bound) = bound else { return Ok(None) };
        let take = |configuration: &Configuration| -> io::Result<u64> {
            let toolchain = &lab.toolchains[configuration.toolchain];
            let attempt = lab.attempt_alone(toolchain, &configuration.level, bench, false)?;
            Ok((bound.measure)(&attempt.spent))
        };
        for _ in 0..AGAIN {
            let amount = take(&notice.suspect.configuration)?;
            let usual = notice.partner.as_ref().map_or(Ok(0), take)?;
            if !bound.exceeds(bench.program.size(), amount, usual) {
                let said = (bound.outcome)(amount, usual).in_words();
                let said = format!("tried again alone: {said}");
                return Ok(Some(Confirmed::because(Why::NotAgain, Vec::new(), said)));
            }
        }
        let others = notice.partner.as_ref().map(|partner| lab.name(partner));
        let others = others.map_or(String::new(), |others| format!("; compared with {others}"));
        let said = format!("seen again {AGAIN} times, alone{others}");
        Ok(Some(Confirmed::because(Why::Shown, Vec::new(), said)))
    }

    fn script(&self, finding: &Finding, script: &Script) -> String {
        let compile = &script.compile;
        match finding.actual {
            // Far from both: what it took is what a busy machine adds most to.
            Outcome::Slow { usual, .. } => {
                format!("! (ulimit -t {}; {compile})\n", (usual * 5 / 1000).max(1))
            }
            // Much less than it took is still far more than what others take.
            Outcome::Bloated { memory, .. } => {
                format!("! (ulimit -v {}; {compile})\n", memory / 4 * 3)
            }
            _ => script.differs(),
        }
    }
}

/// What counts: how much at least, by itself and for a byte of the program, and
/// how many times what others take.
struct Bound {
    kind: Kind,
    measure: fn(&Spent) -> u64,
    least: u64,
    /// For so many bytes of program, `least` once more.
    bytes: u64,
    times: u64,
    outcome: fn(u64, u64) -> Outcome,
}

const BOUNDS: &[Bound] = &[
    Bound {
        kind: Kind::Slow,
        measure: |spent| milliseconds(spent.compile),
        least: 2000,
        bytes: 100_000,
        times: 20,
        outcome: |time, usual| Outcome::Slow { time, usual },
    },
    Bound {
        kind: Kind::Bloated,
        measure: |spent| spent.memory / 1024,
        least: 512 << 10,
        bytes: 1_000_000,
        times: 10,
        outcome: |memory, usual| Outcome::Bloated { memory, usual },
    },
];

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Bound {
    fn exceeds(&self, size: u64, amount: u64, usual: u64) -> bool {
        let least = self.least.saturating_add(self.least.saturating_mul(size) / self.bytes);
        amount >= least && amount >= usual.max(1).saturating_mul(self.times)
    }
}

/// Whether a compiler failed with so much memory taken that this may be why: whatever it
/// says then, memory is what it is accused of.
pub fn is_greedy(lab: &Lab, tried: &Tried) -> bool {
    let failed = matches!(
        tried.outcome,
        Outcome::Crash { .. } | Outcome::Rejected { .. } | Outcome::NoProgram | Outcome::Greedy
    );
    let toolchain = &lab.toolchains[tried.configuration.toolchain];
    failed && lab.allowance.of(toolchain).may_have_lacked(tried.spent.memory)
}

/// The one in the middle of what others take: of other compilers, if there are.
fn usual<'a>(bound: &Bound, trial: &'a Trial, suspect: &Tried, greedy: bool) -> Option<&'a Tried> {
    let counts = |one: &&Tried| one.hash.is_some() && one.configuration.is_plain();
    if !counts(&suspect) && !greedy {
        return None;
    }
    let mine = &suspect.configuration;
    let others = |same: bool| -> Vec<&'a Tried> {
        let all = trial.tried.iter().filter(counts);
        let mut all: Vec<&Tried> = all
            .filter(|one| one.configuration != *mine)
            .filter(|one| (one.configuration.toolchain == mine.toolchain) == same)
            .collect();
        all.sort_by_key(|one| (bound.measure)(&one.spent));
        all
    };
    let mut all = others(false);
    if all.is_empty() {
        all = others(true);
    }
    all.get(all.len() / 2).copied()
}
