//! Calls: the state goes to the callee without what it cannot see, and comes back.

use elenchus_lang::tree::{Conversion, DeclId, ExprId, ExprKind, FunctionId, ScopeId};
use elenchus_lang::types::TypeId;
use elenchus_lang::walk::{self, Child};
use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::Effects;
use super::expr::Operand;
use super::place::{Base, PlaceId, is_static};
use super::problem::Kind;
use super::sets::{Atom, SetId};
use super::state::{self, State};
use super::{Analysis, Done, Stop, Value};

/// What is remembered of calls.
#[derive(Default)]
pub(super) struct Calls {
    /// Of each function, what came of the states that it was called with.
    known: FxHashMap<DeclId, Vec<Summary>>,
    /// Calls that are being walked, from the outside in.
    active: Vec<Active>,
    /// The outermost of them whose result so far was used.
    lowest: usize,
    /// The function of a scope.
    owners: FxHashMap<ScopeId, DeclId>,
}

#[derive(Clone)]
struct Summary {
    input: State,
    came: Came,
}

/// What came of a call.
#[derive(Clone, PartialEq)]
struct Came {
    /// Nothing if it never comes back.
    state: Option<State>,
    value: Option<Value>,
    effects: Effects,
}

struct Active {
    function: DeclId,
    input: State,
    came: Came,
    used: bool,
    grown: bool,
}

/// With more states than that a function is walked once with all of them joined.
const STATES: usize = 12;

