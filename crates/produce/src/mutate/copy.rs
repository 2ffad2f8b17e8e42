//! Statements of the program, written a second time somewhere else: variables that
//! cannot be named there become others of the same type, and sometimes those that can,
//! too. What is copied is never executed, and need not be defined.

use elenchus_lang::build;
use elenchus_lang::tree::{
    DeclId, DeclKind, ExprId, ExprKind, For, GroupId, InitKind, Linkage, ScopeId, StmtId, StmtKind,
    Storage,
};
use elenchus_lang::types::{TypeId, TypeKind};
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
        Copier { draft, spot, scope, renamed, nodes: 0, depth: 0, loops: 0, switches: 0 }
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

    fn stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
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
            StmtKind::Break if self.loops + self.switches > 0 => StmtKind::Break,
            StmtKind::Continue if self.loops > 0 => StmtKind::Continue,
            StmtKind::Return(None) if self.depth == 1 => StmtKind::Return(None),
            StmtKind::Return(Some(value)) if self.depth == 1 => {
                StmtKind::Return(Some(self.expr(value)?))
            }
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
        let scope = build::block_scope(&mut self.draft.p, self.scope);
        let outer = std::mem::replace(&mut self.scope, scope);
        let copies = stmts.iter().map(|&stmt| self.stmt(stmt)).collect::<Option<Vec<_>>>()?;
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
        let mut decls = self.draft.p.decl_lists[self.draft.p.scopes[self.scope].decls].to_vec();
        decls.push(new);
        self.draft.p.scopes[self.scope].decls = self.draft.p.decl_lists.push(&decls);
        Some(build::declare(&mut self.draft.p, new, decl.ty))
    }

    fn expr(&mut self, e: ExprId) -> Option<ExprId> {
        use ExprKind::*;
        self.enter()?;
        let node = self.draft.p.exprs[e];
        let kind = match node.kind {
            Int(..) | Float(_) | String(_) => node.kind,
            Name(decl) => Name(self.name(decl)?),
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

fn is_number(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Int(_) | TypeKind::Float(_))
}
