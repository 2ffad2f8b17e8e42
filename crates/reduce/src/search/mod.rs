//! Who tries what: proposals in parts that become smaller, on all cores.
//!
//! Answers are taken in the order of the questions, and the next question depends on
//! those alone: the same input and number of workers give the same result, if the test
//! always says the same.

mod assemble;
mod workers;

use std::collections::VecDeque;
use std::io;
use std::ops::Range;

use elenchus_judge::ProgramFile;
use elenchus_lang::edits::{Edit, Edits};
use elenchus_lang::rules::Language;
use elenchus_lang::tree::Program;
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::plain;
use crate::subject::{self, Measured, Size, Subject};
pub use assemble::without_blank_lines;
pub use workers::{Workers, with_workers};

/// Changes of one file that are made together or not at all.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub file: usize,
    pub change: Change,
}

/// A set of edits, or places of the text with what stands there then. A pass proposes
/// either.
#[derive(Clone, Debug)]
pub enum Change {
    Edits(Edits),
    Text(Vec<(Range<usize>, Vec<u8>)>),
}

impl Proposal {
    pub fn edit(file: usize, edit: Edit) -> Proposal {
        Proposal::together(file, [edit].into_iter().collect())
    }

    pub fn together(file: usize, edits: Edits) -> Proposal {
        Proposal { file, change: Change::Edits(edits) }
    }

    fn edits(&self) -> Option<&Edits> {
        match &self.change {
            Change::Edits(edits) => Some(edits),
            Change::Text(_) => None,
        }
    }

    fn places(&self) -> impl Iterator<Item = (Range<usize>, &[u8])> {
        let places = match &self.change {
            Change::Edits(_) => &[][..],
            Change::Text(places) => places,
        };
        places.iter().map(|(range, with)| (range.clone(), &with[..]))
    }
}

/// Proposals in levels: those of a later one mostly stand within those of an earlier
/// one, and are tried where that was not good.
pub type Levels = Vec<Vec<Proposal>>;

/// The proposals of a level, which is made if it is not there yet.
pub fn at(levels: &mut Levels, level: usize) -> &mut Vec<Proposal> {
    if levels.len() <= level {
        levels.resize(level + 1, Vec::new());
    }
    &mut levels[level]
}

/// How texts are read: as C, or as words that nobody parses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    C(Language),
    Words,
}

impl Form {
    pub fn measure(self, files: &[ProgramFile]) -> Measured {
        match self {
            Form::C(language) => subject::measure(files, language),
            Form::Words => plain::measure(files),
        }
    }
}

/// What proposals are made for.
#[derive(Clone, Copy)]
pub enum Base<'a> {
    Tree(&'a Subject),
    /// Nobody parsed them: all proposals are places of the text.
    Text(&'a [ProgramFile]),
}

impl Base<'_> {
    fn files(&self) -> &[ProgramFile] {
        match self {
            Base::Tree(subject) => subject.files(),
            Base::Text(files) => files,
        }
    }

    /// Whether a candidate is worth a question: not if it is no C, or worse C than before.
    fn takes(&self, files: &[ProgramFile]) -> bool {
        let Base::Tree(subject) = self else { return true };
        let Program { language, target, .. } = &subject.program;
        let parsed = Subject::parse(files.to_vec(), *language, target);
        parsed.is_ok_and(|parsed| parsed.warnings() <= subject.warnings())
    }
}

/// Why the search ends before it is done.
#[derive(Debug, Error)]
pub enum Halt {
    /// The time is over, or the program is as small as it need be, or somebody wants to
    /// stop.
    #[error("it is enough")]
    Enough,
    #[error(transparent)]
    Trouble(#[from] io::Error),
}

/// Who looks on.
pub trait Watch {
    /// A smaller program that shows it.
    fn found(&mut self, files: &[ProgramFile], measured: Measured) -> Result<(), Halt>;

    /// Before each question; may say that it is enough.
    fn tick(&mut self) -> Result<(), Halt>;
}

pub struct Search<'a, W> {
    pub workers: &'a Workers,
    pub form: Form,
    pub watch: &'a mut W,
    /// What is another program of the same size will do as well.
    pub equal: bool,
    /// What was asked before, by the hash of its tokens.
    known: FxHashMap<u128, bool>,
    /// Questions that were answered without a test.
    pub spared: u64,
    ticket: u64,
}

/// A candidate that is being tried.
struct Flight {
    ticket: u64,
    hash: u128,
    measured: Measured,
    files: Vec<ProgramFile>,
    /// The proposals in it, beside those that were good before.
    with: Vec<usize>,
    /// How many were good when it was made.
    good: usize,
    answer: Option<bool>,
}

