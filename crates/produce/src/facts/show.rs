//! Facts as text, for people and for tests.

use std::fmt::Write;

use elenchus_lang::tree::Program;

use super::place::{Base, Leaf, PlaceId, Step};
use super::sets::{Atom, SetId};
use super::state::State;
use super::{Facts, Point};

impl Point {
    pub fn span(self, p: &Program) -> elenchus_lang::span::Span {
        match self {
            Point::Stmt(stmt) => p.stmts[stmt].span,
            Point::Expr(e) => p.exprs[e].span,
            Point::Decl(decl) => p.decls[decl].span,
        }
    }
}

impl Facts {
    /// The points of the program, in the order of the text.
    pub fn points(&self, p: &Program) -> Vec<Point> {
        let mut points: Vec<Point> = self.points.keys().copied().collect();
        points.sort_unstable_by_key(|point| (point.span(p).start, *point));
        points
    }

    /// What is known at a point: what differs from the usual.
    pub fn at(&self, p: &Program, point: Point) -> Vec<String> {
        self.points.get(&point).map_or(Vec::new(), |state| self.lines(p, state))
    }

    fn lines(&self, p: &Program, state: &State) -> Vec<String> {
        let lines = state.cells().iter().map(|&(place, set)| {
            let arrow = match self.places.leaf(p, place) {
                Some(Leaf::Pointer) => "->",
                Some(Leaf::Union) => ":",
                _ => "is",
            };
            format!("{} {arrow} {}", self.name(p, place), self.set_name(p, set))
        });
        let mut lines: Vec<String> = lines.collect();
        lines.sort_unstable();
        lines
    }

    /// `reads {…} writes {…}` of a full expression, if it does anything.
    pub fn effects_at(&self, p: &Program, point: Point) -> Option<String> {
        let effects = self.effects.get(&point)?;
        let mut text = String::new();
        for (what, set) in [("reads", effects.reads), ("writes", effects.writes)] {
            if set != SetId::NONE {
                let _ = write!(text, "{what} {} ", self.set_name(p, set));
            }
        }
        Some(text.trim_end().to_owned()).filter(|text| !text.is_empty())
    }

    pub(super) fn set_name(&self, p: &Program, set: SetId) -> String {
        let mut names: Vec<String> = self
            .sets
            .atoms(set)
            .iter()
            .map(|atom| match *atom {
                Atom::Null => "NULL".to_owned(),
                Atom::Garbage => "GARBAGE".to_owned(),
                Atom::Data => "a value".to_owned(),
                Atom::Label => "a label".to_owned(),
                Atom::Anything => "anything".to_owned(),
                Atom::Place(place) => self.name(p, place),
                Atom::Member(field) => {
                    let field = elenchus_lang::types::FieldId::new(field as usize);
                    let name = p.types.fields[field].name;
                    name.map_or("(unnamed)".to_owned(), |name| p.name(name).to_owned())
                }
            })
            .collect();
        names.sort_unstable();
        format!("{{{}}}", names.join(", "))
    }

    pub(super) fn name(&self, p: &Program, place: PlaceId) -> String {
        let found = self.places[place];
        match found.parent {
            Some((parent, Step::Field(field))) => {
                let whole = self.name(p, parent);
                match p.types.fields[field].name {
                    Some(name) => format!("{whole}.{}", p.name(name)),
                    None => whole,
                }
            }
            Some((parent, Step::Element)) => format!("{}[]", self.name(p, parent)),
            Some((parent, Step::Bytes)) => format!("bytes of {}", self.name(p, parent)),
            None => match found.base {
                Base::Variable(decl) | Base::Function(decl) => p.name(p.decls[decl].name).into(),
                Base::Text(_) => "a string".into(),
                Base::Made(e) => match found.ty {
                    None => format!("memory of {}", p.exprs[e].span.start),
                    Some(_) => format!("object of {}", p.exprs[e].span.start),
                },
                Base::Shape => "nothing".into(),
            },
        }
    }
}