impl Analysis<'_> {
    /// Finds functions whose address is taken, and which scope is of which function.
    pub(super) fn survey(&mut self) -> Done<()> {
        self.calls.lowest = usize::MAX;
        let p = self.p;
        for (&decl, &id) in &self.functions {
            self.calls.owners.insert(p.functions[id].scope, decl);
        }
        let (mut called, mut named) = (FxHashSet::default(), FxHashSet::default());
        for unit in 0..p.units.len() {
            walk::unit(p, unit, |child| {
                let Child::Expr(e) = child else { return };
                match p.exprs[e].kind {
                    ExprKind::Call(callee, _) => {
                        if let ExprKind::Convert(Conversion::Function, name) = p.exprs[callee].kind
                        {
                            called.insert(name);
                        }
                    }
                    ExprKind::Name(decl) => {
                        named.insert((e, decl));
                    }
                    _ => {}
                }
            });
        }
        let mut pointed: Vec<DeclId> = named
            .into_iter()
            .filter(|(e, _)| !called.contains(e))
            .map(|(_, decl)| self.facts.entities.of(p, decl))
            .filter(|decl| self.functions.contains_key(decl))
            .collect();
        pointed.sort_unstable();
        pointed.dedup();
        self.pointed = pointed;
        Ok(())
    }

    /// The program begins.
    pub(super) fn start(&mut self, main: DeclId) -> Done<()> {
        let arguments = [Value::Scalar(SetId::DATA), Value::Scalar(SetId::ANYTHING)];
        self.call_function(main, &arguments).map(drop)
    }

    pub(super) fn call(&mut self, e: ExprId, callee: ExprId, args: &[ExprId]) -> Done<Value> {
        let mut operands = vec![Operand::Value(callee)];
        operands.extend(args.iter().map(|&arg| Operand::Value(arg)));
        let values = self.operands(e, &operands)?;
        self.effects.complete();
        let ty = self.p.exprs[e].ty;
        let targets = self.targets(values[0].set(), callee);
        let before = self.now.take();
        let (mut after, mut value) = (None, None);
        for target in targets {
            self.now = before.clone();
            let came = match target {
                Some(decl) if self.functions.contains_key(&decl) => {
                    let came = self.call_function(decl, &values[1..])?;
                    came.unwrap_or_else(|| self.filled(ty, SetId::NONE))
                }
                Some(decl) => {
                    self.library(e, self.p.name(self.p.decls[decl].name), &values[1..])?
                }
                None => {
                    self.effects.calls = true;
                    self.forget_all();
                    self.unknown(ty)
                }
            };
            after = self.join_states(after, self.now.clone());
            value = Some(match value {
                Some(value) => self.join_values(value, came),
                None => came,
            });
        }
        self.now = after;
        Ok(value.unwrap_or_else(|| self.filled(ty, SetId::NONE)))
    }

    /// The functions that are called; nothing for one that nobody knows.
    fn targets(&mut self, callee: SetId, at: ExprId) -> Vec<Option<DeclId>> {
        let mut targets = Vec::new();
        for atom in self.facts.sets.atoms(callee).to_vec() {
            match atom {
                Atom::Place(place) => match self.facts.places[place].base {
                    Base::Function(decl) => targets.push(Some(decl)),
                    _ => self.problem(Kind::Stray, at),
                },
                Atom::Null => self.problem(Kind::Null, at),
                Atom::Garbage => self.problem(Kind::Dangling, at),
                Atom::Anything => {
                    self.problem(Kind::Stray, at);
                    targets.extend(self.pointed.iter().map(|&decl| Some(decl)));
                    targets.push(None);
                }
                Atom::Data | Atom::Label | Atom::Member(_) => self.problem(Kind::Stray, at),
            }
        }
        targets
    }

    /// A function of the library calls back, nobody knows with what.
    pub(super) fn called_back(&mut self, functions: SetId) -> Done<()> {
        for atom in self.facts.sets.atoms(functions).to_vec() {
            let Atom::Place(place) = atom else { continue };
            let Base::Function(decl) = self.facts.places[place].base else { continue };
            let Some(&id) = self.functions.get(&decl) else { continue };
            let params = self.p.functions[id].params.len();
            let unknown = vec![Value::Scalar(SetId::ANYTHING); params];
            for _ in 0..2 {
                let before = self.now.clone();
                self.call_function(decl, &unknown)?;
                self.now = self.join_states(before, self.now.clone());
            }
        }
        Ok(())
    }

    /// The state now is that of the caller, before and after.
    fn call_function(&mut self, decl: DeclId, arguments: &[Value]) -> Done<Option<Value>> {
        let Some(mut input) = self.now.take() else { return Ok(None) };
        let id = self.functions[&decl];
        let seen = self.seen_by_callee(decl, &input, arguments)?;
        let places = &self.facts.places;
        let unseen = input.split(|place| seen.contains(&places[place].base));
        let before = input.clone();
        self.now = Some(input);
        self.pass(id, arguments);
        let input = self.now.take().unwrap_or_default();
        let came = self.within(|a| a.outcome_of(decl, id, input))?;
        self.effects.add(&mut self.facts.sets, came.effects);
        self.now = came.state;
        self.keep_unwritten(before, came.effects);
        if let Some(now) = &mut self.now {
            now.unite(&unseen);
        }
        if came.effects.writes == SetId::ANYTHING {
            self.forget_all();
        }
        Ok(came.value)
    }

    /// What a callee does not write is as it was before: nothing of other calls, with
    /// which it was walked together, is in it.
    fn keep_unwritten(&mut self, before: State, effects: Effects) {
        let Some(after) = self.now.take() else { return };
        if effects.writes == SetId::ANYTHING || effects.frees {
            self.now = Some(after);
            return;
        }
        let places = &self.facts.places;
        let written: FxHashSet<Base> = self
            .facts
            .sets
            .atoms(effects.writes)
            .iter()
            .filter_map(|atom| match *atom {
                Atom::Place(place) => Some(places[place].base),
                _ => None,
            })
            .collect();
        let (mut kept, mut after) = (before, after);
        let is_written = |place: PlaceId| written.contains(&places[place].base);
        drop(kept.split(|place| !is_written(place)));
        after.split(is_written);
        kept.unite(after.cells());
        self.now = Some(kept);
    }

    /// The arguments become parameters.
    fn pass(&mut self, id: FunctionId, arguments: &[Value]) {
        let params = self.p.decl_lists[self.p.functions[id].params].to_vec();
        for (number, param) in params.into_iter().enumerate() {
            let place = self.variable(param);
            let ty = self.p.decls[param].ty;
            let value = arguments.get(number).cloned();
            let value = value.unwrap_or(Value::Scalar(SetId::GARBAGE));
            let is_pointer = self.p.types.is_pointer(ty);
            let value = match value {
                // A call that does not fit the definition.
                Value::Scalar(SetId::DATA) if is_pointer => Value::Scalar(SetId::ANYTHING),
                value => value,
            };
            let strong = self.is_single(place);
            self.store(place, &value, strong);
        }
    }

    /// The objects that a callee can reach: those without a scope, and what pointers in
    /// them and in its arguments lead to.
    fn seen_by_callee(
        &mut self,
        callee: DeclId,
        state: &State,
        arguments: &[Value],
    ) -> Done<FxHashSet<Base>> {
        let mut seen = FxHashSet::default();
        let mut pending = Vec::new();
        let add = |a: &Self, seen: &mut FxHashSet<Base>, pending: &mut Vec<Base>, set: SetId| {
            for atom in a.facts.sets.atoms(set) {
                if let Atom::Place(place) = atom {
                    let base = a.facts.places[*place].base;
                    if seen.insert(base) {
                        pending.push(base);
                    }
                }
            }
        };
        let mut cells: FxHashMap<Base, Vec<SetId>> = FxHashMap::default();
        for &(place, set) in state.cells() {
            let base = self.facts.places[place].base;
            if self.is_seen_by_all(base) {
                seen.insert(base);
                add(self, &mut seen, &mut pending, set);
            } else {
                cells.entry(base).or_default().push(set);
            }
        }
        for value in arguments {
            match value {
                Value::Scalar(set) => add(self, &mut seen, &mut pending, *set),
                Value::Whole(sets) => {
                    sets.iter().for_each(|&set| add(self, &mut seen, &mut pending, set));
                }
            }
        }
        while let Some(base) = pending.pop() {
            for set in cells.remove(&base).unwrap_or_default() {
                add(self, &mut seen, &mut pending, set);
            }
        }
        // A variable of the callee that an earlier call has passed on: there are two now.
        let own = |base: &&Base| self.owner(**base) == Some(callee);
        let twice: Vec<Base> = seen.iter().filter(own).copied().collect();
        let before = self.summaries.len();
        self.summaries.extend(twice);
        match self.summaries.len() > before {
            true => Err(Stop::Again),
            false => Ok(seen),
        }
    }

    fn is_seen_by_all(&self, base: Base) -> bool {
        match base {
            Base::Variable(decl) => is_static(self.p, decl) || self.summaries.contains(&base),
            _ => true,
        }
    }

    /// The function whose variable this is.
    fn owner(&self, base: Base) -> Option<DeclId> {
        let Base::Variable(decl) = base else { return None };
        let mut scope = Some(self.p.decls[decl].scope).filter(|_| !is_static(self.p, decl));
        while let Some(at) = scope {
            if let Some(&function) = self.calls.owners.get(&at) {
                return Some(function);
            }
            scope = self.p.scopes[at].parent;
        }
        None
    }

    /// What comes of a function with a state: remembered, or walked.
    fn outcome_of(&mut self, decl: DeclId, id: FunctionId, input: State) -> Done<Came> {
        if let Some(number) = self.calls.active.iter().position(|call| call.function == decl) {
            return Ok(self.recursive(number, &input));
        }
        let mut input = input;
        if let Some(known) = self.remembered(decl, &input) {
            return Ok(known);
        }
        if self.calls.known.get(&decl).is_some_and(|known| known.len() >= STATES) {
            let all = self.calls.known.remove(&decl).unwrap_or_default();
            let facts = &mut self.facts;
            for summary in &all {
                input.join(self.p, &facts.places, &mut facts.sets, &summary.input);
            }
            // The last one stands for all, from now on.
            self.calls.known.insert(decl, all.into_iter().skip(1).collect());
        }
        let number = self.calls.active.len();
        let outer = std::mem::replace(&mut self.calls.lowest, usize::MAX);
        let came = self.walk_function(decl, id, &mut input)?;
        let used = self.calls.lowest;
        self.calls.lowest = if used < number { outer.min(used) } else { outer };
        if used >= number {
            let summary = Summary { input, came: came.clone() };
            self.calls.known.entry(decl).or_default().push(summary);
        }
        Ok(came)
    }

    fn remembered(&mut self, decl: DeclId, input: &State) -> Option<Came> {
        let known = self.calls.known.get(&decl)?;
        if let Some(same) = known.iter().find(|summary| summary.input == *input) {
            return Some(same.came.clone());
        }
        // A state of which more is known does no more.
        let last = known.last().filter(|_| known.len() >= STATES)?;
        let (facts, mut joined) = (&mut self.facts, last.input.clone());
        let grows = joined.join(self.p, &facts.places, &mut facts.sets, input);
        (!grows).then(|| last.came.clone())
    }

    /// A call within a call of the same function: what is known of that so far.
    fn recursive(&mut self, number: usize, input: &State) -> Came {
        let facts = &mut self.facts;
        let call = &mut self.calls.active[number];
        call.used = true;
        call.grown |= call.input.join(self.p, &facts.places, &mut facts.sets, input);
        self.calls.lowest = self.calls.lowest.min(number);
        call.came.clone()
    }

    fn walk_function(&mut self, decl: DeclId, id: FunctionId, input: &mut State) -> Done<Came> {
        let nothing = Came { state: None, value: None, effects: Effects::default() };
        self.calls.active.push(Active {
            function: decl,
            input: input.clone(),
            came: nothing,
            used: false,
            grown: false,
        });
        let number = self.calls.active.len() - 1;
        loop {
            let call = &mut self.calls.active[number];
            (call.used, call.grown) = (false, false);
            self.now = Some(call.input.clone());
            let (state, value, effects) = self.body(id)?;
            let effects = self.seen_outside(decl, effects);
            let call = &mut self.calls.active[number];
            let before = call.came.clone();
            let mut came = before.clone();
            came.effects.add(&mut self.facts.sets, effects);
            came.effects.complete();
            came.value = match (came.value.take(), value) {
                (Some(a), Some(b)) => Some(self.join_values(a, b)),
                (a, b) => a.or(b),
            };
            let facts = &mut self.facts;
            state::join_into(self.p, &facts.places, &mut facts.sets, &mut came.state, &state);
            let call = &mut self.calls.active[number];
            let is_done = !call.grown && (!call.used || came == before);
            call.came = came;
            if is_done {
                break;
            }
        }
        let call = self.calls.active.pop();
        *input = call.as_ref().map_or_else(State::default, |call| call.input.clone());
        call.map(|call| call.came).ok_or(Stop::Unsupported("calls that nobody made"))
    }

    /// Effects on what is still there when the function is left.
    fn seen_outside(&mut self, function: DeclId, effects: Effects) -> Effects {
        let stay = |a: &mut Self, set: SetId| {
            let is_gone = |atom: &Atom| match *atom {
                Atom::Place(place) => a.is_gone(place, function),
                _ => false,
            };
            let stays: Vec<Atom> =
                a.facts.sets.atoms(set).iter().copied().filter(|atom| !is_gone(atom)).collect();
            a.facts.sets.of(stays)
        };
        Effects { reads: stay(self, effects.reads), writes: stay(self, effects.writes), ..effects }
    }

    fn is_gone(&self, place: PlaceId, function: DeclId) -> bool {
        let base = self.facts.places[place].base;
        self.owner(base) == Some(function) && !self.summaries.contains(&base)
    }

    /// The type of an argument, as its expression has it.
    pub(super) fn argument_type(&self, call: ExprId, number: usize) -> Option<TypeId> {
        let ExprKind::Call(_, args) = self.p.exprs[call].kind else { return None };
        let arg = *self.p.expr_lists[args].get(number)?;
        Some(self.p.exprs[arg].ty)
    }
}
