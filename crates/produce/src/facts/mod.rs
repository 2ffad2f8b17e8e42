//! Static facts: what holds in a program at each of its points, for all ways to get there,
//! executed or not.
//!
//! Three analyses run together, over one domain of sets ([`sets`]) of places ([`place`]):
//! where pointers point, and which objects may have no value; which member of a union was
//! written last; what is read and written between sequence points ([`effects`]). Members
//! are places of their own, the elements of an array are one.
//!
//! The framework is a walk over the typed tree. [`expr`] and [`flow`] have the transfer
//! of each construct; a loop is walked until nothing changes, and so is the body of a
//! function with jumps back, all its loops together. [`call`] takes the state to the
//! callee and back, without what the callee cannot see, and remembers what came of it.
//! Where the states of two ways meet, their sets are joined.
//!
//! While it walks it notes what it cannot show to be safe: [`problem`]. [`check`] compares
//! the facts with a run, [`emit`] writes them into a text.
//!
//! Facts are about programs that are free of undefined behaviour, on the ways that are
//! executed: after an access through a null pointer nothing is said. What the analysis
//! does not know stops it by name.

mod access;
mod call;
pub mod check;
mod effects;
pub mod emit;
mod expr;
mod flow;
mod init;
mod library;
mod place;
mod problem;
mod sets;
mod show;
mod state;

use std::sync::Arc;

use elenchus_front::stack;
use elenchus_lang::tree::{DeclId, DeclKind, ExprId, FunctionId, Item, Program, StmtId};
use elenchus_lang::types::TypeId;
use rustc_hash::{FxHashMap, FxHashSet};

use effects::Effects;
use place::{Base, Entities, PlaceId, Places};
pub use problem::{Kind, Problem};
use sets::{Atom, SetId, Sets};
use state::State;

/// Where something is known: before a full expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Point {
    /// Of an expression statement, a `return`, a `switch`, a jump.
    Stmt(StmtId),
    /// A condition, or the step of a loop.
    Expr(ExprId),
    /// The initialiser of a variable.
    Decl(DeclId),
}

/// What is known of a program.
#[derive(Debug)]
pub struct Facts {
    places: Places,
    sets: Sets,
    entities: Entities,
    /// The states before full expressions; one that is not here is never reached.
    points: FxHashMap<Point, State>,
    /// What full expressions read and write, in the functions that they call, too.
    effects: FxHashMap<Point, Effects>,
    /// What could not be shown to be safe, as it was found.
    problems: Vec<Problem>,
}

/// Why there are no facts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("facts are not known for programs with {0}")]
pub struct Unsupported(pub &'static str);

impl Facts {
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Whether a full expression is on some way through the program.
    pub fn reaches(&self, point: Point) -> bool {
        self.points.contains_key(&point)
    }
}

/// The facts of a program that begins with `main`.
pub fn analyse(program: &Program) -> Result<Facts, Unsupported> {
    // The walk recurses: through the tree, and through calls.
    let walked = stack::with_stack(stack::LIMIT, || walk(program));
    walked.unwrap_or(Err(Unsupported("so little memory for a stack")))
}

fn walk(program: &Program) -> Result<Facts, Unsupported> {
    let mut summaries = FxHashSet::default();
    loop {
        let mut analysis = Analysis::new(program, summaries);
        match analysis.run() {
            // An object turned out to be several at once: once more.
            Err(Stop::Again) => summaries = analysis.summaries,
            Err(Stop::Unsupported(what)) => return Err(Unsupported(what)),
            Ok(()) => return Ok(analysis.facts),
        }
    }
}

/// Why a walk ends early.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Unsupported(&'static str),
    Again,
}

type Done<T> = Result<T, Stop>;

/// What an expression gives.
#[derive(Clone, PartialEq, Debug)]
enum Value {
    Scalar(SetId),
    /// Of a struct, union or array: a set for each of its leaves.
    Whole(Arc<[SetId]>),
}

impl Value {
    fn set(&self) -> SetId {
        match self {
            Value::Scalar(set) => *set,
            Value::Whole(_) => SetId::ANYTHING,
        }
    }
}

/// The walk over a program.
struct Analysis<'p> {
    p: &'p Program,
    facts: Facts,
    functions: FxHashMap<DeclId, FunctionId>,
    /// Functions whose address is taken somewhere.
    pointed: Vec<DeclId>,
    /// Variables that the program defines.
    defined: FxHashSet<DeclId>,
    /// Objects of which there may be several at once.
    summaries: FxHashSet<Base>,
    /// The state here; nothing where no way leads.
    now: Option<State>,
    /// Since the operand began that is being evaluated.
    effects: Effects,
    frame: flow::Frame,
    calls: call::Calls,
    known: FxHashSet<(Kind, ExprId)>,
    depth: u32,
    visits: u64,
}

