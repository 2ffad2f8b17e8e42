//! A large store: how long it takes to say what to look at first.

use std::time::{Duration, Instant};

use anyhow::Result;
use elenchus_campaign::finding::{Blamed, Finding, Reduced};
use elenchus_campaign::program::{Program, ProgramFile};
use elenchus_campaign::rank::ranked;
use elenchus_campaign::store::Store;
use elenchus_produce::generate::{Preset, Settings};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use serde_json::json;

use crate::files;
use crate::generated::{generated, text};
use crate::tasks::Task;

pub const TASK: Task =
    Task::bench("triage", "the order of bugs in a store with ten thousand findings", run);

const FINDINGS: usize = 10_000;
const GROUPS: usize = 500;

/// Bytes of a program: those of one that was reduced, and then some.
const SIZE: u64 = 1500;

const BAR: Duration = Duration::from_secs(10);

fn run(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    let folder = files::fresh_folder(ctx.path("target/triage"))?;
    let mut store = Store::open(&folder.join("large.db"))?;
    let programs: Vec<String> = (0..GROUPS as u64).map(program).collect::<Result<_>>()?;
    let begun = Instant::now();
    // Written as a hunt and those who look closer leave them.
    for first in (0..FINDINGS).step_by(GROUPS) {
        let of = |at: usize| finding(first + at, at, &programs[at]);
        let findings: Vec<Finding> = (0..GROUPS).map(of).collect::<Result<_>>()?;
        store.finish(None, &findings, &[])?;
    }
    let writing = begun.elapsed();
    let begun = Instant::now();
    let order = ranked(&store)?;
    let ranking = begun.elapsed();
    let text = format!(
        "{:.1} s for {} bugs of {FINDINGS} findings; placing them took {:.1} s, {:.1} ms each",
        ranking.as_secs_f64(),
        order.len(),
        writing.as_secs_f64(),
        1000.0 * writing.as_secs_f64() / FINDINGS as f64
    );
    Ok(vec![Figure {
        name: "triage-rank".to_string(),
        what: format!("`list --rank` over {FINDINGS} findings of {GROUPS} bugs"),
        figure: text,
        bar: format!("{GROUPS} bugs, within {} s", BAR.as_secs()),
        holds: order.len() == GROUPS && ranking <= BAR,
        skipped: None,
    }])
}

fn program(seed: u64) -> Result<String> {
    let settings = Settings { preset: Preset::Mix, size: SIZE, ..Settings::default() };
    Ok(text(&generated(&settings, seed)?.files))
}

/// Wrong code of gcc, for which a pass of the group is blamed.
fn finding(seed: usize, group: usize, text: &str) -> Result<Finding> {
    let program = Program { files: vec![ProgramFile::new("program.c", text)], flags: Vec::new() };
    let plain: Finding = serde_json::from_value(json!({
        "kind": "wrong-output", "state": "confirmed",
        "signature": format!("gcc-12: wrong-output: -O{}", group % 3 + 1),
        "compiler": { "name": "gcc-12", "command": ["gcc-12"],
                      "levels": [[format!("-O{}", group % 3 + 1)]], "run": "native" },
        "version": "gcc 12", "target": "x86_64-linux", "compile": [["gcc-12"]], "execute": null,
        "expected": null, "actual": { "what": "compiled" }, "outcomes": [], "reasons": [],
        "source": { "source": "generate", "preset": "mix", "size": SIZE }, "seed": seed,
        "elenchus": "0", "program": program,
    }))?;
    let blamed: Blamed = serde_json::from_value(json!({
        "version": "gcc 12", "pass": format!("tree-pass{group}"), "function": "f",
        "evidence": [], "cures": [], "flags": null, "versions": null, "cut": null,
    }))?;
    let reduced = Reduced {
        program,
        expected: None,
        actual: plain.actual.clone(),
        mutations: Vec::new(),
        outcomes: Vec::new(),
    };
    Ok(Finding { reduced: Some(Box::new(reduced)), blamed: Some(Box::new(blamed)), ..plain })
}
