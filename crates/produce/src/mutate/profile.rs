//! What a run shows: which statements are executed, and at some of them which values
//! variables have whenever they begin (Definition 4.1 of Hermes).

use std::rc::Rc;

use elenchus_judge::{Judge, Judgement};
use elenchus_lang::tree::Program;
use elenchus_machine::observe::{Flow, Held, ON, Observer, Part, Step, View, Wants};
use rustc_hash::FxHashMap;

use super::alone::Calls;
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
#[derive(Debug)]
pub struct Profile {
    /// By the number of the site.
    seen: FxHashMap<usize, Seen>,
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
        sites: &Sites,
        sampled: &[usize],
        judges: &[Judge],
        seed: u64,
    ) -> (Profile, Vec<Judgement>) {
        let mut points = Vec::new();
        for &number in sampled {
            let site = &sites.list[number];
            let leaves = choose(program, sites, site, &mut Choices::new(seed ^ number as u64));
            points.push(Point::new(number, leaves));
        }
        let shared = Rc::new(program.clone());
        let mut watch = Watch::new(&shared, sites, points);
        let mut originals = Vec::new();
        for judge in judges {
            let (judgement, back) = judge.watch(Rc::clone(&shared), watch);
            originals.push(judgement);
            let Some(back) = back else {
                return (Profile { seen: FxHashMap::default() }, originals);
            };
            watch = back;
            watch.forget_objects();
        }
        let seen = watch.points.into_iter().filter_map(Point::seen).collect();
        (Profile { seen }, originals)
    }

    /// None where the site was not looked at, or was too busy.
    pub fn at(&self, site: usize) -> Option<&Seen> {
        self.seen.get(&site)
    }
}

/// Variables in scope at a site, and a scalar of each.
fn choose(program: &mut Program, sites: &Sites, site: &Site, choices: &mut Choices) -> Vec<Leaf> {
    let variables = sites.variables(program, site);
    let is_local = |decl: &elenchus_lang::tree::DeclId| {
        program.decls[*decl].scope != program.units[site.unit].scope
    };
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
        for seen in self.leaves.iter_mut().filter(|seen| !seen.unknown) {
            let part = seen.fixed.or_else(|| seen.leaf.part(view));
            if part.is_some() && seen.leaf.is_static(view.program()) {
                seen.fixed = part;
            }
            match part.map(|part| view.value(part)) {
                Some(Held::Int { value, open: 0 }) => match &mut seen.values {
                    Some(values) => values.add(value),
                    None => seen.values = Some(Values::one(value)),
                },
                _ => seen.unknown = true,
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
}

impl Watch {
    fn new(p: &Program, sites: &Sites, points: Vec<Point>) -> Watch {
        let mut begin = Meanings::new(p);
        for (index, point) in points.iter().enumerate() {
            begin.add(sites.list[point.site].event, index);
        }
        Watch { points, begin, calls: Calls::new(p) }
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
        Wants { statements: true, variables: true, ..Wants::NOTHING }
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
