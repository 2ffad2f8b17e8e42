//! A whole reduction: the input looked at, all passes until none succeeds, a last layout.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use elenchus_compilers::scratch::Scratch;
use elenchus_judge::ProgramFile;
use elenchus_lang::printer;
use thiserror::Error;

use crate::check::{Asked, Counts, Lack, Place, Rules, Test};
use crate::passes::{CANONICAL, NAMES, ORDER, Pass, UNUSED};
use crate::plain;
use crate::search::{Base, Form, Halt, Search, Watch, with_workers};
use crate::subject::{Measured, Subject};

/// When a reduction ends before it is done, and who works on it.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub time: Option<Duration>,
    /// Small enough.
    pub bytes: Option<usize>,
    pub jobs: usize,
}

/// Who is told how it goes.
pub trait Audience {
    /// A smaller program: the best so far.
    fn better(&mut self, files: &[ProgramFile]) -> io::Result<()>;

    /// Several times a second.
    fn progress(&mut self, progress: &Progress);
}

/// How far a reduction is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub pass: &'static str,
    pub start: Measured,
    pub now: Measured,
    pub asked: Asked,
    pub elapsed: Duration,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Reduced {
    pub files: Vec<ProgramFile>,
    pub start: Measured,
    pub now: Measured,
    /// All passes were tried on it, and none succeeded.
    pub finished: bool,
    pub asked: Asked,
    pub elapsed: Duration,
}

