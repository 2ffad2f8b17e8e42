//! What a run shows: which statements are executed, and at some of them which values
//! variables have whenever they begin (Definition 4.1 of Hermes).

use std::rc::Rc;

use elenchus_judge::Judgement;
use elenchus_lang::target::IntKind;
use elenchus_lang::tree::{DeclId, Program};
use elenchus_machine::observe::{Flow, Held, Left, ON, Observer, Part, Pointer, Step, View, Wants};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Seed;
use super::alone::Calls;
use super::bank::{Bank, Pair};
use super::event::Meanings;
use super::leaf::Leaf;
use super::sites::{Site, Sites};
use super::values::Values;
use crate::choices::Choices;

/// What is known at a site.
#[derive(Clone, Default, Debug)]
pub struct Env {
    pub known: Vec<Known>,
    /// How often the statement began.
    pub visits: u32,
    /// Whenever it did, nobody else was evaluating something that depends on what
    /// variables hold in between: they may be changed and restored.
    pub alone: bool,
}

/// A leaf with all values that it had.
#[derive(Clone, Debug)]
pub struct Known {
    pub leaf: Leaf,
    pub values: Values,
}

/// Of all inputs together.
#[derive(Default, Debug)]
pub struct Profile {
    /// By the number of the site.
    seen: FxHashMap<usize, Seen>,
    /// What functions that depend on nothing else gave for their arguments.
    pub pairs: Vec<Pair>,
    /// Functions that take pointers, none of which was ever null, by their entity.
    pub never_null: FxHashSet<DeclId>,
}

/// What a site was found to be.
#[derive(Debug)]
pub enum Seen {
    /// It was never executed.
    Dead,
    Live(Env),
}

/// So many variables are looked at, of a function's own and of others.
const LOCALS: usize = 12;
const GLOBALS: usize = 12;

/// A site that is reached more often is left alone: it would cost too much to look.
const BUSIEST: u32 = 4096;

impl Profile {
    /// Runs the program with each input. `sampled` are numbers of sites.
    pub fn new(
        program: &mut Program,
        of: &Seed,
        sampled: &[usize],
        seed: u64,
    ) -> (Profile, Vec<Judgement>) {
        let sites = &of.sites;
        let mut points = Vec::new();
        for &number in sampled {
            let site = &sites.list[number];
            let leaves = choose(program, sites, site, &mut Choices::new(seed ^ number as u64));
            points.push(Point::new(number, leaves));
        }
        let shared = Rc::new(program.clone());
        let mut watch = Watch::new(&shared, of, points);
        let mut originals = Vec::new();
        for judge in &of.judges {
            let (judgement, back) = judge.watch(Rc::clone(&shared), watch);
            originals.push(judgement);
            let Some(back) = back else {
                return (Profile::default(), originals);
            };
            watch = back;
            watch.forget_objects();
            watch.bank.forget_calls();
        }
        let seen = watch.points.into_iter().filter_map(Point::seen).collect();
        let never_null = watch.pointers.never_null();
        (Profile { seen, pairs: watch.bank.pairs, never_null }, originals)
    }

    /// None where the site was not looked at, or was too busy.
    pub fn at(&self, site: usize) -> Option<&Seen> {
        self.seen.get(&site)
    }
}

/// Variables in scope at a site, and a scalar of each.
fn choose(program: &mut Program, sites: &Sites, site: &Site, choices: &mut Choices) -> Vec<Leaf> {
    let variables = sites.variables(program, site);
    let is_local = |decl: &DeclId| program.decls[*decl].scope != program.units[site.unit].scope;
    let (mut locals, mut globals): (Vec<_>, Vec<_>) = variables.into_iter().partition(is_local);
    let mut leaves = Vec::new();
    for (from, most) in [(&mut locals, LOCALS), (&mut globals, GLOBALS)] {
        for taken in 0..most.min(from.len()) {
            let left = from.len() - taken;
            from.swap(taken, taken + choices.below("which variable", left as u64) as usize);
            leaves.extend(Leaf::of(program, from[taken], choices));
        }
    }
    leaves
}

/// A site that is looked at.
struct Point {
    site: usize,
    leaves: Vec<Look>,
    visits: u32,
    alone: bool,
}

struct Look {
    leaf: Leaf,
    /// None before the first visit.
    values: Option<Values>,
    /// At some visit it had no value, or none that C says.
    unknown: bool,
    /// Where it is, if it lives as long as the program.
    fixed: Option<Part>,
}

