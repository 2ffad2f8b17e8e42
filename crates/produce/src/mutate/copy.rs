//! Statements of the program, written a second time.
//!
//! Somewhere else, where they are never executed and need not be defined: variables that
//! cannot be named there become others of the same type, and sometimes those that can,
//! too. Or beside what they are copies of, with the same names, to do the same.

use elenchus_lang::build;
use elenchus_lang::edits::redeclared;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    DeclId, DeclKind, ExprId, ExprKind, For, GroupId, Init, InitId, InitKind, Linkage, Program,
    ScopeId, StmtId, StmtKind, Storage, UnaryOp,
};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind};
use rustc_hash::FxHashMap;

use super::draft::{Draft, Spot};
use super::sites::Site;

/// More nodes than these are not copied, nor is what nests deeper.
const NODES: u32 = 400;
const DEPTH: u32 = 60;

/// How often a variable stays that could be named, of a hundred times.
const STAYS: u32 = 60;

/// Copies a statement to a spot.
pub struct Copier<'a, 'b> {
    draft: &'a mut Draft<'b>,
    spot: &'a Spot<'a>,
    /// The innermost scope of the copy.
    scope: ScopeId,
    /// What variables have become.
    renamed: FxHashMap<DeclId, DeclId>,
    /// It does the same as what it is a copy of.
    same: bool,
    /// It stands in another function, where only types of the file are known.
    moved: bool,
    /// Its own variables have names that mean nothing elsewhere.
    fresh: bool,
    /// The parameters that point to variables: they are reached through them.
    through: FxHashMap<DeclId, DeclId>,
    nodes: u32,
    depth: u32,
    /// What a `break` or `continue` would leave.
    loops: u32,
    switches: u32,
}

impl<'a, 'b> Copier<'a, 'b> {
    pub fn new(draft: &'a mut Draft<'b>, spot: &'a Spot<'a>) -> Copier<'a, 'b> {
        let renamed = FxHashMap::default();
        let scope = spot.site.scope;
        let (nodes, depth, loops, switches) = (0, 0, 0, 0);
        let (same, moved, fresh, through) = (false, false, false, FxHashMap::default());
        Copier {
            draft,
            spot,
            scope,
            renamed,
            same,
            moved,
            fresh,
            through,
            nodes,
            depth,
            loops,
            switches,
        }
    }

    /// A copier into another function, to do the same there: variables are reached through
    /// parameters that point to them.
    pub fn through(
        draft: &'a mut Draft<'b>,
        spot: &'a Spot<'a>,
        scope: ScopeId,
        through: FxHashMap<DeclId, DeclId>,
    ) -> Copier<'a, 'b> {
        Copier { same: true, moved: true, scope, through, ..Copier::new(draft, spot) }
    }

    /// A copier out of another function, to do the same at the spot: its parameters have
    /// become variables of a block.
    pub fn out_of(
        draft: &'a mut Draft<'b>,
        spot: &'a Spot<'a>,
        scope: ScopeId,
        renamed: FxHashMap<DeclId, DeclId>,
    ) -> Copier<'a, 'b> {
        Copier { same: true, moved: true, fresh: true, scope, renamed, ..Copier::new(draft, spot) }
    }

    /// A copy of a statement beside it, in a scope at the spot, that does the same. None
    /// if there may be only one of it.
    pub fn twin(
        draft: &'a mut Draft<'b>,
        spot: &'a Spot<'a>,
        scope: ScopeId,
        stmt: StmtId,
    ) -> Option<StmtId> {
        Copier { same: true, scope, ..Copier::new(draft, spot) }.stmt(stmt)
    }

    /// A copy of an expression at the spot that does the same.
    pub fn twin_expr(draft: &'a mut Draft<'b>, spot: &'a Spot<'a>, e: ExprId) -> Option<ExprId> {
        Copier { same: true, ..Copier::new(draft, spot) }.expr(e)
    }

    /// The program that it writes into.
    pub fn p(&mut self) -> &mut Program {
        &mut self.draft.p
    }

    /// None if it cannot stand there.
    pub fn copy(&mut self, donor: &Site) -> Option<StmtId> {
        match self.draft.p.stmts[donor.stmt].kind {
            // It would declare something that nobody uses.
            StmtKind::Declaration(_) => None,
            StmtKind::Return(_) if !self.returns_alike(donor) => None,
            _ => self.stmt(donor.stmt),
        }
    }

    fn returns_alike(&self, donor: &Site) -> bool {
        let p = &self.draft.p;
        let result = |site: &Site| {
            let decl = p.functions[site.function].decl;
            p.types.as_function(p.decls[decl].ty).map(|function| function.result)
        };
        result(donor) == result(self.spot.site)
    }

