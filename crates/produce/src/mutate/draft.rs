//! A variant while it is made: the program with new nodes that nothing leads to yet, and
//! the edits that will.

use elenchus_front::parse_unit;
use elenchus_front::source::SourceFile;
use elenchus_lang::arena::List;
use elenchus_lang::build;
use elenchus_lang::edits::{Edit, Locate, keep_stmt};
use elenchus_lang::span::Span;
use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{
    Decl, DeclId, DeclKind, ExprId, Function, FunctionId, Group, GroupId, InitId, InitKind, Item,
    Linkage, Program, ScopeId, StmtId, StmtKind, Storage,
};
use elenchus_lang::types::TypeId;
use rustc_hash::FxHashSet;

use super::bank::Pair;
use super::functions::Functions;
use super::profile::{Env, Known};
use super::sites::{Place, Site, Sites};
use crate::choices::Choices;

/// What strategies write with.
pub struct Draft<'a> {
    pub p: Program,
    pub choices: Choices,
    /// Names that mean something somewhere.
    pub taken: &'a FxHashSet<Vec<u8>>,
    /// The number of the next name.
    pub next_name: u32,
    /// Functions that got an attribute.
    pub told: FxHashSet<FunctionId>,
}

/// A place where a strategy writes.
pub struct Spot<'a> {
    pub site: &'a Site,
    pub env: &'a Env,
    /// All variables in scope, known or not.
    pub variables: &'a [DeclId],
    /// All that its function declares, functions and types too.
    pub names: &'a [DeclId],
    /// All of the program.
    pub sites: &'a Sites,
    pub file: &'a SourceFile,
    pub functions: &'a Functions,
    /// Calls whose results are known.
    pub pairs: &'a [Pair],
    /// Functions whose parameters were no null pointers, by their entity.
    pub never_null: &'a FxHashSet<DeclId>,
    /// A jump may come back to the function, and forget what was changed before.
    pub returns_twice: bool,
}

/// What a strategy made.
pub struct Made {
    pub edits: Vec<Edit>,
    /// What is executed of it, if it is in code that is.
    pub snippet: Option<Snippet>,
    /// Statements that are never executed.
    pub dead: Vec<StmtId>,
    /// Nothing in the statement can be changed any more.
    pub takes_all: bool,
}

/// New code that is executed.
pub struct Snippet {
    /// The first statement that was not there before.
    pub entry: StmtId,
    /// The statement that comes after it, as it was.
    pub exit: StmtId,
    /// Variables that it changes, and restores.
    pub writes: Vec<DeclId>,
}

