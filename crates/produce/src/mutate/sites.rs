//! The places of a program where something may be put: before which statements, and
//! around which.

use elenchus_front::source::SourceFile;
use elenchus_lang::builtins;
use elenchus_lang::edits::Locate;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{
    Decl, DeclId, DeclKind, FunctionId, GroupId, Item, Linkage, Program, ScopeId, StmtId, StmtKind,
    Storage,
};
use elenchus_machine::Origin;
use rustc_hash::FxHashSet;

use crate::visible::{Visible, in_sight};

/// A statement that something may be put before or around.
#[derive(Clone, Debug)]
pub struct Site {
    pub stmt: StmtId,
    pub place: Place,
    /// What the machine tells when the statement begins, and perhaps more often.
    pub event: Origin,
    pub unit: usize,
    pub function: FunctionId,
    /// Where the names of an inserted block are declared in.
    pub scope: ScopeId,
    /// How many of the sites after it stand in it.
    pub within: usize,
    /// The statement stands whole in the user's text: it can be replaced.
    pub whole: bool,
    /// Its local variables, in `Sites::locals`.
    locals: (u32, u32),
}

/// How a statement stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// As this one of a block's.
    InBlock { block: StmtId, index: usize },
    /// As all that a loop, a selection or a label has.
    Alone,
}

/// The sites of a program, in the order of the text: a statement before those in it.
#[derive(Debug)]
pub struct Sites {
    pub list: Vec<Site>,
    locals: Vec<DeclId>,
    /// The names that a unit defines with linkage.
    defined: FxHashSet<Symbol>,
    /// Functions that may not be called wherever they can be named.
    special: FxHashSet<DeclId>,
}

impl Sites {
    /// The files are those of the program's units, in their order.
    pub fn new(p: &Program, files: &[SourceFile]) -> Sites {
        let mut finder = Finder {
            p,
            files,
            visible: Visible::new(p),
            pending: Vec::new(),
            within: None,
            found: Sites {
                list: Vec::new(),
                locals: Vec::new(),
                defined: defined(p),
                special: special(p),
            },
        };
        for unit in 0..p.units.len().min(files.len()) {
            finder.unit(unit);
        }
        finder.found
    }

    /// Those of a unit.
    pub fn of_unit(&self, unit: usize) -> &[Site] {
        let first = self.list.partition_point(|site| site.unit < unit);
        let end = self.list.partition_point(|site| site.unit <= unit);
        &self.list[first..end]
    }

    /// Whether a linker finds a function, and nothing is said of it that forbids a call.
    pub fn may_call(&self, p: &Program, decl: DeclId) -> bool {
        let name = p.decls[decl].name;
        let is_known =
            self.defined.contains(&name) || builtins::library_type(p.name(name)).is_some();
        is_known && !self.special.contains(&p.decls[decl].entity)
    }

    /// What its function declares of what can be named there.
    pub fn names(&self, site: &Site) -> &[DeclId] {
        let (first, last) = site.locals;
        &self.locals[first as usize..last as usize]
    }

    /// The variables that can be named before a statement: those of its function, then
    /// those of the file.
    pub fn variables(&self, p: &Program, site: &Site) -> Vec<DeclId> {
        let locals = self.names(site);
        let start = p.functions[site.function].span.start;
        let file = p.units[site.unit].scope;
        let globals = p.decl_lists[p.scopes[file].decls].iter().copied();
        let is_hidden = |decl: DeclId| {
            let name = p.decls[decl].name;
            locals.iter().any(|&local| p.decls[local].name == name)
        };
        let known = |decl: &DeclId| {
            p.decls[*decl].kind == DeclKind::Variable
                && in_sight(p, *decl) <= start
                && !is_hidden(*decl)
                && self.defined.contains(&p.decls[*decl].name)
        };
        // The last declaration of several knows most of the type.
        let mut found: Vec<DeclId> = globals.filter(known).collect();
        found.sort_by_key(|&decl| (p.decls[decl].entity, std::cmp::Reverse(decl)));
        found.dedup_by_key(|decl| p.decls[*decl].entity);
        let is_variable =
            |decl: &DeclId| matches!(p.decls[*decl].kind, DeclKind::Variable | DeclKind::Parameter);
        locals.iter().copied().filter(is_variable).chain(found).collect()
    }
}

