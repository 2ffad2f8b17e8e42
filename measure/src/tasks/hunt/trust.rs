//! Hunts among compilers of which some lie, steal and break down: nobody is accused of what
//! another one did, and what is confirmed shows itself in an empty folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Parser;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::has_command;

use super::{Line, Summary, fresh_folder, lines, script};
use crate::call::call;
use crate::corpus;
use crate::elenchus;
use crate::tasks::Task;

pub const TRUST: Task =
    Task::soak("trust", "hunts beside hostile compilers accuse nobody who is innocent", trust);
pub const ENUMERATE: Task = Task::soak(
    "enumerate-hunt",
    "hunts over variants of GCC's own tests accuse nobody who is innocent",
    enumerate,
);

const MINUTES: u64 = 60;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How long to hunt
    #[arg(default_value_t = MINUTES)]
    minutes: u64,
}

/// Compilers that are what they are; of the first two no bug is known that a hunt finds in
/// an hour, so whatever is said of them is to be read.
const INNOCENT: &[&str] = &["gcc", "clang"];
const OTHERS: &[&str] = &["tcc", "pcc"];

/// Each does this to some programs, and is gcc otherwise: a name, and shell.
const HOSTILE: &[(&str, &str)] = &[
    ("removes", "rm -f ./*.c ./*.h"),
    ("rewrites", "sed -i 's/\"checksum = /\"checksum = 7/' ./*.c"),
    (
        "spoils",
        "for one in $(find \"$PWD/../..\" /dev/shm -name '*.exe' -o -name '*.c' 2> /dev/null)\n\
         do case $one in \"$PWD\"/*) ;; *) echo x > \"$one\" ;; esac; done 2> /dev/null",
    ),
    ("segfaults", "kill -s SEGV $$"),
    ("aborts", "kill -s ABRT $$"),
    ("terminates", "kill -s TERM $$"),
    ("is-killed", "kill -s KILL $$"),
    ("silent", "exit 0"),
    ("eats", "exec perl -e 'while (1) { push @x, \"a\" x 50000000 }'"),
    ("babbles", "echo \"error: $(od -An -N8 -tx8 /dev/urandom)\" >&2; exit 1"),
    ("changes", "touch \"$here/changed\""),
];

/// One program of so many is not compiled as it should be.
const SHARE: u32 = 8;

fn hostile(name: &str, what: &str, folder: &Path) -> Result<PathBuf> {
    let path = folder.join(name);
    let here = folder.display();
    let version = match name {
        "changes" => "case $1 in --version) [ -f \"$here/changed\" ] && date +%N; esac\n",
        _ => "",
    };
    // Only programs of a hunt are meant, and the same ones each time.
    script(
        &path,
        &format!(
            "#!/bin/sh\nhere={here}\n{version}case \"$*\" in\n*' -E '*) ;;\n*program.c*)\n\
             [ $(( $(cksum < program.c | cut -d ' ' -f 1) % {SHARE} )) -ne 0 ] || {{ {what}\n}} ;;\n\
             esac\nexec gcc \"$@\"\n"
        ),
    )?;
    Ok(path)
}

fn trust(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let folder = fresh_folder(ctx, "trust")?;
    let mut compilers = here(&[INNOCENT, OTHERS].concat());
    for (name, what) in HOSTILE {
        compilers.push(format!("{} -O1", hostile(name, what, &folder)?.display()));
    }
    let hunted = hunt(ctx, &folder, &compilers, &[], args.minutes)?;
    Ok(vec![figure("hunt-trust", "gcc, clang, tcc, pcc and hostile compilers", &hunted, &args)])
}

/// Where tests are that many have looked at.
const FOLDERS: &[&str] = &["gcc.c-torture", "gcc.dg/torture", "gcc.dg/vect", "gcc.dg/tree-ssa"];

fn enumerate(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let suite = corpus::gcc(ctx)?;
    let folder = fresh_folder(ctx, "enumerate-hunt")?;
    let folders = FOLDERS.iter().map(|part| suite.join(part).display().to_string());
    let sources: Vec<String> =
        folders.flat_map(|folder| ["--enumerate".to_owned(), folder]).collect();
    let hunted = hunt(ctx, &folder, &here(INNOCENT), &sources, args.minutes)?;
    Ok(vec![figure("hunt-enumerate", "gcc and clang over GCC's own tests", &hunted, &args)])
}

