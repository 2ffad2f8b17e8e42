//! Facts written into the text that they are about, for static analysers to compare with:
//! as comments, or as calls that end the program where one is not true.

use std::fmt::Write;

use elenchus_lang::tree::{DeclId, DeclKind, Item, Program, ScopeId, StmtId, StmtKind, Storage};
use elenchus_lang::types::{ArrayLength, Quals, TypeKind};
use elenchus_lang::walk::{self, Child};

use super::place::{Base, Leaf, PlaceId, Step};
use super::sets::{Atom, SetId};
use super::{Facts, Point};

/// How facts are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// All of them, where they change.
    Comment,
    /// Those of pointers that C can say where they stand.
    Assert,
}

/// The function that facts are given to. Its name is no other's.
const FACT: &str = "void abort(void);\n\
     static void fact(int holds) {\n    if (!holds)\n        abort();\n}\n";

/// Where a line of facts can stand.
struct Site {
    start: u32,
    scope: ScopeId,
    point: Point,
}

/// The text of a program, which is its only unit, with its facts.
pub fn write(p: &Program, facts: &Facts, text: &str, form: Form) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let functions = p.units.iter().flat_map(|unit| &unit.items).filter_map(|item| match *item {
        Item::Function(function) => Some(function),
        _ => None,
    });
    let mut sites = Vec::new();
    let mut first = None;
    for function in functions {
        let found = p.functions[function];
        first.get_or_insert(found.span.start);
        sites_in(p, found.body, found.scope, &mut sites);
    }
    sites.retain(|site| begins_line(text, site.start));
    sites.sort_by_key(|site| site.start);
    let (mut done, mut before) = (0, Vec::new());
    if form == Form::Assert {
        let at = line_start(text, first.unwrap_or(0));
        out.push_str(&text[..at]);
        out.push_str(FACT);
        done = at;
    }
    for site in sites {
        let lines: Vec<String> = match form {
            Form::Comment => facts.at(p, site.point).iter().map(|f| format!("/* {f} */")).collect(),
            Form::Assert => facts.said(p, &site).iter().map(|f| format!("fact({f});")).collect(),
        };
        let at = line_start(text, site.start);
        out.push_str(&text[done..at]);
        done = at;
        let indent = &text[at..site.start as usize];
        for line in lines.iter().filter(|line| !before.contains(*line)) {
            let _ = writeln!(out, "{indent}{line}");
        }
        before = lines;
    }
    out.push_str(&text[done..]);
    out
}

fn line_start(text: &str, at: u32) -> usize {
    text[..at as usize].rfind('\n').map_or(0, |end| end + 1)
}

fn begins_line(text: &str, at: u32) -> bool {
    text[line_start(text, at)..at as usize].bytes().all(|byte| byte == b' ')
}

/// The statements that stand in blocks.
fn sites_in(p: &Program, body: StmtId, scope: ScopeId, found: &mut Vec<Site>) {
    let mut pending = vec![(Child::Stmt(body), scope)];
    while let Some((child, mut scope)) = pending.pop() {
        if let Child::Stmt(stmt) = child {
            match p.stmts[stmt].kind {
                StmtKind::Compound(list, own) => {
                    scope = own;
                    for &stmt in &p.stmt_lists[list] {
                        let start = p.stmts[stmt].span.start;
                        found.extend(point_of(p, stmt).map(|point| Site { start, scope, point }));
                    }
                }
                StmtKind::For(parts) => scope = p.fors[parts].scope,
                _ => {}
            }
        }
        walk::children(p, child, |child| pending.push((child, scope)));
    }
}

