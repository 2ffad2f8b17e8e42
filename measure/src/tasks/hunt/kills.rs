//! Hunts that are killed at random moments: nothing that was shown is lost,
//! nothing is there twice, and the store always opens.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::{Line, fresh_folder, lines, script};
use crate::call::call;
use crate::elenchus;
use crate::random::Random;
use crate::tasks::Task;

pub const TASK: Task =
    Task::soak("kills", "hunts killed at random moments lose and repeat nothing", run);

const KILLS: usize = 100;

/// A kill comes at most so long after the start: before the compiler is tried,
/// while it is, or among findings.
const LATEST_MS: usize = 2500;

/// Breaks down in another function for every program.
const BROKEN: &str = "#!/bin/sh
case \"$*\" in *program.c*)
    for last; do :; done
    echo \"program.c:3:1: internal compiler error: in f$(cksum < $last | tr ' 0-9' _a-j)\" >&2
    exit 1 ;;
esac
exec gcc \"$@\"
";

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    #[arg(long, default_value_t = KILLS)]
    kills: usize,
}

/// A finding as it is shown and as it is stored: its seed and its signature.
type Seen = BTreeMap<i64, (u64, String)>;

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let elenchus = elenchus::binary(ctx)?;
    let folder = fresh_folder(ctx, "kills")?;
    script(&folder.join("brokencc"), BROKEN)?;
    let mut random = Random::new(16);
    let mut shown = Seen::new();
    let (mut twice, mut closed) = (0, 0);
    for _ in 0..args.kills {
        let moment = Duration::from_millis(random.below(LATEST_MS) as u64);
        for line in lines(&killed_after(&elenchus, &folder, moment)?) {
            if let Line::Finding { id, seed, signature, .. } = line {
                twice += usize::from(shown.insert(id, (seed, signature)).is_some());
            }
        }
        closed += usize::from(list(&elenchus, &folder).is_err());
    }
    let stored = stored(&elenchus, &folder)?;
    let lost = shown.iter().filter(|(id, seen)| stored.get(id) != Some(seen)).count();
    let different: BTreeSet<&(u64, String)> = stored.values().collect();
    twice += stored.len() - different.len();
    let found = shown.len();
    Ok(vec![Figure {
        name: "hunt-kills".to_string(),
        what: format!("a hunt with findings, killed {} times at random moments", args.kills),
        figure: format!(
            "{found} findings shown, {} stored: {lost} lost, {twice} twice; the store did not \
             open {closed} times",
            stored.len()
        ),
        bar: "none lost, none twice, the store always opens".to_string(),
        holds: lost == 0 && twice == 0 && closed == 0 && found >= args.kills / 2,
        skipped: None,
    }])
}

/// What a hunt printed until it was killed.
fn killed_after(elenchus: &Path, folder: &Path, moment: Duration) -> Result<Vec<u8>> {
    let hunt = call(elenchus).args(["hunt", "--cc", "./brokencc -O2", "--size", "1000"]);
    let hunt = hunt.args(["--preset", "mix", "--json"]);
    Ok(hunt.within(folder).limit(moment).run()?.stdout)
}

/// The bugs of the store as JSON, one on a line.
fn list(elenchus: &Path, folder: &Path) -> Result<String> {
    // The first kill may come before there is one.
    if !folder.join("elenchus.db").exists() {
        return Ok(String::new());
    }
    let listed = call(elenchus).args(["list", "--json"]).within(folder).succeed();
    Ok(String::from_utf8(listed.context("the store does not open")?.stdout)?)
}

/// All findings of the store. Each program is a bug of its own, so that the
/// list has them all.
fn stored(elenchus: &Path, folder: &Path) -> Result<Seen> {
    let mut seen = Seen::new();
    for line in list(elenchus, folder)?.lines() {
        let bug: serde_json::Value = serde_json::from_str(line)?;
        let id = bug["finding"].as_i64().context("a bug has a finding")?;
        let signature = bug["signature"].as_str().unwrap_or_default().to_string();
        if bug["seen"] != 1 {
            bail!("the bug {signature} was seen {} times", bug["seen"]);
        }
        seen.insert(id, (seed(elenchus, folder, id)?, signature));
    }
    Ok(seen)
}

fn seed(elenchus: &Path, folder: &Path, id: i64) -> Result<u64> {
    let shown = call(elenchus).args(["show", "--json", &id.to_string()]).within(folder).run()?;
    let finding: serde_json::Value = serde_json::from_slice(&shown.stdout)?;
    finding["seed"].as_u64().context("a finding has a seed")
}
