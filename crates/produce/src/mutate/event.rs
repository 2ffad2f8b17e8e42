//! Sets of what the machine tells, and what they stand for.

use elenchus_lang::tree::Program;
use elenchus_machine::Origin;
use rustc_hash::FxHashMap;

/// Which nodes were told of.
#[derive(Clone, Default, Debug)]
struct Told {
    stmts: Vec<bool>,
    exprs: Vec<bool>,
    decls: Vec<bool>,
}

impl Told {
    fn new(p: &Program) -> Told {
        Told {
            stmts: vec![false; p.stmts.len()],
            exprs: vec![false; p.exprs.len()],
            decls: vec![false; p.decls.len()],
        }
    }

    fn has(&self, event: Origin) -> bool {
        let place = match event {
            Origin::Stmt(id) => self.stmts.get(id.index()),
            Origin::Expr(id) => self.exprs.get(id.index()),
            Origin::Decl(id) => self.decls.get(id.index()),
            Origin::None | Origin::End(_) => None,
        };
        place.copied().unwrap_or(false)
    }

    fn note(&mut self, event: Origin) {
        let place = match event {
            Origin::Stmt(id) => self.stmts.get_mut(id.index()),
            Origin::Expr(id) => self.exprs.get_mut(id.index()),
            Origin::Decl(id) => self.decls.get_mut(id.index()),
            Origin::None | Origin::End(_) => None,
        };
        if let Some(place) = place {
            *place = true;
        }
    }
}

/// What is meant by events: quick where nothing is.
#[derive(Debug)]
pub struct Meanings<T> {
    any: Told,
    by_event: FxHashMap<(u8, usize), Vec<T>>,
}

impl<T> Meanings<T> {
    pub fn new(p: &Program) -> Meanings<T> {
        Meanings { any: Told::new(p), by_event: FxHashMap::default() }
    }

    pub fn add(&mut self, event: Origin, meaning: T) {
        self.any.note(event);
        self.by_event.entry(key(event)).or_default().push(meaning);
    }

    pub fn of(&self, event: Origin) -> &[T] {
        match self.any.has(event) {
            true => self.by_event.get(&key(event)).map_or(&[], Vec::as_slice),
            false => &[],
        }
    }
}

fn key(event: Origin) -> (u8, usize) {
    match event {
        Origin::None => (0, 0),
        Origin::Expr(id) => (1, id.index()),
        Origin::Stmt(id) => (2, id.index()),
        Origin::End(id) => (3, id.index()),
        Origin::Decl(id) => (4, id.index()),
    }
}
