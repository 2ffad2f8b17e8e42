//! Which names mean what at a place, while the text is gone through.

use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{DeclId, DeclKind, Program, ScopeId};
use elenchus_lang::types::{TypeId, TypeKind};
use rustc_hash::FxHashMap;

/// The open scopes, and what was declared in them before the present place.
pub(crate) struct Visible<'a> {
    p: &'a Program,
    frames: Vec<Frame>,
    bound: FxHashMap<Symbol, DeclId>,
    /// What may be seen, by type; hidden names are among it.
    by_type: FxHashMap<TypeId, Vec<DeclId>>,
    /// The same without regard to types.
    all: Vec<DeclId>,
    /// Changes when anything comes into sight or goes out of it.
    epoch: u32,
}

struct Frame {
    scope: ScopeId,
    /// How many of the scope's declarations were passed.
    passed: usize,
    /// What they hid, to be seen again at the end.
    hidden: Vec<(Symbol, Option<DeclId>)>,
    declared: usize,
}

impl<'a> Visible<'a> {
    pub fn new(p: &'a Program) -> Visible<'a> {
        Visible {
            p,
            frames: Vec::new(),
            bound: FxHashMap::default(),
            by_type: FxHashMap::default(),
            all: Vec::new(),
            epoch: 0,
        }
    }

    /// Opens a scope that begins at this offset of the text.
    pub fn open(&mut self, scope: ScopeId, offset: u32) {
        self.advance(offset);
        let declared = self.all.len();
        self.frames.push(Frame { scope, passed: 0, hidden: Vec::new(), declared });
    }

    pub fn is_open(&self, scope: ScopeId) -> bool {
        self.frames.last().is_some_and(|frame| frame.scope == scope)
    }

    pub fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        for (name, old) in frame.hidden.into_iter().rev() {
            match old {
                Some(old) => self.bound.insert(name, old),
                None => self.bound.remove(&name),
            };
        }
        for decl in self.all.drain(frame.declared..).rev() {
            let list = self.by_type.get_mut(&fitting(self.p, decl));
            list.map(Vec::pop);
            self.epoch += 1;
        }
    }

    /// Takes in what was declared before this offset of the text.
    pub fn advance(&mut self, offset: u32) {
        for index in 0..self.frames.len() {
            let frame = &self.frames[index];
            let decls = &self.p.decl_lists[self.p.scopes[frame.scope].decls];
            let rest = &decls[frame.passed..];
            let before = |decl: &&DeclId| in_sight(self.p, **decl) <= offset;
            let new: Vec<DeclId> = rest.iter().take_while(before).copied().collect();
            self.frames[index].passed += new.len();
            for decl in new {
                self.declare(index, decl);
            }
        }
    }

    fn declare(&mut self, frame: usize, decl: DeclId) {
        let name = self.p.decls[decl].name;
        let old = self.bound.insert(name, decl);
        self.frames[frame].hidden.push((name, old));
        // A declaration in an outer scope, such as that of a function which is
        // called without one, would be forgotten too late.
        if frame + 1 == self.frames.len() {
            self.by_type.entry(fitting(self.p, decl)).or_default().push(decl);
            self.all.push(decl);
        }
        self.epoch += 1;
    }

    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The variables of a type that can be named here.
    pub fn of_type(&self, ty: TypeId) -> impl Iterator<Item = DeclId> {
        self.unhidden(self.by_type.get(&ty.unqualified()).map_or(&[], Vec::as_slice))
    }

    /// All that can be named here.
    pub fn all(&self) -> impl Iterator<Item = DeclId> {
        self.unhidden(&self.all)
    }

    /// What the function that is gone through declares, of what can be named here.
    pub fn local(&self) -> impl Iterator<Item = DeclId> {
        let first = self.frames.get(1).map_or(self.all.len(), |frame| frame.declared);
        self.unhidden(self.all.get(first..).unwrap_or_default())
    }

    fn unhidden<'b>(&'b self, decls: &'b [DeclId]) -> impl Iterator<Item = DeclId> + 'b {
        let is_bound = |decl: &DeclId| self.bound.get(&self.p.decls[*decl].name) == Some(decl);
        decls.iter().copied().filter(is_bound)
    }
}

/// From where on a declaration can be seen: the end of its declarator, or of
/// the initialiser that its type comes from.
pub(crate) fn in_sight(p: &Program, decl: DeclId) -> u32 {
    let decl = &p.decls[decl];
    match (p.types.written(decl.written), decl.init) {
        (TypeKind::AutoType, Some(init)) => p.inits[init].span.end,
        _ => decl.span.end,
    }
}

/// The type by which variables are found; other names have none.
fn fitting(p: &Program, decl: DeclId) -> TypeId {
    match p.decls[decl].kind {
        DeclKind::Variable | DeclKind::Parameter => {
            p.types.canonical(p.decls[decl].ty).unqualified()
        }
        _ => TypeId::ERROR,
    }
}