impl<'a, W: Watch> Search<'a, W> {
    pub fn new(workers: &'a Workers, form: Form, watch: &'a mut W) -> Search<'a, W> {
        Search {
            workers,
            form,
            watch,
            equal: false,
            known: FxHashMap::default(),
            spared: 0,
            ticket: 0,
        }
    }

    /// Whether one program shows it. It is asked even if another text of the same tokens
    /// was: a script may look at blanks, too.
    pub fn ask(&mut self, files: &[ProgramFile]) -> Result<bool, Halt> {
        let measured = self.form.measure(files);
        self.known.remove(&measured.hash);
        let mut flight = self.start(files.to_vec(), measured, Vec::new(), 0);
        let mut none = VecDeque::new();
        self.wait(&mut flight, &mut none)?;
        Ok(flight.answer == Some(true))
    }

    /// Tries proposals level by level: those of a later level mostly stand within those
    /// of an earlier one. Whether one was good.
    pub fn run(&mut self, base: Base, levels: Levels) -> Result<bool, Halt> {
        let best = self.form.measure(base.files()).size;
        let mut state = State { base, good: Vec::new(), best };
        for level in levels {
            self.level(&mut state, level)?;
        }
        Ok(!state.good.is_empty())
    }

    fn level(&mut self, state: &mut State, proposals: Vec<Proposal>) -> Result<(), Halt> {
        let mut open: Vec<usize> = (0..proposals.len()).collect();
        let mut size = open.len();
        while size > 0 {
            let done = self.round(state, &proposals, &open, size)?;
            open.retain(|one| !done.contains(one));
            size = match size {
                1 => 0,
                _ => size.div_ceil(2).min(open.len()),
            };
        }
        Ok(())
    }

    /// Tries all parts of one size; gives the proposals that were good.
    fn round(
        &mut self,
        state: &mut State,
        proposals: &[Proposal],
        open: &[usize],
        size: usize,
    ) -> Result<Vec<usize>, Halt> {
        let mut parts = open.chunks(size);
        let mut flights: VecDeque<Flight> = VecDeque::new();
        let mut done = Vec::new();
        loop {
            self.watch.tick()?;
            while flights.len() < self.workers.count() {
                let Some(part) = parts.next() else { break };
                flights.extend(self.launch(state, proposals, part));
            }
            let Some(mut flight) = flights.pop_front() else { break };
            self.wait(&mut flight, &mut flights)?;
            if flight.answer != Some(true) {
                continue;
            }
            if flight.good == state.good.len() {
                done.extend(&flight.with);
                state.good.extend(flight.with.iter().map(|&one| proposals[one].clone()));
                state.best = flight.measured.size;
                self.watch.found(&flight.files, flight.measured)?;
            } else if let Some(again) = self.launch(state, proposals, &flight.with) {
                // Another one was good in the meantime: are both?
                flights.push_front(again);
            }
        }
        Ok(done)
    }

    /// Begins to try some proposals, if they make the program smaller.
    fn launch(&mut self, state: &State, proposals: &[Proposal], part: &[usize]) -> Option<Flight> {
        let (files, with) = assemble::assemble(state.base, &state.good, proposals, part)?;
        let measured = self.form.measure(&files);
        let is_better = match self.equal {
            true => measured.size.no_larger(state.best) && !self.is_same(state, measured),
            false => measured.size < state.best,
        };
        if !is_better {
            return None;
        }
        if !self.known.contains_key(&measured.hash) && !state.base.takes(&files) {
            return None;
        }
        Some(self.start(files, measured, with, state.good.len()))
    }

    /// Nothing was changed.
    fn is_same(&self, state: &State, measured: Measured) -> bool {
        self.form.measure(state.base.files()).hash == measured.hash
    }

    fn start(
        &mut self,
        files: Vec<ProgramFile>,
        measured: Measured,
        with: Vec<usize>,
        good: usize,
    ) -> Flight {
        let hash = measured.hash;
        let answer = self.known.get(&hash).copied();
        self.ticket += 1;
        match answer {
            Some(_) => self.spared += 1,
            None => self.workers.send(self.ticket, files.clone()),
        }
        Flight { ticket: self.ticket, hash, measured, files, with, good, answer }
    }

    /// Until a flight has its answer; others may get theirs.
    fn wait(&mut self, flight: &mut Flight, others: &mut VecDeque<Flight>) -> Result<(), Halt> {
        while flight.answer.is_none() {
            let (ticket, answer) = self.workers.receive()?;
            let all = std::iter::once(&mut *flight).chain(others.iter_mut());
            for one in all.filter(|one| one.ticket == ticket) {
                one.answer = Some(answer);
                self.known.insert(one.hash, answer);
            }
        }
        Ok(())
    }
}

/// How far the proposals for one subject are.
struct State<'a> {
    base: Base<'a>,
    good: Vec<Proposal>,
    /// With the good ones made.
    best: Size,
}