/// Compilers may have left out mentions of what nobody defines.
fn defined(p: &Program) -> FxHashSet<Symbol> {
    let mut defined = FxHashSet::default();
    for &item in p.units.iter().flat_map(|unit| &unit.items) {
        match item {
            Item::Function(id) => {
                defined.insert(p.decls[p.functions[id].decl].name);
            }
            Item::Declaration(group) => {
                let decls = p.decl_lists[p.groups[group].decls].iter().map(|&decl| &p.decls[decl]);
                let is_definition = |decl: &&Decl| {
                    decl.kind == DeclKind::Variable
                        && (decl.init.is_some() || !decl.storage.has(Storage::EXTERN))
                };
                defined.extend(decls.filter(is_definition).map(|decl| decl.name));
            }
            _ => {}
        }
    }
    defined
}

/// Attributes that make an error of a call, here or there.
const FORBIDDING: [&str; 3] = ["always_inline", "error", "warning"];

fn special(p: &Program) -> FxHashSet<DeclId> {
    let is_special = |decl: &&Decl| {
        let names = p.attrs[decl.attrs].iter().map(|attr| p.name(attr.name).trim_matches('_'));
        names.into_iter().any(|name| FORBIDDING.contains(&name))
    };
    let functions = p.decls.iter().map(|(_, decl)| decl);
    let functions = functions.filter(|decl| decl.kind == DeclKind::Function);
    functions.filter(is_special).map(|decl| decl.entity).collect()
}

enum Step {
    Open(ScopeId, u32),
    Close,
    Visit(StmtId, Place, ScopeId),
    /// All in the site with this number was seen.
    End(usize),
}

struct Finder<'a> {
    p: &'a Program,
    files: &'a [SourceFile],
    visible: Visible<'a>,
    pending: Vec<Step>,
    /// The unit and function that is gone through.
    within: Option<(usize, FunctionId)>,
    found: Sites,
}

