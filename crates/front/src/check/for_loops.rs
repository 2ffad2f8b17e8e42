//! What the first clause of a `for` may declare (6.8.5p3).

use elenchus_lang::span::Span;
use elenchus_lang::tree::{DeclKind, Storage};

use super::Checker;
use crate::syntax as syn;

impl Checker<'_> {
    /// After the first clause, in the scope of the loop.
    pub(super) fn check_for_clause(&mut self, clause: syn::StmtId) {
        let syn::Stmt { kind: syn::StmtKind::Declaration(_), span } = self.s.stmts[clause] else {
            return;
        };
        if !self.p.language.for_may_declare() {
            self.report(span, "a 'for' that declares its variable came with C99");
            return;
        }
        if let Some(ty) = self.tag_declared_here() {
            let shown = self.show(ty);
            self.report(span, format!("a 'for' declares '{shown}'; it may declare variables only"));
            return;
        }
        self.check_for_names(span);
    }

    fn check_for_names(&mut self, span: Span) {
        let hidden = Storage::STATIC.with(Storage::EXTERN);
        let fits = |c: &Self, decl| {
            let decl: &elenchus_lang::tree::Decl = &c.p.decls[decl];
            decl.kind == DeclKind::Variable && !decl.storage.has(hidden)
        };
        let wrong = self.declared_here().iter().copied().find(|&decl| !fits(self, decl));
        if let Some(decl) = wrong {
            let name = self.name(self.p.decls[decl].name).to_string();
            let message = format!("a 'for' declares '{name}', which is no automatic variable");
            self.report(span, message);
        }
    }
}
