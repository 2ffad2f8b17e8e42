//! The proof that a variant does what the program does: it is run with each input, must
//! end in the same way with the same output, and when an inserted snippet is left the
//! variables that it changes hold what they held before (Definition 4.2 of Hermes).
//!
//! A snippet changes nothing but the variables that it names as what it writes: it has
//! assignments to them and to its own variables, and no others. So only their bytes are
//! compared.

use std::rc::Rc;

use elenchus_judge::{Answer, Judge, Judgement};
use elenchus_lang::edits::Edits;
use elenchus_lang::tree::{DeclId, Program};
use elenchus_machine::observe::{Flow, ON, Observer, Step, View, Wants};

use super::draft::Made;
use super::event::Meanings;
use super::sites::first_event;

/// Why a variant is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The edits cannot be made.
    Unmade(String),
    /// It is not valid, or does not end as the program does.
    Ends(String),
    /// It prints something else, or ends with another status.
    Answer,
    /// A variable was not restored by the mutation with this number.
    Changed(usize),
    /// What must not be executed was.
    Executed(usize),
    /// The program did not go on behind it.
    Lost(usize),
}

impl Broken {
    /// The mutation that is at fault, if only one can be.
    pub fn culprit(&self) -> Option<usize> {
        match *self {
            Broken::Changed(number) | Broken::Executed(number) | Broken::Lost(number) => {
                Some(number)
            }
            Broken::Unmade(_) | Broken::Ends(_) | Broken::Answer => None,
        }
    }
}

/// Proves a variant for each input.
pub fn prove(
    p: &Program,
    made: &[&Made],
    judges: &[Judge],
    answers: &[Answer],
) -> Result<(), Broken> {
    let edits: Edits = made.iter().flat_map(|made| made.edits.iter().copied()).collect();
    let mut fork = p.clone();
    edits.apply(&mut fork).map_err(|error| Broken::Unmade(error.to_string()))?;
    let fork = Rc::new(fork);
    for (judge, answer) in judges.iter().zip(answers) {
        let watch = Watch::new(&fork, made);
        let (judgement, watch) = judge.watch(Rc::clone(&fork), watch);
        let Some(watch) = watch else { return Err(Broken::Ends(judgement.to_string())) };
        if let Some(broken) = watch.broken {
            return Err(broken);
        }
        match judgement {
            Judgement::Valid(found) if found == *answer => {}
            Judgement::Valid(_) => return Err(Broken::Answer),
            other => return Err(Broken::Ends(other.to_string())),
        }
        if let Some(inside) = watch.inside.first() {
            return Err(Broken::Lost(inside.number));
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Meaning {
    Dead(usize),
    Exit(usize),
    Entry(usize),
}

struct Watch {
    meanings: Meanings<Meaning>,
    writes: Vec<Vec<DeclId>>,
    /// Snippets that were entered and not left, the innermost call last.
    inside: Vec<Inside>,
    broken: Option<Broken>,
}

struct Inside {
    number: usize,
    depth: usize,
    before: Vec<State>,
}

/// The bytes of a variable, and what is known of their bits: an access to a part may
/// leave padding beside it open (6.2.6.1p6), which is no change.
struct State {
    bytes: Vec<u8>,
    known: Vec<u8>,
    open: Vec<u8>,
}

impl State {
    fn of(view: &View<'_>, decl: DeclId) -> Option<State> {
        let part = view.known_variable(decl)?;
        let found = view.bytes(part.object, 0, view.size(part.object)?)?;
        let bytes = found.bytes.to_vec();
        let known = found.known.map_or_else(|| vec![u8::MAX; bytes.len()], <[u8]>::to_vec);
        let open = found.open.map_or_else(|| vec![0; bytes.len()], <[u8]>::to_vec);
        Some(State { bytes, known, open })
    }

    fn is_kept_by(&self, after: &State) -> bool {
        self.bytes.len() == after.bytes.len()
            && (0..self.bytes.len()).all(|index| {
                let closed = !after.open[index];
                let value = |state: &State| state.bytes[index] & state.known[index] & closed;
                value(self) == value(after)
                    && self.known[index] & closed == after.known[index] & closed
            })
    }
}

impl Watch {
    fn new(p: &Program, made: &[&Made]) -> Watch {
        let mut meanings = Meanings::new(p);
        // In this order where several are meant: one is left before another is entered.
        for (number, made) in made.iter().enumerate() {
            for event in made.dead.iter().filter_map(|&stmt| first_event(p, stmt)) {
                meanings.add(event, Meaning::Dead(number));
            }
        }
        for (number, made) in made.iter().enumerate() {
            let exit = made.snippet.as_ref().map(|snippet| snippet.exit);
            if let Some(event) = exit.and_then(|exit| first_event(p, exit)) {
                meanings.add(event, Meaning::Exit(number));
            }
        }
        for (number, made) in made.iter().enumerate() {
            let entry = made.snippet.as_ref().map(|snippet| snippet.entry);
            if let Some(event) = entry.and_then(|entry| first_event(p, entry)) {
                meanings.add(event, Meaning::Entry(number));
            }
        }
        let writes = |made: &&Made| {
            made.snippet.as_ref().map_or(Vec::new(), |snippet| snippet.writes.clone())
        };
        let writes = made.iter().map(writes).collect();
        Watch { meanings, writes, inside: Vec::new(), broken: None }
    }

    fn state(&self, view: &View<'_>, number: usize) -> Vec<State> {
        self.writes[number].iter().filter_map(|&decl| State::of(view, decl)).collect()
    }

    fn meet(&mut self, view: &View<'_>, meaning: Meaning) -> Result<(), Broken> {
        match meaning {
            Meaning::Dead(number) => Err(Broken::Executed(number)),
            Meaning::Entry(number) => {
                let before = self.state(view, number);
                if before.len() < self.writes[number].len() {
                    return Err(Broken::Lost(number));
                }
                self.inside.push(Inside { number, depth: view.depth(), before });
                Ok(())
            }
            Meaning::Exit(number) => {
                let is_it =
                    |inside: &Inside| inside.number == number && inside.depth == view.depth();
                if !self.inside.last().is_some_and(is_it) {
                    return Ok(());
                }
                let before = self.inside.pop().map(|inside| inside.before).unwrap_or_default();
                let after = self.state(view, number);
                let kept =
                    before.iter().zip(&after).all(|(before, after)| before.is_kept_by(after));
                match kept && before.len() == after.len() {
                    true => Ok(()),
                    false => Err(Broken::Changed(number)),
                }
            }
        }
    }
}

impl Observer for Watch {
    fn wants(&self) -> Wants {
        Wants { statements: true, variables: true, ..Wants::NOTHING }
    }

    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        let lost = self.inside.last().filter(|inside| view.depth() < inside.depth);
        if let Some(number) = lost.map(|inside| inside.number) {
            self.broken = Some(Broken::Lost(number));
            return Flow::Break(());
        }
        for index in 0..self.meanings.of(step.at).len() {
            let meaning = self.meanings.of(step.at)[index];
            if let Err(broken) = self.meet(view, meaning) {
                self.broken = Some(broken);
                return Flow::Break(());
            }
        }
        ON
    }
}
