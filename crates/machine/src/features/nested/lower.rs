//! Functions within functions (GNU).
//!
//! A nested function is code of its own. All variables of a function that has
//! some lie in memory, and are found by their declaration in the frame of the
//! call that they belong to: each call of a nested function knows that frame.

use elenchus_lang::tree::{DeclId, Function, LabelId, ScopeKind, StmtKind};
use elenchus_lang::walk::Child;

use crate::code::{Op, Reg};
use crate::core::lower::storage::Nodes;
use crate::core::lower::{Lowered, Lowerer};

impl Lowerer<'_> {
    pub(crate) fn look_for_nested(&mut self, function: &Function, body: &Nodes) {
        let found = body.iter().any(|&(node, _)| match node {
            Child::Stmt(s) => matches!(self.p.stmts[s].kind, StmtKind::NestedFunction(_)),
            _ => false,
        });
        self.traits.has_nested = found;
        self.traits.all_in_memory |= found;
        self.code.outer = function.outer.map(|decl| self.p.decls[decl].entity);
    }

    /// A variable of an enclosing function.
    pub(crate) fn outer_variable(&mut self, decl: DeclId) -> Lowered<Reg> {
        if self.code.outer.is_none() {
            return Err("variables of an enclosing function");
        }
        let dst = self.temp()?;
        self.emit(Op::Outer { dst, decl });
        Ok(dst)
    }

    /// The address of a nested function is that of a function and a frame.
    pub(crate) fn nested_address(&mut self, decl: DeclId) -> Lowered<Option<Reg>> {
        let entity = self.p.decls[decl].entity;
        if self.p.scopes[self.p.decls[entity].scope].kind == ScopeKind::File {
            return Ok(None);
        }
        let nested = |f: &Function| f.outer.is_some() && self.p.decls[f.decl].entity == entity;
        if !self.p.functions.iter().any(|(_, f)| nested(f)) {
            return Ok(None);
        }
        let dst = self.temp()?;
        self.emit(Op::NestedAddress { dst, decl: entity });
        Ok(Some(dst))
    }

    /// `goto` to a label of an enclosing function.
    pub(crate) fn leaves_function(&mut self, label: LabelId) -> bool {
        let leaves = self.code.outer.is_some() && !self.kept.label_blocks.contains_key(&label);
        if leaves {
            self.emit(Op::OuterGoto { label });
        }
        leaves
    }
}