impl Finder<'_> {
    fn unit(&mut self, unit: usize) {
        let p = self.p;
        self.visible.open(p.units[unit].scope, p.units[unit].span.start);
        for &item in &p.units[unit].items {
            let Item::Function(id) = item else { continue };
            let function = p.functions[id];
            self.within = Some((unit, id));
            self.visible.open(function.scope, p.stmts[function.body].span.start);
            self.block(function.body);
            while let Some(step) = self.pending.pop() {
                self.step(step);
            }
            self.visible.close();
        }
        self.visible.close();
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Open(scope, offset) => self.visible.open(scope, offset),
            Step::Close => self.visible.close(),
            Step::Visit(stmt, place, scope) => self.visit(stmt, place, scope),
            Step::End(site) => self.found.list[site].within = self.found.list.len() - site - 1,
        }
    }

    /// The statements of a block whose scope is open.
    fn block(&mut self, block: StmtId) {
        let StmtKind::Compound(list, scope) = self.p.stmts[block].kind else { return };
        let stmts = &self.p.stmt_lists[list];
        for (index, &stmt) in stmts.iter().enumerate().rev() {
            // What stands between it and a pragma would be what the pragma is for.
            let before = index.checked_sub(1).map(|before| self.p.stmts[stmts[before]].kind);
            if !matches!(before, Some(StmtKind::Pragma(_) | StmtKind::Attributes(_))) {
                self.pending.push(Step::Visit(stmt, Place::InBlock { block, index }, scope));
            }
        }
    }

    fn visit(&mut self, stmt: StmtId, place: Place, scope: ScopeId) {
        let p = self.p;
        let node = p.stmts[stmt];
        self.site(stmt, place, scope);
        let alone = |body: StmtId| Step::Visit(body, Place::Alone, scope);
        match node.kind {
            StmtKind::Compound(_, inner) => {
                self.pending.push(Step::Close);
                self.block(stmt);
                self.pending.push(Step::Open(inner, node.span.start));
            }
            StmtKind::For(id) => {
                let parts = p.fors[id];
                self.pending.push(Step::Close);
                self.pending.push(Step::Visit(parts.body, Place::Alone, parts.scope));
                self.pending.push(Step::Open(parts.scope, node.span.start));
            }
            StmtKind::If(_, then, otherwise) => {
                self.pending.extend(otherwise.map(alone));
                self.pending.push(alone(then));
            }
            StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _)
            | StmtKind::Switch(_, body)
            | StmtKind::Case(_, _, body)
            | StmtKind::Default(body)
            | StmtKind::Label(_, _, body) => self.pending.push(alone(body)),
            _ => {}
        }
    }

    /// Notes a site, if the statement is one.
    fn site(&mut self, stmt: StmtId, place: Place, scope: ScopeId) {
        let p = self.p;
        let node = p.stmts[stmt];
        let is_fit = match node.kind {
            StmtKind::Declaration(_) => place != Place::Alone,
            StmtKind::Expr(_)
            | StmtKind::Compound(..)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::DoWhile(..)
            | StmtKind::For(_)
            | StmtKind::Switch(..)
            | StmtKind::Goto(_)
            | StmtKind::Return(_) => true,
            _ => false,
        };
        let (Some((unit, function)), Some(event)) = (self.within, first_event(p, stmt)) else {
            return;
        };
        let file = &self.files[unit];
        let whole = file.whole(node.span).is_some();
        let starts = file.is_own(node.span) && file.start(node.span.start).is_some();
        if !is_fit || !(whole || starts && place != Place::Alone) {
            return;
        }
        self.visible.advance(node.span.start);
        let first = self.found.locals.len() as u32;
        self.found.locals.extend(self.visible.local());
        let locals = (first, self.found.locals.len() as u32);
        self.pending.push(Step::End(self.found.list.len()));
        self.found.list.push(Site {
            stmt,
            place,
            event,
            unit,
            function,
            scope,
            within: 0,
            whole,
            locals,
        });
    }
}

/// What an observer is told first of a statement that begins.
pub fn first_event(p: &Program, stmt: StmtId) -> Option<Origin> {
    let mut stmt = stmt;
    loop {
        return match p.stmts[stmt].kind {
            StmtKind::Expr(_) | StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Switch(..) => {
                Some(Origin::Stmt(stmt))
            }
            StmtKind::If(condition, ..) | StmtKind::While(condition, _) => {
                Some(Origin::Expr(condition))
            }
            StmtKind::DoWhile(body, _)
            | StmtKind::Label(_, _, body)
            | StmtKind::Case(_, _, body)
            | StmtKind::Default(body) => {
                stmt = body;
                continue;
            }
            StmtKind::For(id) => match (p.fors[id].init, p.fors[id].condition) {
                (Some(init), _) => {
                    stmt = init;
                    continue;
                }
                (None, Some(condition)) => Some(Origin::Expr(condition)),
                (None, None) => {
                    stmt = p.fors[id].body;
                    continue;
                }
            },
            StmtKind::Compound(list, _) => match p.stmt_lists[list].first() {
                Some(&first) => {
                    stmt = first;
                    continue;
                }
                None => None,
            },
            StmtKind::Declaration(group) => declared(p, group),
            _ => None,
        };
    }
}

/// The first automatic variable of a declaration: its lengths would be evaluated before.
fn declared(p: &Program, group: GroupId) -> Option<Origin> {
    let decls = &p.decl_lists[p.groups[group].decls];
    let &first = decls.first()?;
    let decl = &p.decls[first];
    let is_automatic = decl.kind == DeclKind::Variable
        && decl.linkage == Linkage::None
        && !decl.storage.has(Storage::STATIC);
    let is_plain = !p.types.is_variably_modified(decl.ty);
    (is_automatic && is_plain).then_some(Origin::Decl(first))
}
