//! Edits in the tree and in the user's text come to the same program.

mod at_random;
mod declarations;
mod every;
mod functions;
mod lists;
mod nodes;

use elenchus_front::parse_unit;
use elenchus_lang::build;
use elenchus_lang::dump::dump;
use elenchus_lang::edits::{AsParsed, Edit, EditError, Edits};
use elenchus_lang::printer::print;
use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{
    Decl, DeclId, Expr, ExprId, ExprKind, IntStyle, Item, Program, Stmt, StmtId, StmtKind,
};
use elenchus_lang::types::TypeId;
use expect_test::Expect;

/// A program with its text, for picking nodes by how they are written.
pub struct Parsed {
    pub program: Program,
    text: String,
}

impl Parsed {
    pub fn new(text: &str) -> Parsed {
        let program = parse(text.as_bytes());
        Parsed { program, text: text.to_owned() }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn is(&self, span: Span, written: &str) -> bool {
        !span.is_none() && self.text.get(span.range()) == Some(written)
    }

    /// The expression written so, its conversions included; the last one.
    pub fn expr(&self, written: &str) -> ExprId {
        let mut found = self.program.exprs.iter().filter(|(_, e)| self.is(e.span, written));
        found.next_back().expect(written).0
    }

    pub fn stmt(&self, written: &str) -> StmtId {
        let mut found = self.program.stmts.iter().filter(|(_, s)| self.is(s.span, written));
        found.next_back().expect(written).0
    }

    pub fn decl(&self, name: &str) -> DeclId {
        let decls = &self.program.decls;
        let is_it = |d: &Decl| self.program.name(d.name) == name && !d.span.is_none();
        let mut found = decls.iter().filter(|(_, d)| is_it(d));
        found.next_back().expect(name).0
    }

    /// The block that holds a statement written so, and the statement's place.
    pub fn in_block(&self, written: &str) -> (StmtId, usize) {
        for (block, stmt) in self.program.stmts.iter() {
            let StmtKind::Compound(list, _) = stmt.kind else { continue };
            let stmts = &self.program.stmt_lists[list];
            let is_it = |s: &StmtId| self.is(self.program.stmts[*s].span, written);
            if let Some(index) = stmts.iter().position(is_it) {
                return (block, index);
            }
        }
        panic!("no block has {written}");
    }

    pub fn int(&mut self, value: u64) -> ExprId {
        self.value(ExprKind::Int(value, IntStyle::Decimal))
    }

    /// A new value of type `int`.
    pub fn value(&mut self, kind: ExprKind) -> ExprId {
        self.program.exprs.push(Expr { kind, ty: TypeId::INT, span: Span::NONE, parens: false })
    }

    /// `int name;` in a file that has `int a;`.
    pub fn new_variable(&mut self, name: &str) -> Item {
        let entity = self.decl("a");
        let p = &mut self.program;
        let decl = Decl { name: p.symbols.intern(name), span: Span::NONE, ..p.decls[entity] };
        let decl = p.decls.push(decl);
        p.decls[decl].entity = decl;
        p.decls[decl].declarator = Span::NONE;
        match build::declare(p, decl, TypeId::INT) {
            StmtKind::Declaration(group) => Item::Declaration(group),
            _ => unreachable!("it declares"),
        }
    }

    pub fn new_stmt(&mut self, kind: StmtKind) -> StmtId {
        self.program.stmts.push(Stmt { kind, span: Span::NONE })
    }

    /// The text with the edits made; the tree with the edits made must be the
    /// same program.
    pub fn edited(&self, edits: &Edits) -> Result<String, EditError> {
        let new = edits.render(&self.program, self.text.as_bytes(), &AsParsed { base: 0 })?;
        let mut fork = self.program.clone();
        edits.apply(&mut fork)?;
        let again = parse(&new);
        assert_eq!(dump(&again, 0), dump(&fork, 0));
        assert_eq!(print(&again, 0), print(&fork, 0));
        Ok(String::from_utf8(new).unwrap())
    }

    /// The text alone: the tree is to be parsed again.
    pub fn rendered(&self, edits: &Edits) -> Result<String, EditError> {
        let new = edits.render(&self.program, self.text.as_bytes(), &AsParsed { base: 0 })?;
        parse(&new);
        assert!(matches!(edits.apply(&mut self.program.clone()), Err(EditError::NeedsParse(_))));
        Ok(String::from_utf8(new).unwrap())
    }

    pub fn check(&self, edits: impl IntoIterator<Item = Edit>, expected: Expect) {
        expected.assert_eq(&self.edited(&set(edits)).unwrap());
    }
}

pub fn set(list: impl IntoIterator<Item = Edit>) -> Edits {
    list.into_iter().collect()
}

pub fn parse(text: &[u8]) -> Program {
    let mut program = Program::new(Target::x86_64(), Language::GNU17);
    let parsed = parse_unit(&mut program, "t.c", text);
    let text = String::from_utf8_lossy(text);
    assert!(parsed.accepted(), "{:?} in\n{text}", parsed.diagnostics.list);
    program
}
