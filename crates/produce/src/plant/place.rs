//! Where a defect can stand: before a statement of the program proper. Which of
//! them are executed, how often, and what the variables hold then, is seen in a
//! run.

use std::rc::Rc;

use elenchus_lang::target::IntType;
use elenchus_lang::tree::{DeclId, Function, Item, Program, StmtId, StmtKind};
use elenchus_lang::types::TypeId;
use elenchus_machine::observe::{Flow, Held, ON, Observer, Step, View, Wants, Way};
use elenchus_machine::{Limits, Machine, Origin};
use rustc_hash::FxHashMap;

use super::hide;

/// Functions that stand around the program proper.
const FRAME: &[&str] = &["main", "run", "setup", "finish", "mix", "tolerant"];

/// A statement before which a defect can stand.
pub struct Place {
    pub stmt: StmtId,
    /// Where the lines begin of the statement and of its function.
    pub statement: usize,
    pub function: usize,
    /// How often it is executed.
    pub turns: u64,
}

impl Place {
    /// The blanks before the statement.
    pub fn indent<'t>(&self, text: &'t str) -> &'t str {
        let line = &text[self.statement..];
        &line[..line.len() - line.trim_start_matches(' ').len()]
    }
}

/// A variable of the program and what it holds at a place.
pub struct Known {
    /// As the program reaches it.
    pub text: String,
    pub value: i128,
    /// The type that a constant of this value has.
    pub int: IntType,
    pub suffix: &'static str,
}

/// How often each statement is executed.
#[derive(Default)]
struct Turns(FxHashMap<StmtId, u64>);

impl Observer for Turns {
    fn wants(&self) -> Wants {
        Wants { statements: true, ..Wants::NOTHING }
    }

    fn statement(&mut self, _: &View<'_>, step: Step) -> Flow {
        if let Origin::Stmt(stmt) = step.at {
            *self.0.entry(stmt).or_default() += 1;
        }
        ON
    }
}

/// The statements before which a defect can stand.
pub fn find(program: &Rc<Program>, text: &str, limits: Limits) -> Vec<Place> {
    let (_, Turns(turns)) =
        Machine::new(Rc::clone(program), limits).run_with(Turns::default(), &[]);
    let p = &**program;
    let mut places = Vec::new();
    for &item in &p.units[0].items {
        let Item::Function(function) = item else { continue };
        let function = &p.functions[function];
        if FRAME.contains(&p.name(p.decls[function.decl].name)) {
            continue;
        }
        let start = line_start(text, function.span.start as usize);
        for stmt in statements(p, function) {
            let at = p.stmts[stmt].span.start as usize;
            let statement = line_start(text, at);
            let turns = turns.get(&stmt).copied().unwrap_or(0);
            if text[statement..at].bytes().all(|byte| byte == b' ') {
                places.push(Place { stmt, statement, function: start, turns });
            }
        }
    }
    places
}

/// Statements of a function that stand in a list, where another can stand before them.
fn statements(p: &Program, function: &Function) -> Vec<StmtId> {
    use StmtKind::{Case, Compound, Default, Label};
    let body = p.stmts[function.body].span;
    let mut found = Vec::new();
    for block in p.stmts.ids() {
        let Compound(list, _) = p.stmts[block].kind else { continue };
        let span = p.stmts[block].span;
        if span.start >= body.start && span.end <= body.end {
            let can_follow = |stmt: &StmtId| {
                !matches!(p.stmts[*stmt].kind, Case(..) | Default(_) | Label(..) | Compound(..))
            };
            found.extend(p.stmt_lists[list].iter().copied().filter(can_follow));
        }
    }
    found
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// What the variables of the file hold when a statement is first reached.
struct Values {
    stmt: StmtId,
    found: Vec<Known>,
}

impl Observer for Values {
    fn wants(&self) -> Wants {
        Wants { statements: true, variables: true, ..Wants::NOTHING }
    }

    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        if step.at != Origin::Stmt(self.stmt) {
            return ON;
        }
        for variable in view.variables() {
            let Some(part) = variable.part.filter(|_| !variable.hidden) else { continue };
            if !is_global(view.program(), variable.decl) {
                continue;
            }
            let name = view.program().name(view.program().decls[variable.decl].name);
            view.scalars(part, &mut |way, scalar| {
                if let Some(known) = known(view, name, way, scalar.ty, view.value(scalar)) {
                    self.found.push(known);
                }
            });
        }
        Flow::Break(())
    }
}

/// The values that can be used to hide others.
pub fn values(program: &Rc<Program>, place: &Place, limits: Limits) -> Vec<Known> {
    let observer = Values { stmt: place.stmt, found: Vec::new() };
    let (_, Values { found, .. }) =
        Machine::new(Rc::clone(program), limits).run_with(observer, &[]);
    found
}

/// Names that stand around the program proper.
const NOT_ITS_OWN: &[&str] = &["zero", "checksum", "bad"];

fn is_global(p: &Program, decl: DeclId) -> bool {
    let name = p.name(p.decls[decl].name);
    p.decl_lists[p.scopes[p.units[0].scope].decls].contains(&decl) && !NOT_ITS_OWN.contains(&name)
}

/// A scalar as it is written, if it is an integer with a value; bit-fields are left out.
fn known(view: &View<'_>, name: &str, way: &[Way], ty: TypeId, held: Held) -> Option<Known> {
    let p = view.program();
    let Held::Int { value, open: 0 } = held else { return None };
    let kind = p.types.int_kind(ty)?;
    let (int, suffix) = hide::suffix(&p.target, kind)?;
    let mut text = name.to_owned();
    for step in way {
        match *step {
            Way::Element(index) => text += &format!("[{index}]"),
            Way::Member(field) => {
                let info = &p.types.fields[field];
                if info.width.is_some() {
                    return None;
                }
                text += &format!(".{}", p.name(info.name?));
            }
        }
    }
    Some(Known { text, value, int, suffix })
}