    /// Counts a node, and a level below it.
    fn enter(&mut self) -> Option<()> {
        self.nodes += 1;
        self.depth += 1;
        (self.nodes <= NODES && self.depth <= DEPTH).then_some(())
    }

    pub fn stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        self.enter()?;
        let kind = self.stmt_kind(self.draft.p.stmts[stmt].kind)?;
        self.depth -= 1;
        Some(build::stmt(&mut self.draft.p, kind))
    }

    fn stmt_kind(&mut self, kind: StmtKind) -> Option<StmtKind> {
        Some(match kind {
            StmtKind::Empty => StmtKind::Empty,
            StmtKind::Expr(e) => StmtKind::Expr(self.expr(e)?),
            StmtKind::Compound(list, _) => {
                let stmts = self.draft.p.stmt_lists[list].to_vec();
                self.block(&stmts)?
            }
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.expr(condition)?;
                let then = self.stmt(then)?;
                let otherwise = match otherwise {
                    Some(otherwise) => Some(self.stmt(otherwise)?),
                    None => None,
                };
                StmtKind::If(condition, then, otherwise)
            }
            StmtKind::While(condition, body) => {
                let condition = self.expr(condition)?;
                StmtKind::While(condition, self.loop_body(body)?)
            }
            StmtKind::DoWhile(body, condition) => {
                let body = self.loop_body(body)?;
                StmtKind::DoWhile(body, self.expr(condition)?)
            }
            StmtKind::For(parts) => {
                let parts = self.draft.p.fors[parts];
                self.counted(parts)?
            }
            StmtKind::Switch(value, body) => {
                let value = self.expr(value)?;
                self.switches += 1;
                let body = self.stmt(body)?;
                self.switches -= 1;
                StmtKind::Switch(value, body)
            }
            StmtKind::Case(low, high, body) if self.switches > 0 => {
                let low = self.expr(low)?;
                let high = match high {
                    Some(high) => Some(self.expr(high)?),
                    None => None,
                };
                StmtKind::Case(low, high, self.stmt(body)?)
            }
            StmtKind::Default(body) if self.switches > 0 => StmtKind::Default(self.stmt(body)?),
            StmtKind::Break if self.same || self.loops + self.switches > 0 => StmtKind::Break,
            StmtKind::Continue if self.same || self.loops > 0 => StmtKind::Continue,
            StmtKind::Goto(label) if self.same => StmtKind::Goto(label),
            StmtKind::Return(None) if self.same || self.depth == 1 => StmtKind::Return(None),
            StmtKind::Return(Some(value)) if self.same || self.depth == 1 => {
                StmtKind::Return(Some(self.expr(value)?))
            }
            StmtKind::Declaration(group) if self.same => self.same_declaration(group)?,
            StmtKind::Declaration(group) => self.declaration(group)?,
            _ => return None,
        })
    }

    fn loop_body(&mut self, body: StmtId) -> Option<StmtId> {
        self.loops += 1;
        let body = self.stmt(body)?;
        self.loops -= 1;
        Some(body)
    }

    fn block(&mut self, stmts: &[StmtId]) -> Option<StmtKind> {
        self.block_with(stmts, |_| Some(None))
    }

    /// A block of copies, and perhaps a statement behind them.
    pub fn block_with(
        &mut self,
        stmts: &[StmtId],
        end: impl FnOnce(&mut Self) -> Option<Option<StmtId>>,
    ) -> Option<StmtKind> {
        let scope = build::block_scope(&mut self.draft.p, self.scope);
        let outer = std::mem::replace(&mut self.scope, scope);
        let copies = stmts.iter().map(|&stmt| self.stmt(stmt)).collect::<Option<Vec<_>>>();
        let mut copies = copies?;
        copies.extend(end(self)?);
        self.scope = outer;
        let list = self.draft.p.stmt_lists.push(&copies);
        Some(StmtKind::Compound(list, scope))
    }

    fn counted(&mut self, parts: For) -> Option<StmtKind> {
        let scope = build::block_scope(&mut self.draft.p, self.scope);
        let outer = std::mem::replace(&mut self.scope, scope);
        let init = match parts.init {
            Some(init) => Some(self.stmt(init)?),
            None => None,
        };
        let condition = self.maybe(parts.condition)?;
        let step = self.maybe(parts.step)?;
        let body = self.loop_body(parts.body)?;
        self.scope = outer;
        Some(StmtKind::For(self.draft.p.fors.push(For { init, condition, step, body, scope })))
    }

    fn maybe(&mut self, e: Option<ExprId>) -> Option<Option<ExprId>> {
        match e {
            Some(e) => self.expr(e).map(Some),
            None => Some(None),
        }
    }

    /// Of one plain number, as that has no type that must be named.
    fn declaration(&mut self, group: GroupId) -> Option<StmtKind> {
        let p = &self.draft.p;
        let &[old] = &p.decl_lists[p.groups[group].decls] else { return None };
        let decl = p.decls[old];
        let is_plain = decl.kind == DeclKind::Variable
            && decl.linkage == Linkage::None
            && !decl.storage.has(Storage::STATIC)
            && decl.attrs.is_empty()
            && decl.asm_name.is_none()
            && decl.align == 0
            && is_number(&self.draft.p.types.kind(decl.ty));
        if !is_plain {
            return None;
        }
        let value = match decl.init.map(|init| p.inits[init].kind) {
            Some(InitKind::Expr(value)) => Some(self.expr(value)?),
            Some(InitKind::List(_)) => return None,
            None => None,
        };
        let new = self.draft.declared(self.scope, "copy", decl.ty, value);
        self.renamed.insert(old, new);
        self.declares(&[new]);
        Some(build::declare(&mut self.draft.p, new, decl.ty))
    }

    /// The same declaration in a block of the copy: of automatic variables only, since
    /// of others there is one.
    fn same_declaration(&mut self, group: GroupId) -> Option<StmtKind> {
        let p = &self.draft.p;
        let is_plain = |decl: &DeclId| {
            let decl = &p.decls[*decl];
            decl.kind == DeclKind::Variable
                && decl.linkage == Linkage::None
                && !decl.storage.has(Storage::STATIC)
                && decl.attrs.is_empty()
                && !p.types.is_variably_modified(decl.ty)
        };
        let olds = p.decl_lists[p.groups[group].decls].to_vec();
        if self.moved && !olds.iter().all(|&decl| self.is_known(group, decl)) {
            return None;
        }
        // A struct that is defined there would be another one here.
        if defines(p, group) || !olds.iter().all(is_plain) {
            return None;
        }
        let copied = redeclared(&mut self.draft.p, group);
        let news = self.draft.p.decl_lists[self.draft.p.groups[copied].decls].to_vec();
        self.renamed.extend(olds.iter().copied().zip(news.iter().copied()));
        for &new in &news {
            let init = self.draft.p.decls[new].init;
            self.draft.p.decls[new].init = match init {
                Some(init) => Some(self.init(init)?),
                None => None,
            };
            self.draft.p.decls[new].scope = self.scope;
            if self.fresh {
                self.draft.p.decls[new].name = self.draft.fresh("copy");
            }
        }
        self.declares(&news);
        Some(StmtKind::Declaration(copied))
    }

    /// Whether the type of a declaration is known in all functions of the file.
    fn is_known(&self, group: GroupId, decl: DeclId) -> bool {
        let p = &self.draft.p;
        let file = p.units[self.spot.site.unit].scope;
        let is_named_in_file = match p.types.written(p.groups[group].base) {
            TypeKind::Typedef(name) => p.decls[name].scope == file,
            _ => true,
        };
        is_named_in_file && is_known_in(p, file, p.decls[decl].ty)
    }

    fn init(&mut self, init: InitId) -> Option<InitId> {
        self.enter()?;
        let old = self.draft.p.inits[init];
        let kind = match old.kind {
            InitKind::Expr(e) => InitKind::Expr(self.expr(e)?),
            InitKind::List(list) => {
                let mut items = self.draft.p.init_items[list].to_vec();
                for item in &mut items {
                    // Their places would be those of the original.
                    if !item.designators.is_empty() {
                        return None;
                    }
                    item.init = self.init(item.init)?;
                    item.span = Span::NONE;
                }
                InitKind::List(self.draft.p.init_items.push(&items))
            }
        };
        self.depth -= 1;
        Some(self.draft.p.inits.push(Init { kind, ty: old.ty, span: Span::NONE }))
    }

    /// Variables stand in the innermost block of the copy.
    fn declares(&mut self, news: &[DeclId]) {
        let p = &mut self.draft.p;
        let mut decls = p.decl_lists[p.scopes[self.scope].decls].to_vec();
        decls.extend(news);
        p.scopes[self.scope].decls = p.decl_lists.push(&decls);
    }

    pub fn expr(&mut self, e: ExprId) -> Option<ExprId> {
        use ExprKind::*;
        self.enter()?;
        let node = self.draft.p.exprs[e];
        let kind = match node.kind {
            Int(..) | Float(_) | String(_) => node.kind,
            Name(decl) => match self.through.get(&decl) {
                Some(&param) => {
                    let pointer = build::name(&mut self.draft.p, param);
                    Unary(UnaryOp::Deref, build::read(&mut self.draft.p, pointer))
                }
                None => Name(self.name(decl)?),
            },
            Enumerator(decl) => match self.draft.p.decls[decl].kind {
                DeclKind::Enumerator { value, .. } => {
                    self.depth -= 1;
                    return Some(build::constant(&mut self.draft.p, node.ty, value.into()));
                }
                _ => return None,
            },
            Unary(op, a) => Unary(op, self.expr(a)?),
            Binary(op, a, b) => Binary(op, self.expr(a)?, self.expr(b)?),
            LogAnd(a, b) => LogAnd(self.expr(a)?, self.expr(b)?),
            LogOr(a, b) => LogOr(self.expr(a)?, self.expr(b)?),
            Comma(a, b) => Comma(self.expr(a)?, self.expr(b)?),
            Assign(a, b) => Assign(self.expr(a)?, self.expr(b)?),
            CompoundAssign(op, a, b, ty) => CompoundAssign(op, self.expr(a)?, self.expr(b)?, ty),
            Step(op, a) => Step(op, self.expr(a)?),
            Conditional(a, b, c) => Conditional(self.expr(a)?, self.expr(b)?, self.expr(c)?),
            Elvis(a, b) => Elvis(self.expr(a)?, self.expr(b)?),
            Index(a, b) => Index(self.expr(a)?, self.expr(b)?),
            Member(a, field, style) => Member(self.expr(a)?, field, style),
            Convert(conversion, a) => Convert(conversion, self.expr(a)?),
            // Other types have names, which may not be known there.
            Cast(conversion, a, _) if self.is_nameless(node.ty) => {
                Cast(conversion, self.expr(a)?, node.ty)
            }
            Cast(conversion, a, written) if self.same && !self.moved => {
                Cast(conversion, self.expr(a)?, written)
            }
            SizeofType(ty)
                if self.same && !self.moved && !self.draft.p.types.is_variably_modified(ty) =>
            {
                node.kind
            }
            Call(callee, args) => {
                let args = self.draft.p.expr_lists[args].to_vec();
                let callee = self.expr(callee)?;
                let args =
                    args.into_iter().map(|arg| self.expr(arg)).collect::<Option<Vec<_>>>()?;
                Call(callee, self.draft.p.expr_lists.push(&args))
            }
            _ => return None,
        };
        self.depth -= 1;
        let copied = build::expr(&mut self.draft.p, kind, node.ty);
        self.draft.p.exprs[copied].parens = node.parens;
        Some(copied)
    }

    /// A number, `void`, or a pointer to one.
    fn is_nameless(&self, ty: TypeId) -> bool {
        let types = &self.draft.p.types;
        let inner = types.pointee(ty).unwrap_or(ty);
        inner.unqualified() == TypeId::VOID || is_number(&types.kind(inner))
    }

    /// What is named instead of a variable or function.
    fn name(&mut self, decl: DeclId) -> Option<DeclId> {
        if let Some(&renamed) = self.renamed.get(&decl) {
            return Some(renamed);
        }
        if self.same {
            return Some(decl);
        }
        let p = &self.draft.p;
        let found = &p.decls[decl];
        match found.kind {
            DeclKind::Function => return self.spot.calls(p, decl).then_some(decl),
            DeclKind::Variable | DeclKind::Parameter => {}
            _ => return None,
        }
        let entity = found.entity;
        let own = |one: &DeclId| p.decls[*one].entity == entity && p.decls[*one].ty == found.ty;
        let own = self.spot.variables.iter().copied().find(own);
        let fits = |one: &DeclId| {
            let other = &p.decls[*one];
            let odd = Storage::REGISTER.with(Storage::THREAD).with(Storage::IMPLICIT);
            other.ty == found.ty && !other.storage.has(odd) && other.asm_name.is_none()
        };
        let fitting: Vec<DeclId> = self.spot.variables.iter().copied().filter(fits).collect();
        let choices = &mut self.draft.choices;
        let new = match own {
            Some(own) if fitting.is_empty() || choices.percent("it stays", STAYS) => own,
            _ if fitting.is_empty() => return None,
            _ => choices.pick("another variable", &fitting),
        };
        self.renamed.insert(decl, new);
        Some(new)
    }
}

/// Whether a type can be named outside of all functions.
pub fn is_known_in(p: &Program, file: ScopeId, ty: TypeId) -> bool {
    match p.types.kind(ty) {
        TypeKind::Void | TypeKind::Int(_) | TypeKind::Float(_) => true,
        TypeKind::Pointer(to) => is_known_in(p, file, to),
        TypeKind::Array { element, length: ArrayLength::Fixed(_) } => is_known_in(p, file, element),
        TypeKind::Record(record) => {
            let record = &p.types.records[record];
            record.tag.is_some() && record.scope == Some(file) && !record.span.is_none()
        }
        _ => false,
    }
}

/// Whether a declaration defines a struct, union or enumeration.
fn defines(p: &Program, group: GroupId) -> bool {
    matches!(p.types.written(p.groups[group].base), TypeKind::Definition(_))
}

fn is_number(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Int(_) | TypeKind::Float(_))
}
