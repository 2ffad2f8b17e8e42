//! How a reduction goes: the best program in its file, a line that changes, a last word.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use elenchus_judge::ProgramFile;
use elenchus_reduce::check::Met;
use elenchus_reduce::reduction::{Audience, Progress, Reduced};
use serde::Serialize;

use crate::progress::in_words;
use crate::talk;

pub struct Teller {
    /// Where each file goes; nowhere if there are none.
    outputs: Vec<PathBuf>,
    live: bool,
    next: Duration,
}

/// How often there is a line.
const LIVE: Duration = Duration::from_millis(200);
const PLAIN: Duration = Duration::from_secs(10);

impl Teller {
    pub fn new(outputs: Vec<PathBuf>) -> Teller {
        let live = io::stderr().is_terminal();
        Teller { outputs, live, next: if live { Duration::ZERO } else { PLAIN } }
    }

    /// Makes room for something else.
    pub fn clear(&self) {
        if self.live {
            talk::mention("\r\x1b[J");
        }
    }

    /// Keeps programs that show other bugs, beside the output.
    pub fn met(&self, met: &[Met]) -> io::Result<()> {
        for Met { failure, files } in met {
            let mut names = Vec::new();
            for (file, output) in files.iter().zip(&self.outputs) {
                names.push(keep(output, &file.text)?);
            }
            if !names.is_empty() {
                talk::mention(&format!("met on the way: {failure}: {}\n", names.join(", ")));
            }
        }
        Ok(())
    }

    pub fn summary(&self, reduced: &Reduced, interrupted: bool) {
        let names: Vec<String> =
            self.outputs.iter().map(|path| path.display().to_string()).collect();
        let ended = match (interrupted, reduced.finished) {
            (true, _) => " (interrupted: go on with --resume)",
            (_, true) => "",
            _ => " (not done: go on with --resume)",
        };
        talk::mention(&format!(
            "{}: {} lines, {} of {} tokens{ended}\n",
            names.join(", "),
            lines(&reduced.files),
            reduced.now.tokens,
            reduced.start.tokens,
        ));
    }
}

/// What `--json` says in the end.
#[derive(Serialize)]
pub struct Report<'a> {
    files: Vec<String>,
    /// What was kept, if it is more than what a script says.
    kept: Option<&'a str>,
    /// The accused compiler with what it needs to show it.
    shown_by: Option<&'a str>,
    /// All passes were tried on the result, and none succeeded.
    finished: bool,
    lines: usize,
    /// Of all tokens, before and after.
    bytes: [usize; 2],
    tokens: [usize; 2],
    compilations: u64,
    scripts: u64,
    machine_runs: u64,
    seconds: f64,
}

impl<'a> Report<'a> {
    pub fn new(
        teller: &Teller,
        kept: Option<&'a str>,
        shown_by: Option<&'a str>,
        reduced: &Reduced,
    ) -> Report<'a> {
        let (start, now) = (reduced.start, reduced.now);
        Report {
            files: teller.outputs.iter().map(|path| path.display().to_string()).collect(),
            kept,
            shown_by,
            finished: reduced.finished,
            lines: lines(&reduced.files),
            bytes: [start.size.bytes, now.size.bytes],
            tokens: [start.tokens, now.tokens],
            compilations: reduced.asked.compilers,
            scripts: reduced.asked.scripts,
            machine_runs: reduced.asked.machine,
            seconds: reduced.elapsed.as_secs_f64(),
        }
    }
}

impl Audience for Teller {
    /// Each file is whole at any time: it is written beside and then takes the place.
    fn better(&mut self, files: &[ProgramFile]) -> io::Result<()> {
        let files = files.iter().zip(&self.outputs);
        files.into_iter().try_for_each(|(file, output)| replace(output, &file.text))
    }

    fn progress(&mut self, progress: &Progress) {
        if progress.elapsed < self.next {
            return;
        }
        self.next = progress.elapsed + if self.live { LIVE } else { PLAIN };
        let line = line(progress);
        match self.live {
            true => talk::mention(&format!("\r\x1b[J{line}")),
            false => talk::mention(&format!("{line}\n")),
        }
    }
}

/// Writes a text into the first of `NAME.met1.c` and so on that is not there; its name.
fn keep(output: &Path, text: &[u8]) -> io::Result<String> {
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    let ending = output.extension().unwrap_or_default().to_string_lossy();
    for number in 1.. {
        let path = output.with_file_name(format!("{stem}.met{number}.{ending}"));
        match fs::File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => {
                made?.write_all(text)?;
                return Ok(path.display().to_string());
            }
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn replace(output: &Path, text: &[u8]) -> io::Result<()> {
    let (new, mut file) = beside(output)?;
    let written = file.write_all(text).and_then(|()| fs::rename(&new, output));
    if written.is_err() {
        // What stays is of no use.
        let _ = fs::remove_file(&new);
    }
    written
}

/// A new file in the same folder, whose name nobody has.
fn beside(output: &Path) -> io::Result<(PathBuf, fs::File)> {
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    for number in 0.. {
        let new = output.with_file_name(format!(".{name}.{}-{number}", std::process::id()));
        match fs::File::create_new(&new) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return Ok((new, made?)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn line(progress: &Progress) -> String {
    let (start, now) = (progress.start.size, progress.now.size);
    let (number, what) = match progress.asked.scripts {
        0 => (progress.asked.compilers, "compilations"),
        scripts => (scripts, "tests"),
    };
    let each_second = number as f64 / progress.elapsed.as_secs_f64().max(1.0);
    format!(
        "{}: {} bytes in {} tokens, {:.1}%; {number} {what}, {each_second:.0} a second, \
         {} runs of the machine; {}",
        in_words(progress.elapsed),
        now.bytes,
        progress.now.tokens,
        100.0 * now.weight as f64 / start.weight.max(1) as f64,
        progress.asked.machine,
        progress.pass,
    )
}

/// Those that have something in them.
pub fn lines(files: &[ProgramFile]) -> usize {
    let lines = files.iter().flat_map(|file| file.text.split(|byte| *byte == b'\n'));
    lines.filter(|line| !line.trim_ascii().is_empty()).count()
}