#[derive(Debug, Error)]
pub enum ReduceError {
    /// Which part of the test fails on the input.
    #[error("{0}")]
    NotShown(String),
    #[error("our front end does not take the program: {0}")]
    NotParsed(String),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Lack> for ReduceError {
    fn from(Lack(why): Lack) -> ReduceError {
        ReduceError::NotShown(why)
    }
}

/// Makes a program smaller that shows what the test looks for.
pub fn reduce(
    files: Vec<ProgramFile>,
    test: &dyn Test,
    rules: &Rules,
    bounds: Bounds,
    (scratch, stop): (&Scratch, &AtomicBool),
    audience: &mut dyn Audience,
) -> Result<Reduced, ReduceError> {
    let counts = Counts::default();
    let folder = scratch.fresh("input")?;
    test.look(&files, &Place { folder: &folder, stop, counts: &counts })??;
    // What our front end does not take is made smaller as words.
    let form = match Subject::parse(files.clone(), rules.language, rules.target) {
        Ok(_) => Form::C(rules.language),
        Err(_) => Form::Words,
    };
    let start = form.measure(&files);
    let folders = (0..bounds.jobs.max(1)).map(|number| scratch.fresh(&format!("try{number}")));
    let folders: Vec<PathBuf> = folders.collect::<io::Result<_>>()?;
    let mut watcher = Watcher {
        audience,
        counts: &counts,
        begun: Instant::now(),
        bounds,
        stop,
        pass: "",
        start,
        best: files,
        now: start,
    };
    let finished = with_workers(&folders, test, stop, &counts, |workers| {
        let mut search = Search::new(workers, form, &mut watcher);
        match form {
            Form::C(_) => all_passes(&mut search, rules),
            Form::Words => all_plain(&mut search),
        }
    });
    let finished = match finished {
        Ok(()) => true,
        Err(Stopped::Halt(Halt::Enough)) => false,
        Err(Stopped::Halt(Halt::Trouble(error))) => return Err(error.into()),
        Err(Stopped::NotParsed(why)) => return Err(ReduceError::NotParsed(why)),
    };
    let (now, elapsed) = (watcher.now, watcher.begun.elapsed());
    let asked = counts.asked();
    Ok(Reduced { files: watcher.best, start, now, finished, asked, elapsed })
}

enum Stopped {
    Halt(Halt),
    NotParsed(String),
}

impl<T: Into<Halt>> From<T> for Stopped {
    fn from(halt: T) -> Stopped {
        Stopped::Halt(halt.into())
    }
}

fn all_passes(search: &mut Search<'_, Watcher<'_>>, rules: &Rules) -> Result<(), Stopped> {
    if search.watch.best.len() > 1 && !join(search, rules)? {
        // The same name in two files may be in the way.
        one_pass(search, rules, &NAMES)?;
        join(search, rules)?;
    }
    loop {
        until_none_succeeds(search, rules)?;
        one_pass(search, rules, &NAMES)?;
        if !join(search, rules)? {
            canonical(search, rules)?;
            return print(search, rules);
        }
    }
}

/// All passes over texts that nobody parses.
fn all_plain(search: &mut Search<'_, Watcher<'_>>) -> Result<(), Stopped> {
    loop {
        let before = search.watch.now.size;
        for pass in plain::ORDER {
            search.watch.pass = pass.name;
            loop {
                let files = search.watch.best.clone();
                if !search.run(Base::Text(&files), (pass.propose)(&files))? {
                    break;
                }
            }
        }
        if search.watch.now.size >= before {
            break;
        }
    }
    let mut files = search.watch.best.clone();
    files.iter_mut().for_each(|file| file.text = plain::laid_out(&file.text));
    lay_out(search, &files)
}

fn until_none_succeeds(search: &mut Search<'_, Watcher<'_>>, rules: &Rules) -> Result<(), Stopped> {
    loop {
        let before = search.watch.now.size;
        for pass in ORDER {
            if one_pass(search, rules, pass)? {
                one_pass(search, rules, &UNUSED)?;
            }
        }
        if search.watch.now.size >= before {
            return Ok(());
        }
    }
}

/// What is in a file moves to the end of one before it, where that shows it too. It makes
/// nothing smaller yet, but what one file need not tell another one goes later.
fn join(search: &mut Search<'_, Watcher<'_>>, rules: &Rules) -> Result<bool, Stopped> {
    search.watch.pass = "files";
    let mut joined = false;
    for from in (1..search.watch.best.len()).rev() {
        for to in 0..from {
            search.watch.tick()?;
            let mut files = search.watch.best.clone();
            let moved = std::mem::take(&mut files[from].text);
            let both = [&files[to], &files[from]];
            if moved.is_empty() || !both.iter().all(|file| file.is_unit()) {
                break;
            }
            files[to].text.extend_from_slice(&moved);
            let parsed = Subject::parse(files.clone(), rules.language, rules.target);
            if parsed.is_ok() && search.ask(&files)? {
                let measured = search.form.measure(&files);
                search.watch.found(&files, measured)?;
                joined = true;
                break;
            }
        }
    }
    Ok(joined)
}

/// Brings equal bugs to equal texts, as far as that makes nothing larger.
fn canonical(search: &mut Search<'_, Watcher<'_>>, rules: &Rules) -> Result<(), Stopped> {
    search.equal = true;
    for pass in CANONICAL {
        search.watch.pass = pass.name;
        let mut subject = subject(search, rules)?;
        let levels = pass.levels(&mut subject, rules);
        search.run(Base::Tree(&subject), levels)?;
    }
    search.equal = false;
    Ok(())
}

fn subject(search: &Search<'_, Watcher<'_>>, rules: &Rules) -> Result<Subject, Stopped> {
    let files = search.watch.best.clone();
    Subject::parse(files, rules.language, rules.target).map_err(Stopped::NotParsed)
}

/// A pass on the program as it is, again as long as it succeeds; whether it did.
fn one_pass(
    search: &mut Search<'_, Watcher<'_>>,
    rules: &Rules,
    pass: &Pass,
) -> Result<bool, Stopped> {
    search.watch.pass = pass.name;
    let mut succeeded = false;
    loop {
        let mut subject = subject(search, rules)?;
        let levels = pass.levels(&mut subject, rules);
        if !search.run(Base::Tree(&subject), levels)? {
            return Ok(succeeded);
        }
        succeeded = true;
    }
}

/// The text as a person would write it.
fn print(search: &mut Search<'_, Watcher<'_>>, rules: &Rules) -> Result<(), Stopped> {
    let subject = subject(search, rules)?;
    let print = |(unit, file): (usize, &ProgramFile)| {
        let text = printer::print(&subject.program, unit);
        ProgramFile { name: file.name.clone(), text: text.into_bytes() }
    };
    let files: Vec<ProgramFile> = subject.files().iter().enumerate().map(print).collect();
    lay_out(search, &files)
}

/// A last text, if it shows it as well.
fn lay_out(search: &mut Search<'_, Watcher<'_>>, files: &[ProgramFile]) -> Result<(), Stopped> {
    search.watch.pass = "layout";
    let measured = search.form.measure(files);
    if search.ask(files)? {
        search.watch.found(files, measured)?;
    }
    Ok(())
}

/// Keeps the best program, and sees when it is enough.
struct Watcher<'a> {
    audience: &'a mut dyn Audience,
    counts: &'a Counts,
    begun: Instant,
    bounds: Bounds,
    stop: &'a AtomicBool,
    pass: &'static str,
    start: Measured,
    best: Vec<ProgramFile>,
    now: Measured,
}

impl Watch for Watcher<'_> {
    fn found(&mut self, files: &[ProgramFile], measured: Measured) -> Result<(), Halt> {
        self.best = files.to_vec();
        self.now = measured;
        self.audience.better(files)?;
        match self.bounds.bytes {
            Some(bytes) if files.iter().map(|file| file.text.len()).sum::<usize>() <= bytes => {
                Err(Halt::Enough)
            }
            _ => Ok(()),
        }
    }

    fn tick(&mut self) -> Result<(), Halt> {
        let elapsed = self.begun.elapsed();
        let (pass, start, now, asked) = (self.pass, self.start, self.now, self.counts.asked());
        self.audience.progress(&Progress { pass, start, now, asked, elapsed });
        let late = self.bounds.time.is_some_and(|time| elapsed >= time);
        match late || self.stop.load(Ordering::Relaxed) {
            true => Err(Halt::Enough),
            false => Ok(()),
        }
    }
}