/// A walk takes no more steps than that.
const MOST_VISITS: u64 = 30_000_000;

/// Constructs and calls within each other: each has room for twice what one takes of the
/// stack on average.
const DEEPEST: u32 = stack::LIMIT / 2;

impl<'p> Analysis<'p> {
    fn new(p: &'p Program, summaries: FxHashSet<Base>) -> Analysis<'p> {
        let facts = Facts {
            places: Places::default(),
            sets: Sets::default(),
            entities: Entities::new(p),
            points: FxHashMap::default(),
            effects: FxHashMap::default(),
            problems: Vec::new(),
        };
        Analysis {
            p,
            functions: FxHashMap::default(),
            pointed: Vec::new(),
            defined: init::defined(p, &facts.entities),
            summaries,
            facts,
            now: None,
            effects: Effects::default(),
            frame: flow::Frame::default(),
            calls: call::Calls::default(),
            known: FxHashSet::default(),
            depth: 0,
            visits: 0,
        }
    }

    fn run(&mut self) -> Done<()> {
        let p = self.p;
        for unit in &p.units {
            for item in &unit.items {
                if let Item::Function(function) = *item {
                    let decl = self.facts.entities.of(p, p.functions[function].decl);
                    self.functions.insert(decl, function);
                }
            }
        }
        self.survey()?;
        let is_main = |decl: &&DeclId| p.name(p.decls[**decl].name) == "main";
        let Some(&main) = self.functions.keys().find(is_main) else {
            return Err(Stop::Unsupported("no function main"));
        };
        self.now = Some(State::default());
        self.static_objects()?;
        self.start(main)
    }

    /// One more construct, within others.
    fn within<T>(&mut self, walk: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        self.visits += 1;
        if self.visits > MOST_VISITS {
            return Err(Stop::Unsupported("so many ways through them"));
        }
        if self.depth >= DEEPEST {
            return Err(Stop::Unsupported("so much nesting"));
        }
        self.depth += 1;
        let done = walk(self);
        self.depth -= 1;
        done
    }

    /// What a full expression meets is known from now on.
    fn record(&mut self, point: Point) {
        let Some(now) = &self.now else { return };
        let Facts { places, sets, points, .. } = &mut self.facts;
        match points.get_mut(&point) {
            Some(known) => drop(known.join(self.p, places, sets, now)),
            None => drop(points.insert(point, now.clone())),
        }
    }

    fn record_effects(&mut self, point: Point) {
        let effects = std::mem::take(&mut self.effects);
        let Facts { sets, effects: all, .. } = &mut self.facts;
        all.entry(point).or_default().add(sets, effects);
    }

    fn problem(&mut self, kind: Kind, at: ExprId) {
        if self.now.is_some() && self.known.insert((kind, at)) {
            let turn = self.frame.turn();
            self.facts.problems.push(Problem { kind, at, turn });
        }
    }

    // ---- places and sets ----

    fn variable(&mut self, decl: DeclId) -> PlaceId {
        let entity = self.facts.entities.of(self.p, decl);
        let found = &self.p.decls[decl];
        let base = match found.kind {
            DeclKind::Variable | DeclKind::Parameter => Base::Variable(entity),
            _ => Base::Function(entity),
        };
        self.facts.places.root(base, Some(found.ty))
    }

    fn part(&mut self, place: PlaceId, step: place::Step) -> PlaceId {
        self.facts.places.part(self.p, place, step)
    }

    fn fit(&mut self, place: PlaceId, ty: TypeId) -> PlaceId {
        self.facts.places.fit(self.p, place, ty)
    }

    fn place_set(&mut self, place: PlaceId) -> SetId {
        self.facts.sets.one(Atom::Place(place))
    }

    fn join(&mut self, a: SetId, b: SetId) -> SetId {
        self.facts.sets.join(a, b)
    }

    fn join_values(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Whole(a), Value::Whole(b)) if a.len() == b.len() => {
                Value::Whole(a.iter().zip(b.iter()).map(|(&a, &b)| self.join(a, b)).collect())
            }
            (a, b) => Value::Scalar(self.join(a.set(), b.set())),
        }
    }

    fn join_states(&mut self, a: Option<State>, b: Option<State>) -> Option<State> {
        let mut joined = a;
        let Facts { places, sets, .. } = &mut self.facts;
        state::join_into(self.p, places, sets, &mut joined, &b);
        joined
    }
}