impl Point {
    fn new(site: usize, leaves: Vec<Leaf>) -> Point {
        let seen = |leaf| Look { leaf, values: None, unknown: false, fixed: None };
        Point { site, leaves: leaves.into_iter().map(seen).collect(), visits: 0, alone: true }
    }

    fn look(&mut self, view: &View<'_>) {
        let int = view.program().target.int_type(IntKind::Int);
        for seen in self.leaves.iter_mut().filter(|seen| !seen.unknown) {
            let part = seen.fixed.or_else(|| seen.leaf.part(view));
            if part.is_some() && seen.leaf.is_static(view.program()) {
                seen.fixed = part;
            }
            match part.and_then(|part| Leaf::number(view.value(part), int)) {
                Some(value) => match &mut seen.values {
                    Some(values) => values.add(value),
                    None => seen.values = Some(Values::one(value)),
                },
                None => seen.unknown = true,
            }
        }
    }

    fn seen(self) -> Option<(usize, Seen)> {
        match self.visits {
            0 => return Some((self.site, Seen::Dead)),
            visits if visits > BUSIEST => return None,
            _ => {}
        }
        let known = self.leaves.into_iter().filter(|seen| !seen.unknown);
        let known = known.filter_map(|seen| Some(Known { leaf: seen.leaf, values: seen.values? }));
        let env = Env { known: known.collect(), visits: self.visits, alone: self.alone };
        Some((self.site, Seen::Live(env)))
    }
}

/// Who watches the run.
struct Watch {
    points: Vec<Point>,
    /// Which of them begin with an event.
    begin: Meanings<usize>,
    calls: Calls,
    bank: Bank,
    pointers: Pointers,
}

/// Whether functions are given null pointers.
struct Pointers {
    /// The parameters that are pointers, by the function's entity.
    params: FxHashMap<DeclId, Vec<DeclId>>,
    called: FxHashSet<DeclId>,
    null: FxHashSet<DeclId>,
}

impl Pointers {
    /// Of the functions that the sites stand in.
    fn new(p: &Program, sites: &Sites, points: &[Point]) -> Pointers {
        let mut params = FxHashMap::default();
        for point in points {
            let function = &p.functions[sites.list[point.site].function];
            let own = p.decl_lists[function.params].iter().copied();
            let own: Vec<DeclId> =
                own.filter(|&param| p.types.is_pointer(p.decls[param].ty)).collect();
            if !own.is_empty() {
                params.insert(p.decls[function.decl].entity, own);
            }
        }
        Pointers { params, called: FxHashSet::default(), null: FxHashSet::default() }
    }

    fn entered(&mut self, view: &View<'_>) {
        let Some(function) = view.function() else { return };
        let entity = view.program().decls[function].entity;
        let Some(params) = self.params.get(&entity) else { return };
        self.called.insert(entity);
        let points = |param: &DeclId| {
            let held = view.known_variable(*param).map(|part| view.value(part));
            matches!(held, Some(Held::Pointer(Pointer::Object { .. })))
        };
        if !params.iter().all(points) {
            self.null.insert(entity);
            // Nobody needs to look again.
            self.params.remove(&entity);
        }
    }

    fn never_null(&self) -> FxHashSet<DeclId> {
        self.called.difference(&self.null).copied().collect()
    }
}

impl Watch {
    fn new(p: &Program, of: &Seed, points: Vec<Point>) -> Watch {
        let mut begin = Meanings::new(p);
        for (index, point) in points.iter().enumerate() {
            begin.add(of.sites.list[point.site].event, index);
        }
        let pointers = Pointers::new(p, &of.sites, &points);
        let bank = Bank::new(p, &of.functions);
        Watch { points, begin, calls: Calls::new(p), bank, pointers }
    }

    /// Another run has other objects.
    fn forget_objects(&mut self) {
        for point in &mut self.points {
            point.leaves.iter_mut().for_each(|seen| seen.fixed = None);
        }
    }
}

impl Observer for Watch {
    fn wants(&self) -> Wants {
        let calls = self.bank.is_open() || !self.pointers.params.is_empty();
        Wants { statements: true, variables: true, calls, ..Wants::NOTHING }
    }

    fn entered(&mut self, view: &View<'_>) -> Flow {
        self.bank.entered(view);
        self.pointers.entered(view);
        ON
    }

    fn left(&mut self, view: &View<'_>, how: Left) -> Flow {
        self.bank.left(view, how);
        ON
    }

    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        for &index in self.begin.of(step.at) {
            let point = &mut self.points[index];
            point.visits += 1;
            if point.visits <= BUSIEST {
                point.look(view);
                point.alone = point.alone && self.calls.stand_alone(view);
            }
        }
        ON
    }
}
