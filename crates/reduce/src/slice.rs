//! The dynamic slice of what a program prints: the statements of one run that had a part
//! in it, by the values that they gave and by the way that they led.
//!
//! It only proposes. Where it leaves out what matters, whoever tests a candidate sees it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use elenchus_lang::tree::{Program, StmtId, StmtKind};
use elenchus_lang::walk::{self, Child};
use elenchus_machine::Machine;
use elenchus_machine::observe::{
    AccessKind, Accessed, Ended, Flow, Left, ObjectId, ObjectRef, Observer, Step, View, Wants,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Rules;

#[derive(Default, Debug)]
pub struct Slice {
    needed: FxHashSet<StmtId>,
}

impl Slice {
    /// Runs the program once. Nothing if the run is too long to be remembered, or nothing
    /// was printed.
    pub fn of(program: &Program, rules: &Rules) -> Option<Slice> {
        let judge = rules.judge();
        let words: Vec<&str> = judge.args.iter().map(String::as_str).collect();
        let run = || {
            let machine = Machine::new(Rc::new(program.clone()), judge.limits);
            let machine = machine.with_input(judge.input.clone());
            machine.run_with(Recorder::new(Outline::of(program)), &words)
        };
        // A program that confuses us has no slice.
        let (outcome, mut recorder) = catch_unwind(AssertUnwindSafe(run)).ok()?;
        recorder.see_printed(outcome.output.len());
        // What was executed last says the status.
        recorder.printed_by.push(recorder.last);
        (!recorder.lost).then(|| Slice { needed: recorder.backwards() })
    }

    pub fn needs(&self, stmt: StmtId) -> bool {
        self.needed.contains(&stmt)
    }
}

/// Which statement stands in which.
#[derive(Default)]
struct Outline {
    /// What decides whether a statement is executed: the innermost `if`, `switch` or loop
    /// that it stands in, or the body of its function.
    governor: FxHashMap<StmtId, StmtId>,
    loops: FxHashSet<StmtId>,
    /// Jumps, and the statement that they have a part in: the loop or `switch` that is
    /// left, the body of the function.
    jumps: FxHashMap<StmtId, StmtId>,
}

impl Outline {
    fn of(p: &Program) -> Outline {
        let mut outline = Outline::default();
        for (_, function) in p.functions.iter() {
            outline.within(p, function.body);
        }
        outline
    }

    fn within(&mut self, p: &Program, body: StmtId) {
        // A statement, what governs it, and what `break` and `continue` there leave.
        let mut pending = vec![(body, body, body)];
        while let Some((stmt, governor, left)) = pending.pop() {
            self.governor.insert(stmt, governor);
            let (mut below, mut breaks) = (governor, left);
            match p.stmts[stmt].kind {
                StmtKind::If(..) => below = stmt,
                StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For(_) => {
                    (below, breaks) = (stmt, stmt);
                    self.loops.insert(stmt);
                }
                StmtKind::Switch(..) => (below, breaks) = (stmt, stmt),
                StmtKind::Break | StmtKind::Continue => {
                    self.jumps.insert(stmt, left);
                }
                StmtKind::Goto(_) | StmtKind::ComputedGoto(_) | StmtKind::Return(_) => {
                    self.jumps.insert(stmt, body);
                }
                _ => {}
            }
            // Statements stand in expressions, too.
            let mut note = |node| match node {
                Child::Stmt(inner) => pending.push((inner, below, breaks)),
                Child::Expr(_) | Child::Init(_) => {}
            };
            walk::stmt_children(p, stmt, |child| match child {
                Child::Stmt(_) => note(child),
                Child::Expr(_) | Child::Init(_) => walk::descend(p, child, &mut note),
            });
        }
    }
}

/// The number of a full expression that was executed.
type Event = u32;

/// More than these are not remembered.
const EVENTS: usize = 3_000_000;
const EDGES: usize = 12_000_000;
const BYTES: u64 = 1 << 20;
const ALL_BYTES: usize = 1 << 25;

const NOBODY: Event = Event::MAX;

/// What a run did, as far as it says what led to what.
struct Recorder {
    outline: Outline,
    /// Of each event its statement, and its newest edge.
    events: Vec<(Option<StmtId>, u32)>,
    /// An event that had a part in another one, and the edge before of the same event.
    edges: Vec<(Event, u32)>,
    frames: Vec<Frame>,
    /// What was begun last, in whatever call.
    last: Event,
    /// Who wrote each byte of an object last.
    writers: FxHashMap<ObjectId, Vec<Event>>,
    /// How many bytes that is.
    remembered: usize,
    printed: usize,
    printed_by: Vec<Event>,
    /// Jumps that were made.
    jumps: Vec<Event>,
    /// It was too much.
    lost: bool,
}

/// A call that has not returned.
struct Frame {
    now: Event,
    /// The event that called.
    caller: Event,
    last: FxHashMap<StmtId, Event>,
}

impl Recorder {
    fn new(outline: Outline) -> Recorder {
        Recorder {
            outline,
            events: Vec::new(),
            edges: Vec::new(),
            frames: Vec::new(),
            last: NOBODY,
            writers: FxHashMap::default(),
            remembered: 0,
            printed: 0,
            printed_by: Vec::new(),
            jumps: Vec::new(),
            lost: false,
        }
    }

    /// What is executed at a depth, or below it: a call is told of before its frame is.
    fn now(&self, depth: usize) -> Event {
        let frame = self.frames.get(depth.saturating_sub(1)).or(self.frames.last());
        frame.map_or(NOBODY, |frame| frame.now)
    }

    fn edge(&mut self, event: Event, from: Event) {
        if event == NOBODY || from == NOBODY || event == from {
            return;
        }
        let newest = self.events[event as usize].1;
        if self.edges.get(newest as usize).is_some_and(|edge| edge.0 == from) {
            return;
        }
        self.events[event as usize].1 = self.edges.len() as u32;
        self.edges.push((from, newest));
    }

    /// What was executed last has printed something.
    fn see_printed(&mut self, printed: usize) {
        if printed > self.printed {
            self.printed = printed;
            self.printed_by.push(self.last);
        }
    }

    fn flow(&mut self) -> Flow {
        self.lost |=
            self.events.len() > EVENTS || self.edges.len() > EDGES || self.remembered > ALL_BYTES;
        match self.lost {
            true => Flow::Break(()),
            false => Flow::Continue(()),
        }
    }

    /// All statements that led to what was printed.
    fn backwards(mut self) -> FxHashSet<StmtId> {
        let mut waiting: FxHashMap<StmtId, Vec<Event>> = FxHashMap::default();
        for &jump in &self.jumps {
            let part = self.events[jump as usize].0.and_then(|stmt| self.outline.jumps.get(&stmt));
            waiting.entry(*part.expect("only jumps are kept")).or_default().push(jump);
        }
        let mut needed = FxHashSet::default();
        let mut seen = vec![false; self.events.len()];
        let mut pending = std::mem::take(&mut self.printed_by);
        while let Some(event) = pending.pop() {
            if event == NOBODY || std::mem::replace(&mut seen[event as usize], true) {
                continue;
            }
            let (stmt, mut edge) = self.events[event as usize];
            while let Some(&(from, before)) = self.edges.get(edge as usize) {
                pending.push(from);
                edge = before;
            }
            // It, and all that it stands in up to the body of the function.
            let mut next = stmt;
            while let Some(stmt) = next.filter(|&stmt| needed.insert(stmt)) {
                pending.extend(waiting.remove(&stmt).into_iter().flatten());
                next = self.outline.governor.get(&stmt).copied();
            }
        }
        needed
    }
}

impl Observer for Recorder {
    fn wants(&self) -> Wants {
        Wants { statements: true, accesses: true, calls: true, objects: true, ..Wants::NOTHING }
    }

    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        self.see_printed(view.printed());
        let depth = view.depth();
        self.frames.truncate(depth);
        while self.frames.len() < depth {
            let caller = self.frames.last().map_or(NOBODY, |frame| frame.now);
            self.frames.push(Frame { now: caller, caller, last: FxHashMap::default() });
        }
        let event = self.events.len() as Event;
        self.events.push((step.stmt, NOBODY));
        self.last = event;
        let Some(frame) = self.frames.last_mut() else { return self.flow() };
        frame.now = event;
        let caller = frame.caller;
        if let Some(stmt) = step.stmt {
            let governor = self.outline.governor.get(&stmt);
            let governed = governor.and_then(|governor| frame.last.get(governor)).copied();
            let before = frame.last.insert(stmt, event);
            self.edge(event, governed.unwrap_or(caller));
            if self.outline.loops.contains(&stmt) {
                // It goes on because it went on before.
                self.edge(event, before.unwrap_or(NOBODY));
            }
            if self.outline.jumps.contains_key(&stmt) {
                self.jumps.push(event);
            }
        } else {
            self.edge(event, caller);
        }
        self.flow()
    }

    fn access(&mut self, view: &View<'_>, access: &Accessed) -> Flow {
        let now = self.now(view.depth());
        let Accessed { object, offset, size, kind, .. } = *access;
        if offset.saturating_add(size) > BYTES {
            return self.flow();
        }
        let range = offset as usize..(offset + size) as usize;
        if kind == AccessKind::Read {
            let Some(writers) = self.writers.get(&object.id) else { return self.flow() };
            let from: Vec<Event> =
                writers.get(range.start..range.end.min(writers.len())).unwrap_or(&[]).to_vec();
            from.into_iter().for_each(|from| self.edge(now, from));
            return self.flow();
        }
        let writers = self.writers.entry(object.id).or_default();
        if writers.len() < range.end {
            self.remembered += range.end - writers.len();
            writers.resize(range.end, NOBODY);
        }
        writers[range].fill(now);
        self.flow()
    }

    fn left(&mut self, view: &View<'_>, how: Left) -> Flow {
        self.see_printed(view.printed());
        let depth = view.depth();
        if let (Left::Value(_), Some(frame)) = (how, self.frames.get(depth.saturating_sub(1))) {
            let (caller, now) = (frame.caller, frame.now);
            self.edge(caller, now);
        }
        self.frames.truncate(depth.saturating_sub(1));
        self.flow()
    }

    fn ended(&mut self, _: &View<'_>, object: &ObjectRef, _: Ended) -> Flow {
        self.remembered -= self.writers.remove(&object.id).map_or(0, |writers| writers.len());
        self.flow()
    }
}
