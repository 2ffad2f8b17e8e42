//! Other reducers, and what they made of a case. That takes long, so it is kept with
//! their version and what they were given, and not done again.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use elenchus_compilers::run::End;
use elenchus_records::context::Context;
use serde::{Deserialize, Serialize};

use super::cases::Ready;
use super::result::{Kept, look};
use super::script::{self, FILE};
use crate::call::call;
use crate::corpus::version;
use crate::files;
use crate::hash::fnv1a_parts;

const RECORD: &str = "measure/peers/reduce.jsonl";

/// So many candidates at a time, as ours.
pub const JOBS: &str = "2";

/// A peer that was ended had at least so much of a processor, of the two that it may use.
const SHARE: f64 = 0.8;

/// What a peer made of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Made {
    peer: String,
    version: String,
    case: String,
    /// Of the program and the script.
    given: String,
    /// What it took, or was given: it was ended then.
    pub wall: f64,
    pub cpu: f64,
    pub ended: bool,
    /// How often the script was asked.
    pub asked: usize,
    #[serde(flatten)]
    pub kept: Kept,
}

/// What is known of a peer and a case; otherwise it is asked, for so long.
pub fn made(ctx: &Context, peer: &str, ready: &Ready, cap: Duration) -> Result<Made> {
    let version = version(peer)?;
    let script = script::write(ready)?;
    // Where things are on this machine changes nothing.
    let words = fs::read_to_string(&script)?.replace(&*ready.folder.to_string_lossy(), "");
    let given = format!("{:016x}", fnv1a_parts(&[&ready.text, words.as_bytes()]));
    let record = ctx.path(RECORD);
    let lines = fs::read_to_string(&record).unwrap_or_default();
    for line in lines.lines() {
        let known: Made = serde_json::from_str(line).with_context(|| format!("in {RECORD}"))?;
        let same = known.peer == peer && known.version == version && known.given == given;
        if same && (!known.ended || known.wall >= cap.as_secs_f64()) {
            return Ok(known);
        }
    }
    let made = run(peer, version, given, ready, &script, cap)?;
    // What a peer could not do while others had the processors says nothing of it.
    if made.ended && made.cpu < SHARE * made.wall {
        bail!("{peer} had {:.0} s of {:.0} s: the machine is too busy", made.cpu, made.wall);
    }
    files::folder(record.parent().context("the record is in a folder")?.to_path_buf())?;
    let mut out = fs::OpenOptions::new().create(true).append(true).open(&record)?;
    writeln!(out, "{}", serde_json::to_string(&made)?)?;
    Ok(made)
}

fn run(
    peer: &str,
    version: String,
    given: String,
    ready: &Ready,
    script: &Path,
    cap: Duration,
) -> Result<Made> {
    println!("  {peer} on {}: it may take {} s", ready.case.name, cap.as_secs());
    let folder = files::fresh_folder(ready.folder.join(peer))?;
    let file = folder.join(FILE);
    fs::write(&file, &ready.text)?;
    let log = script::log(&ready.folder);
    let _ = fs::remove_file(&log);
    let reducer = call(peer).args(["--n", JOBS]).arg(script).arg(FILE);
    let ran = reducer.within(&folder).limit(cap).keep(1 << 20).run()?;
    let asked = fs::read(&log).unwrap_or_default().len();
    let kept = look(ready, &fs::read(&file)?)?;
    Ok(Made {
        peer: peer.to_owned(),
        version,
        case: ready.case.name.to_owned(),
        given,
        wall: ran.wall.as_secs_f64(),
        cpu: ran.cpu.as_secs_f64(),
        ended: ran.end == End::Wall,
        asked,
        kept,
    })
}