/// The first full expression of a statement.
fn point_of(p: &Program, stmt: StmtId) -> Option<Point> {
    match p.stmts[stmt].kind {
        StmtKind::Expr(_) | StmtKind::Return(_) | StmtKind::Switch(..) => Some(Point::Stmt(stmt)),
        StmtKind::If(c, ..) => Some(Point::Expr(c)),
        StmtKind::Declaration(group) => {
            let first = *p.decl_lists[p.groups[group].decls].first()?;
            let found = &p.decls[first];
            let is_own = found.kind == DeclKind::Variable && !found.storage.has(Storage::STATIC);
            is_own.then_some(Point::Decl(first))
        }
        _ => None,
    }
}

impl Facts {
    /// The facts of pointers that can be said as conditions at a place.
    fn said(&self, p: &Program, site: &Site) -> Vec<String> {
        let Some(state) = self.points.get(&site.point) else { return Vec::new() };
        let conditions = state.cells().iter().filter_map(|&(place, set)| {
            let is_pointer = self.places.leaf(p, place) == Some(Leaf::Pointer);
            let name = self.lvalue(p, place, site).filter(|_| is_pointer)?;
            self.condition(p, &name, set, site)
        });
        let mut conditions: Vec<String> = conditions.collect();
        conditions.sort_unstable();
        conditions
    }

    fn condition(&self, p: &Program, pointer: &str, set: SetId, site: &Site) -> Option<String> {
        let atoms = self.sets.atoms(set);
        let mut ways = Vec::new();
        for atom in atoms {
            ways.push(match *atom {
                Atom::Null => format!("{pointer} == 0"),
                Atom::Place(place) if atoms.len() == 1 && self.is_element(place) => {
                    return self.within(p, pointer, place, site);
                }
                Atom::Place(place) => {
                    let target = self.lvalue(p, place, site)?;
                    format!("{pointer} == &{target}")
                }
                _ => return None,
            });
        }
        (!ways.is_empty()).then(|| ways.join(" || "))
    }

    fn is_element(&self, place: PlaceId) -> bool {
        matches!(self.places[place].parent, Some((_, Step::Element)))
    }

    /// A pointer into an array, or just behind it.
    fn within(&self, p: &Program, pointer: &str, place: PlaceId, site: &Site) -> Option<String> {
        let (array, _) = self.places[place].parent?;
        let TypeKind::Array { length: ArrayLength::Fixed(length), .. } =
            p.types.kind(self.places[array].ty?)
        else {
            return None;
        };
        let name = self.lvalue(p, array, site)?;
        Some(format!("{pointer} >= &{name}[0] && {pointer} <= &{name}[0] + {length}"))
    }

    /// A variable, or a member of one, as it is written at a place.
    fn lvalue(&self, p: &Program, place: PlaceId, site: &Site) -> Option<String> {
        let found = self.places[place];
        if found.ty.is_some_and(|ty| p.types.quals(ty).has(Quals::VOLATILE)) {
            return None;
        }
        match found.parent {
            Some((parent, Step::Field(field))) => {
                let field = &p.types.fields[field];
                let name = field.name.filter(|_| field.width.is_none())?;
                Some(format!("{}.{}", self.lvalue(p, parent, site)?, p.name(name)))
            }
            Some(_) => None,
            None => match found.base {
                Base::Variable(decl) | Base::Function(decl) => self.seen(p, decl, site),
                _ => None,
            },
        }
    }

    /// The name of what was declared before and is not hidden.
    fn seen(&self, p: &Program, decl: DeclId, site: &Site) -> Option<String> {
        let wanted = &p.decls[decl];
        let mut next = Some(site.scope);
        while let Some(scope) = next {
            let decls = &p.decl_lists[p.scopes[scope].decls];
            let is_it = |other: &&DeclId| {
                let other = &p.decls[**other];
                other.name == wanted.name && other.span.start < site.start
            };
            if let Some(&other) = decls.iter().find(is_it) {
                let same = self.entities.of(p, other) == decl;
                let in_register = wanted.storage.has(Storage::REGISTER);
                return (same && !in_register).then(|| p.name(wanted.name).to_owned());
            }
            next = p.scopes[scope].parent;
        }
        None
    }
}