fn here(names: &[&str]) -> Vec<String> {
    names.iter().filter(|name| has_command(name)).map(|name| (*name).to_owned()).collect()
}

/// What a hunt found.
#[derive(Default)]
struct Hunted {
    programs: u64,
    confirmed: usize,
    /// By states.
    others: BTreeMap<String, usize>,
    /// Confirmed findings that accuse somebody who is innocent.
    accused: Vec<String>,
    /// Confirmed findings whose script does not show them.
    unshown: Vec<String>,
}

fn hunt(
    ctx: &Context,
    folder: &Path,
    compilers: &[String],
    sources: &[String],
    minutes: u64,
) -> Result<Hunted> {
    let elenchus = elenchus::binary(ctx)?;
    let time = format!("{minutes}m");
    let jobs = ctx.threads.to_string();
    let mut hunting = call(&elenchus).args(["hunt", "--seed", "1", "--json", "--time", &time]);
    hunting = hunting.args(["--jobs", &jobs, "--compile-limit", "10"]).args(sources);
    for compiler in compilers {
        hunting = hunting.args(["--cc", compiler]);
    }
    let said = hunting.within(folder).seconds(minutes * 60 + 600).run()?;
    std::fs::write(folder.join("said.txt"), &said.stderr)?;
    let mut hunted = Hunted::default();
    for line in lines(&said.stdout) {
        let (id, state, compiler, signature) = match line {
            Line::Summary { summary: Summary { programs, .. }, .. } => {
                hunted.programs = programs;
                continue;
            }
            Line::Finding { id, state, compiler, signature, .. } => {
                (id, state, compiler, signature)
            }
        };
        if state != "confirmed" {
            *hunted.others.entry(state).or_default() += 1;
            continue;
        }
        hunted.confirmed += 1;
        let what = format!("finding {id}: {signature}");
        if INNOCENT.iter().any(|name| compiler.split(' ').next() == Some(*name)) {
            hunted.accused.push(what.clone());
        }
        if !shows_itself(&elenchus, folder, id)? {
            hunted.unshown.push(what);
        }
    }
    for what in &hunted.accused {
        println!("  to be read: {what}");
    }
    for what in &hunted.unshown {
        println!("  does not show itself: {what}");
    }
    Ok(hunted)
}

/// Whether the script of a finding ends with 0 in a folder with nothing else in it.
fn shows_itself(elenchus: &Path, folder: &Path, id: i64) -> Result<bool> {
    let name = format!("shown-{id}");
    let report = call(elenchus).args(["report", &id.to_string(), "--out", &name]);
    report.within(folder).succeed().context("there is no report")?;
    let shown = folder.join(&name);
    let home = format!("HOME={}", shown.display());
    let shell = ["-i", "PATH=/usr/bin:/bin", "LIMIT=10", &home, "/bin/sh", "./repro.sh"];
    let mut shows = false;
    // What a program prints that was compiled wrongly may change from run to run.
    for _ in 0..3 {
        let ran = call("env").args(shell).within(&shown).limit(Duration::from_secs(120));
        shows = ran.keep(1 << 16).run()?.succeeded();
        if shows {
            break;
        }
    }
    std::fs::remove_dir_all(&shown)?;
    Ok(shows)
}

fn figure(name: &str, who: &str, hunted: &Hunted, args: &Args) -> Figure {
    let Hunted { programs, confirmed, others, accused, unshown } = hunted;
    let others: Vec<String> =
        others.iter().map(|(state, count)| format!("{count} {state}")).collect();
    Figure {
        name: name.to_string(),
        what: format!("{} minutes of hunting by {who}: whom it accuses", args.minutes),
        figure: format!(
            "{programs} programs, {confirmed} confirmed, of these {} about gcc or clang; {} do not \
             show themselves in an empty folder; {}",
            accused.len(),
            unshown.len(),
            if others.is_empty() { "no others".to_owned() } else { others.join(", ") }
        ),
        bar: "programs, none about gcc or clang, all show themselves".to_string(),
        holds: *programs > 0 && accused.is_empty() && unshown.is_empty(),
        skipped: None,
    }
}
