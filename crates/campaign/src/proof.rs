//! A finding, shown as others will see it: by its own script in a folder with nothing
//! else in it, started by a shell that knows of nothing but the compiler. What is found
//! under our hands only is no bug that can be told.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use elenchus_compilers::probe;
use elenchus_compilers::run::{End, Limits, Reach};
use elenchus_compilers::scratch::remove;
use elenchus_compilers::toolchain::Toolchain;

use crate::bench::Bench;
use crate::confirm::AGAIN;
use crate::finding::{Finding, Kind, State};
use crate::lab::Lab;
use crate::report;
use crate::states::Why;

/// Lets a confirmed finding show itself; it is only suspected if it does not. Nothing
/// if we were interrupted.
pub fn prove(
    lab: &Lab,
    bench: &Bench,
    finding: &mut Finding,
    of: &Toolchain,
) -> io::Result<Option<()>> {
    if finding.state != State::Confirmed {
        return Ok(Some(()));
    }
    let folder = lab.scratch.unique("version")?;
    let now = probe::version_now(of, &folder);
    remove(&folder)?;
    let now = now.unwrap_or_else(|trouble| trouble.to_string());
    if now != of.version {
        finding.state = Why::OtherVersion.state();
        let before = &of.version;
        finding.reasons.push(format!(
            "which compiler this is nobody knows: it said `{before}` at first, and now `{now}`"
        ));
        return Ok(Some(()));
    }
    let mut last = End::Stopped;
    // What a program prints that was compiled wrongly may change from run to run.
    for _ in 0..=AGAIN {
        last = run(lab, bench, finding, of)?;
        match last {
            End::Stopped => return Ok(None),
            End::Exit(0) => {
                finding.reasons.push("its own repro.sh shows it, in an empty folder".into());
                return Ok(Some(()));
            }
            _ => {}
        }
    }
    finding.state = Why::NotShown.state();
    finding.reasons.push(format!(
        "its own repro.sh, run in an empty folder with nothing but the compiler on PATH, does \
         not show it ({last})"
    ));
    Ok(Some(()))
}

fn run(lab: &Lab, bench: &Bench, finding: &Finding, of: &Toolchain) -> io::Result<End> {
    let folder = lab.scratch.unique("shown")?;
    report::write(finding, &folder, Path::new("elenchus")).map_err(io::Error::other)?;
    let allowance = lab.allowance.of(of).generous();
    let compiling = allowance.compiling(bench.program.size()).cpu.unwrap_or_default();
    let patience = match finding.kind {
        Kind::Hang | Kind::Flood => compiling,
        _ => allowance.run,
    };
    let seconds = patience.as_secs_f64().ceil().max(1.0);
    let variable = |name: &str, value: &Path| {
        let mut set = OsString::from(format!("{name}="));
        set.push(value);
        set
    };
    let words = ["/usr/bin/env", "-i"].map(OsString::from).into_iter().chain([
        variable("PATH", &beside(of)),
        // They are confined to this folder.
        variable("TMPDIR", &folder),
        variable("HOME", &folder),
        format!("LIMIT={seconds}").into(),
        "/bin/sh".into(),
        "./repro.sh".into(),
    ]);
    // The script has limits of its own, and does more than one thing.
    let limits = Limits { memory: None, processes: None, ..allowance.compiling(0) };
    let limits = Limits { folder: limits.folder.map(|bytes| bytes * 2), ..limits }
        .time((compiling + allowance.run) * SCRIPT);
    let reach = match (of.reach, of.run.reach()) {
        (_, Reach::Anywhere) => Reach::Anywhere,
        (reach, _) => reach,
    };
    let done = lab.start_alone(words.collect(), &folder, &Limits { reach, ..limits });
    remove(&folder)?;
    Ok(done?.end)
}

/// How many times as long as one compilation and one run a script may take: that of an
/// unstable compiler compiles eleven times.
const SCRIPT: u32 = 12;

/// The folder that a compiler is in.
fn beside(toolchain: &Toolchain) -> PathBuf {
    let program = toolchain.command.first().map(Path::new);
    program.and_then(Path::parent).unwrap_or(Path::new("/usr/bin")).to_path_buf()
}