impl Draft<'_> {
    /// A name that means nothing in the program.
    pub fn fresh(&mut self, what: &str) -> Symbol {
        loop {
            let name = format!("{what}_{}", self.next_name);
            self.next_name += 1;
            if self.p.symbols.find(&name).is_none() && !self.taken.contains(name.as_bytes()) {
                return self.p.symbols.intern(&name);
            }
        }
    }

    /// A new variable of a block, and its declaration.
    pub fn variable(
        &mut self,
        scope: ScopeId,
        what: &str,
        ty: TypeId,
        value: ExprId,
    ) -> (DeclId, StmtId) {
        let ty = self.p.types.value_type(ty);
        let value = match self.p.types.is_arithmetic(ty) {
            true => build::convert(&mut self.p, value, ty),
            false => value,
        };
        let decl = self.declared(scope, what, ty, Some(value));
        let decls = self.p.decl_lists.push(&[decl]);
        let span = Span::NONE;
        let group = Group { base: ty, decls, storage: Storage::default(), span };
        let group = self.p.groups.push(group);
        (decl, build::stmt(&mut self.p, StmtKind::Declaration(group)))
    }

    /// A new variable of a block, with a value of its type or none.
    pub fn declared(
        &mut self,
        scope: ScopeId,
        what: &str,
        ty: TypeId,
        value: Option<ExprId>,
    ) -> DeclId {
        let name = self.fresh(what);
        let init = value.map_or(InitKind::List(List::EMPTY), InitKind::Expr);
        let decl = build::variable(&mut self.p, scope, name, ty, Storage::default(), init);
        if value.is_none() {
            self.p.decls[decl].init = None;
        }
        decl
    }

    /// A new function of a unit, given as text that needs nothing of the unit.
    pub fn function(&mut self, unit: usize, text: &str) -> Option<FunctionId> {
        let p = &mut self.p;
        let (exprs, stmts) = (p.exprs.len(), p.stmts.len());
        let (decls, groups, inits) = (p.decls.len(), p.groups.len(), p.inits.len());
        let parsed = parse_unit(p, "", text.as_bytes());
        let alone = p.units.pop()?;
        let Some(&Item::Function(id)) = alone.items.last() else { return None };
        if !parsed.accepted() {
            return None;
        }
        // It has no place in a text of the user's.
        (exprs..p.exprs.len()).for_each(|at| p.exprs[ExprId::new(at)].span = Span::NONE);
        (stmts..p.stmts.len()).for_each(|at| p.stmts[StmtId::new(at)].span = Span::NONE);
        (groups..p.groups.len()).for_each(|at| p.groups[GroupId::new(at)].span = Span::NONE);
        (inits..p.inits.len()).for_each(|at| p.inits[InitId::new(at)].span = Span::NONE);
        for at in (decls..p.decls.len()).map(DeclId::new) {
            p.decls[at].span = Span::NONE;
            p.decls[at].declarator = Span::NONE;
        }
        let file = p.units[unit].scope;
        p.functions[id].span = Span::NONE;
        let Function { decl, scope, .. } = p.functions[id];
        p.decls[decl].scope = file;
        p.scopes[scope].parent = Some(file);
        Some(id)
    }

    /// A call of a function that compilers know by itself, with arguments of its types.
    pub fn call_builtin(
        &mut self,
        name: &str,
        result: TypeId,
        params: &[TypeId],
        args: &[ExprId],
    ) -> ExprId {
        let p = &mut self.p;
        let ty = p.types.function_type(result, params, false, true);
        let name = p.symbols.intern(name);
        let scope = p.units[0].scope;
        let init = InitKind::List(List::EMPTY);
        let decl = build::variable(p, scope, name, ty, Storage::IMPLICIT, init);
        let builtin = Decl {
            kind: DeclKind::Builtin,
            linkage: Linkage::External,
            init: None,
            ..p.decls[decl]
        };
        p.decls[decl] = builtin;
        build::call(p, decl, args)
    }

    /// A block of these statements with these variables of its own.
    pub fn block(&mut self, scope: ScopeId, decls: &[DeclId], stmts: &[StmtId]) -> StmtId {
        self.p.scopes[scope].decls = self.p.decl_lists.push(decls);
        let list = self.p.stmt_lists.push(stmts);
        build::stmt(&mut self.p, StmtKind::Compound(list, scope))
    }

    /// A block without variables.
    pub fn plain_block(&mut self, outer: ScopeId, stmts: &[StmtId]) -> StmtId {
        let scope = build::block_scope(&mut self.p, outer);
        self.block(scope, &[], stmts)
    }

    /// A statement comes in place of that of a site, and does the same.
    pub fn instead(&mut self, spot: &Spot, with: StmtId) -> Made {
        let edits = vec![Edit::Stmt { at: spot.site.stmt, with }];
        Made { edits, snippet: None, dead: Vec::new(), takes_all: true }
    }

    /// A statement comes before that of a site. It has no effect that lasts but on
    /// variables that it restores.
    pub fn before(&mut self, spot: &Spot, stmt: StmtId) -> Made {
        let site = spot.site;
        let made = |edit, exit, takes_all| Made {
            edits: vec![edit],
            snippet: Some(Snippet { entry: stmt, exit, writes: Vec::new() }),
            dead: Vec::new(),
            takes_all,
        };
        match site.place {
            Place::InBlock { block, index } => {
                made(Edit::InsertStmt { block, before: index, stmt }, site.stmt, false)
            }
            Place::Alone => {
                let kept = keep_stmt(&mut self.p, site.stmt);
                let with = self.plain_block(site.scope, &[stmt, kept]);
                made(Edit::Stmt { at: site.stmt, with }, kept, true)
            }
        }
    }
}

impl Spot<'_> {
    pub fn known(&self) -> &[Known] {
        &self.env.known
    }

    /// Whether a function can be called there by its name.
    pub fn calls(&self, p: &Program, decl: DeclId) -> bool {
        let Decl { entity, name, kind, .. } = p.decls[decl];
        let file = p.units[self.site.unit].scope;
        let start = p.functions[self.site.function].span.start;
        let is_before = |known: &DeclId| {
            let known = &p.decls[*known];
            known.entity == entity
                && !known.storage.has(Storage::IMPLICIT)
                && !known.span.is_none()
                && known.span.end <= start
        };
        kind == DeclKind::Function
            && self.sites.may_call(p, decl)
            && p.decl_lists[p.scopes[file].decls].iter().any(is_before)
            && !self.names.iter().any(|&local| p.decls[local].name == name)
    }

    /// The number of the item that its function is, if a function can be put before it.
    pub fn item(&self, p: &Program) -> Option<usize> {
        let function = &p.functions[self.site.function];
        let decl = &p.decls[function.decl];
        // What is not static must not name what is, if it is inline (6.7.4p3).
        let may_name = !decl.storage.has(Storage::INLINE) || decl.linkage == Linkage::Internal;
        let is_own = function.outer.is_none()
            && may_name
            && self.file.is_own(function.span)
            && self.file.start(function.span.start).is_some();
        let is_it = |item: &Item| matches!(item, Item::Function(id) if *id == self.site.function);
        p.units[self.site.unit].items.iter().position(is_it).filter(|_| is_own)
    }

    /// Whether variables of this kind may not be changed.
    pub fn keeps_locals(&self, is_static: bool) -> bool {
        self.returns_twice && !is_static
    }
}
