//! Which variables live in registers and which in memory, and the blocks.

use elenchus_lang::layout;
use elenchus_lang::tree::{
    Decl, DeclId, DeclKind, ExprId, ExprKind, Function, Linkage, LiteralStorage, ScopeId, StmtKind,
    Storage as Class,
};
use elenchus_lang::types::{Quals, TypeId, TypeKind};
use elenchus_lang::walk::Child;

use super::builtins::starts_list;
use super::{Lowerer, Storage};
use crate::code::{Block, LocalInfo};
use crate::features::setjmp::sets_jump;
use crate::memory::{Kind, Plan};
use crate::rules::types::typed;

/// Nodes in the order of the text, parents first, each with its scope.
pub(crate) type Nodes = Vec<(Child, ScopeId)>;

impl Lowerer<'_> {
    /// Looks at the whole function and gives each variable its place.
    pub(super) fn plan(&mut self, function: &Function) {
        self.scratch.places.blocks.insert(self.kept.number, function.scope, 0);
        let in_params = self.param_exprs(function);
        let body = self.nodes([Child::Stmt(function.body)], function.scope);
        let params = self.nodes(in_params.into_iter().map(Child::Expr), function.scope);
        // About as much as will be made, so that little is copied.
        self.code.ops.reserve(16 * body.len());
        self.code.origins.reserve(16 * body.len());
        self.code.accesses.reserve(4 * body.len());
        self.code.statics.reserve(body.len() / 2);
        self.code.strides.reserve(body.len());
        self.look_for_nested(function, &body);
        self.look_for_jumps(&body);
        self.look_for_branches(function.outer.is_some(), &body);
        for &param in &self.p.decl_lists[function.params] {
            self.place_variable(param);
        }
        self.plan_param_lengths(function);
        self.plan_nodes(&params);
        self.plan_nodes(&body);
        self.scratch.lists.nodes = body;
        self.registers.next = self.code.registers as u16;
        self.registers.first_temp = self.registers.next;
    }

    /// The nodes below and including some, those in types included, that one of
    /// those who look at a function asks for: walked once, for all of them. Left
    /// out are initialisers, numbers, plain operators and conversions, which most
    /// nodes are, and all expressions where none of the program is asked for.
    pub(crate) fn nodes(
        &mut self,
        roots: impl IntoIterator<Item = Child>,
        scope: ScopeId,
    ) -> Nodes {
        let only_stmts = self.has_plain_exprs();
        let mut pending = std::mem::take(&mut self.scratch.lists.pending);
        pending.extend(roots.into_iter().map(|root| (root, scope)));
        pending.reverse();
        let mut nodes = std::mem::take(&mut self.scratch.lists.nodes);
        nodes.clear();
        while let Some((node, outer)) = pending.pop() {
            let scope = self.scope_of(node, outer);
            match node {
                Child::Expr(_) | Child::Init(_) if only_stmts => {}
                Child::Expr(mut e) => {
                    // Most expressions are these: they are passed without being put
                    // aside.
                    let kind = loop {
                        e = match self.p.exprs[e].kind {
                            ExprKind::Convert(_, x)
                            | ExprKind::Unary(_, x)
                            | ExprKind::Member(x, ..) => x,
                            ExprKind::Binary(_, a, b)
                            | ExprKind::LogAnd(a, b)
                            | ExprKind::LogOr(a, b)
                            | ExprKind::Index(a, b) => {
                                pending.push((Child::Expr(b), scope));
                                a
                            }
                            kind => break kind,
                        };
                    };
                    match kind {
                        ExprKind::Int(..) | ExprKind::Float(_) | ExprKind::Enumerator(_) => {}
                        ExprKind::Name(_) => nodes.push((Child::Expr(e), scope)),
                        _ => {
                            nodes.push((Child::Expr(e), scope));
                            self.put_aside(Child::Expr(e), scope, &mut pending);
                        }
                    }
                }
                Child::Stmt(s) => {
                    nodes.push((node, scope));
                    match self.p.stmts[s].kind {
                        StmtKind::Expr(_) | StmtKind::Return(_) if only_stmts => {}
                        StmtKind::Expr(e) => pending.push((Child::Expr(e), scope)),
                        StmtKind::Hole | StmtKind::Empty => {}
                        _ => self.put_aside(node, scope, &mut pending),
                    }
                }
                Child::Init(_) => self.put_aside(node, scope, &mut pending),
            }
        }
        self.scratch.lists.pending = pending;
        nodes
    }

    /// Whether no expression of the program is more than operators and calls, as far
    /// as was looked.
    pub(crate) fn has_plain_exprs(&self) -> bool {
        self.scratch.facts.survey.as_ref().is_some_and(|survey| survey.has_plain_exprs)
    }

    /// The turn of the children of a node is to come.
    fn put_aside(&self, node: Child, scope: ScopeId, pending: &mut Nodes) {
        let first = pending.len();
        self.children(node, |child| pending.push((child, scope)));
        pending[first..].reverse();
    }

    /// A computed goto may lead into any block: only objects in memory know
    /// then what has become of their values.
    fn look_for_jumps(&mut self, nodes: &Nodes) {
        let (mut computed, mut inside, mut jumps) = (false, false, false);
        for &(node, _) in nodes {
            match node {
                Child::Stmt(s) => {
                    let kind = self.p.stmts[s].kind;
                    computed |= matches!(kind, StmtKind::ComputedGoto(_));
                    jumps |= matches!(
                        kind,
                        StmtKind::Label(..) | StmtKind::Switch(..) | StmtKind::NestedFunction(_)
                    );
                }
                Child::Expr(e) => match self.p.exprs[e].kind {
                    ExprKind::StmtExpr(_) => inside = true,
                    ExprKind::Name(decl) if self.p.decls[decl].kind != DeclKind::Variable => {
                        let name = self.p.name(self.p.decls[decl].name);
                        jumps |= sets_jump(name);
                        self.traits.starts_lists |= starts_list(name);
                    }
                    _ => {}
                },
                Child::Init(_) => {}
            }
        }
        self.traits.all_in_memory |= computed;
        self.traits.has_stmt_exprs = inside;
        self.traits.flows_plainly = !computed && !jumps;
    }

    pub(crate) fn plan_nodes(&mut self, nodes: &Nodes) {
        let mut has_labels = false;
        for &(node, scope) in nodes {
            self.plan_lengths(node, scope);
            match node {
                Child::Stmt(s) => match self.p.stmts[s].kind {
                    StmtKind::Declaration(group) => {
                        for &decl in &self.p.decl_lists[self.p.groups[group].decls] {
                            if is_automatic(&self.p.decls[decl]) {
                                self.place_variable(decl);
                            }
                        }
                    }
                    StmtKind::Label(label, ..) => {
                        let chain = self.chain(scope);
                        self.scratch.function.label_slots.insert(label, chain);
                        has_labels = true;
                    }
                    _ => {}
                },
                Child::Expr(e) => {
                    if let ExprKind::CompoundLiteral(_, _, LiteralStorage::Automatic) =
                        self.p.exprs[e].kind
                    {
                        self.place_literal(e, scope);
                    }
                }
                Child::Init(_) => {}
            }
        }
        if !has_labels {
            return;
        }
        // Now all blocks are known.
        for &(node, scope) in nodes {
            if let Child::Stmt(s) = node {
                if let StmtKind::Label(label, ..) = self.p.stmts[s].kind {
                    let block = self.block_to_enter(scope);
                    self.kept.label_blocks.insert(label, block);
                }
            }
        }
    }

    fn scope_of(&self, node: Child, outer: ScopeId) -> ScopeId {
        match node {
            Child::Stmt(s) => match self.p.stmts[s].kind {
                StmtKind::Compound(_, scope) => scope,
                StmtKind::For(id) => self.p.fors[id].scope,
                _ => outer,
            },
            _ => outer,
        }
    }

    /// The scopes around a place, outermost last.
    fn chain(&self, scope: ScopeId) -> Vec<ScopeId> {
        let mut chain = vec![scope];
        let mut next = self.p.scopes[scope].parent;
        while let Some(scope) = next {
            chain.push(scope);
            next = self.p.scopes[scope].parent;
        }
        chain
    }

    /// The innermost block of code that a scope lies in.
    pub(super) fn block_of(&self, scope: ScopeId) -> u16 {
        let mut next = Some(scope);
        while let Some(scope) = next {
            if let Some(&block) = self.scratch.places.blocks.get(self.kept.number, scope) {
                return block;
            }
            next = self.p.scopes[scope].parent;
        }
        0
    }

    /// The block of code that a scope begins, or else the one that it lies in. In
    /// code that changes every scope has its own: variables may be declared there
    /// later.
    pub(super) fn block_to_enter(&mut self, scope: ScopeId) -> u16 {
        match self.kept.live.is_some() {
            true => self.own_block(scope),
            false => self.block_of(scope),
        }
    }

    pub(super) fn place_literal(&mut self, literal: ExprId, scope: ScopeId) -> u16 {
        if let Some(&local) = self.kept.literals.get(&literal) {
            return local;
        }
        let local = self.add_local(None, self.ty(literal), scope);
        self.kept.literals.insert(literal, local);
        local
    }

    /// Where a variable of this function lives.
    #[inline]
    pub(crate) fn storage_of(&self, decl: DeclId) -> Option<Storage> {
        self.scratch.places.storage.get(self.kept.number, decl).copied()
    }

    pub(crate) fn place_variable(&mut self, decl: DeclId) {
        if self.storage_of(decl).is_some() {
            // Its code is made again; other code finds it where it was.
            return;
        }
        let Decl { ty, scope, entity, .. } = self.p.decls[decl];
        if !self.traits.all_in_memory && self.fits_register(ty) && !self.is_addressed(entity) {
            let slot = self.code.registers as u16;
            self.code.registers += 1;
            self.scratch.places.storage.insert(self.kept.number, decl, Storage::Slot(slot));
            // Only who jumps to a label asks for them.
            if !self.p.labels.is_empty() {
                self.scratch.function.scope_slots.entry(scope).or_default().push(slot);
            }
            return;
        }
        let local = self.add_local(Some(decl), ty, scope);
        self.scratch.places.storage.insert(self.kept.number, decl, Storage::Local(local));
    }

    fn is_addressed(&self, entity: DeclId) -> bool {
        self.scratch.facts.survey.as_ref().is_none_or(|survey| survey.is_addressed(entity))
    }

    fn fits_register(&self, ty: TypeId) -> bool {
        let quals = self.p.types.quals(ty);
        if [Quals::VOLATILE, Quals::ATOMIC, Quals::RESTRICT].iter().any(|q| quals.has(*q)) {
            return false;
        }
        match self.p.types.kind(ty) {
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) | TypeKind::Pointer(_) => {
                layout::size_of(&self.p.types, &self.p.target, ty).is_some_and(|s| s <= 8)
            }
            _ => false,
        }
    }

    pub(crate) fn add_local(&mut self, decl: Option<DeclId>, ty: TypeId, scope: ScopeId) -> u16 {
        let index = self.code.locals.len() as u16;
        let size = layout::size_of(&self.p.types, &self.p.target, ty);
        let align = layout::align_of(&self.p.types, &self.p.target, ty).max(1);
        let asked = decl.map_or(0, |d| self.p.decls[d].align);
        let align = u64::from(align.max(asked));
        let (types, target) = (&self.p.types, &self.p.target);
        let plan = typed::plan(types, target, Kind::Automatic, ty, size.unwrap_or(0), align);
        self.code.locals.push(LocalInfo {
            plan: Plan { decl, ..plan },
            variable: size.is_none(),
            length: None,
            next: None,
        });
        let block = self.own_block(scope);
        let locals = &mut self.code.blocks[block as usize].locals;
        let before = locals.map(|(_, last)| last);
        *locals = Some((locals.map_or(index, |(first, _)| first), index));
        if let Some(last) = before {
            self.code.locals[last as usize].next = Some(index);
        }
        index
    }

    /// The block of a scope that has variables in memory.
    fn own_block(&mut self, scope: ScopeId) -> u16 {
        if let Some(&block) = self.scratch.places.blocks.get(self.kept.number, scope) {
            return block;
        }
        let parent = self.p.scopes[scope].parent.map_or(0, |s| self.block_of(s));
        let block = self.code.blocks.len() as u16;
        self.code.blocks.push(Block { parent, ..Block::default() });
        self.scratch.places.blocks.insert(self.kept.number, scope, block);
        block
    }
}

/// A variable that comes and goes with its block.
fn is_automatic(decl: &Decl) -> bool {
    decl.kind == DeclKind::Variable
        && decl.linkage == Linkage::None
        && !decl.storage.has(Class::STATIC)
        && !decl.storage.has(Class::THREAD)
}
