//! Edits: the one notion of change that repair, mutation, enumeration and
//! reduction share.
//!
//! An edit replaces, inserts, deletes or renames something. A set of edits can
//! be applied to the tree, and it can be rendered into the text that the tree
//! was parsed from, where all that is not edited stays byte for byte. (Lines
//! may come or go, so `__LINE__` may mean another number than the tree has.)
//! Texts are bytes: in comments and literals they need not be UTF-8.
//!
//! New nodes are pushed into the program's arenas beforehand, with no span:
//! that changes nothing yet. They are what the checker would make, conversions
//! included, which is what [`crate::build`] makes: a conversion that nobody
//! writes is not seen in the text. They may have old nodes below them, whose text is
//! then taken over. A node that is to be inside its own replacement is given
//! an id of its own first, by [`keep_expr`] or [`keep_stmt`]. So a statement
//! is unwrapped by replacing it with what is within it.
//!
//! # What the tree is afterwards
//!
//! What parsing the rendered text gives, spans apart: [`Edits::apply`] makes
//! the edit so, or refuses with [`EditError::NeedsParse`]. It refuses where
//! types or values change that other nodes were checked with: a member goes
//! and all offsets behind it move, a variable that is used gets another type,
//! an item goes and those after it initialise other members. There is one
//! checker, and it is not here. Every edit can be rendered.
//!
//! What is deleted must not be mentioned by what stays. Mentions count that
//! have a place in the text; typedefs and tags are not looked for, since types
//! keep no places: there the parser has the last word.
//!
//! # Many edits in sequence
//!
//! Spans are those of the text that was parsed, and an edit does not change
//! them. So a set is rendered from the program and the text as they were
//! before any of its edits, and a fork that edits were applied to is for
//! running and printing, not for rendering. Who makes thousands of edits, one
//! after another, keeps the parsed program and one set of those that were
//! good. The next candidate is that set [merged](Edits::merge) with a few
//! more: applied to a fork to be run, rendered to be compiled. Sets that touch
//! nothing of each other merge in any order, whoever found them. When edits
//! are wanted that touch what others made, the text of now is parsed and the
//! set starts empty.
//!
//! A candidate costs a copy of the program and a walk over the set. For a
//! program of 100 kB the copy takes 0.05 ms of processor time, with a hundred
//! edits 0.2 ms, rendering less than that, and parsing again 2.6 ms: what
//! [`EditError::NeedsParse`] refuses is worth trying, but last.

mod apply;
mod blocks;
mod compose;
mod declarations;
mod elses;
mod error;
mod exact;
mod gone;
mod holders;
mod lists;
mod members;
mod names;
mod parameters;
mod slots;
mod text;
mod touches;

use crate::span::Span;
use crate::symbol::Symbol;
use crate::tree::{Decl, DeclId, ExprId, Group, GroupId, InitId, Item, Program, StmtId};
use crate::types::{EnumId, FieldId, RecordId};

pub use compose::remove_function;
pub use error::EditError;
pub use slots::{change_expr, fill, parenthesise, replace_expr};
pub use text::{AsParsed, Locate, substitute};
pub use touches::Footprint;

#[derive(Clone, Copy, Debug)]
pub enum Edit {
    /// The expression becomes another one of the same type, an lvalue if it
    /// is one.
    Expr {
        at: ExprId,
        with: ExprId,
    },
    /// The use of a name becomes that of another one, of the same type.
    Name {
        at: ExprId,
        with: DeclId,
    },
    /// The statement becomes another one. What is within it will do: a body
    /// instead of its loop, a statement without its label.
    Stmt {
        at: StmtId,
        with: StmtId,
    },
    /// Before statement number `before` of a block, or at its end.
    InsertStmt {
        block: StmtId,
        before: usize,
        stmt: StmtId,
    },
    DeleteStmt {
        block: StmtId,
        index: usize,
    },
    /// Before item number `before` of a unit, or at its end.
    InsertItem {
        unit: usize,
        before: usize,
        item: Item,
    },
    DeleteItem {
        unit: usize,
        index: usize,
    },

    /// One of `int a, b;`. The last one takes the declaration with it, unless
    /// that defines a struct, union or enum.
    DeleteDeclarator(DeclId),
    /// The initialiser becomes another one, or goes, or comes.
    Init {
        of: DeclId,
        with: Option<InitId>,
    },
    /// The declaration becomes another one of the same names in the same
    /// order: with other types, qualifiers, storage classes. See [`redeclared`].
    Declaration {
        at: GroupId,
        with: GroupId,
    },
    /// An enumerator; the one after it keeps its value.
    DeleteEnumerator(DeclId),
    /// An item of a braced initialiser. Those after it move up.
    DeleteInitItem {
        list: InitId,
        index: usize,
    },
    /// A member, and all that initialises it.
    DeleteMember(FieldId),
    DeleteAttr {
        of: Attributed,
        index: usize,
    },
    /// Parameter number `index` in all declarations of the function, and the
    /// argument in all calls.
    DeleteParam {
        function: DeclId,
        index: usize,
    },
    /// Another name for what is declared, wherever it is mentioned. The name
    /// is no keyword and no macro.
    Rename {
        decl: DeclId,
        name: Symbol,
    },
    /// Item number `index` of a unit, the definition of a function, becomes
    /// its declaration.
    DeleteBody {
        unit: usize,
        index: usize,
    },
    /// All that is in a unit.
    DeleteUnit(usize),
}

/// What attributes stand on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Attributed {
    Decl(DeclId),
    Field(FieldId),
    Record(RecordId),
    Enum(EnumId),
}

/// A set of edits, none of which touches what another one replaces. Indexes
/// are those before any of them is made.
#[derive(Clone, Default, Debug)]
pub struct Edits {
    list: Vec<Edit>,
}

/// The same expression under a second id.
pub fn keep_expr(program: &mut Program, expr: ExprId) -> ExprId {
    let node = program.exprs[expr];
    program.exprs.push(node)
}

/// The same statement under a second id.
pub fn keep_stmt(program: &mut Program, stmt: StmtId) -> StmtId {
    let node = program.stmts[stmt];
    program.stmts.push(node)
}

/// A declaration like another one, to be changed and put in its place. Until
/// then its declarators declare nothing.
pub fn redeclared(program: &mut Program, group: GroupId) -> GroupId {
    let old = program.groups[group];
    let decls: Vec<DeclId> = program.decl_lists[old.decls].to_vec();
    let copy = |decl: &DeclId| {
        let data = program.decls[*decl];
        let new = program.decls.push(Decl { span: Span::NONE, declarator: Span::NONE, ..data });
        program.decls[new].entity = new;
        new
    };
    let copies: Vec<DeclId> = decls.iter().map(copy).collect();
    let decls = program.decl_lists.push(&copies);
    program.groups.push(Group { decls, span: Span::NONE, ..old })
}

impl Edits {
    pub fn new() -> Edits {
        Edits::default()
    }

    /// Adds an edit; its number is how many there were before.
    pub fn push(&mut self, edit: Edit) {
        self.list.push(edit);
    }

    pub fn list(&self) -> &[Edit] {
        &self.list
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Those of both, unless they touch the same or give the same name. The numbers of the other's
    /// edits follow those of this one's.
    pub fn merge(&self, other: &Edits, program: &Program) -> Result<Edits, EditError> {
        let list = self.list.iter().chain(&other.list).copied().collect();
        let both = Edits { list };
        both.check_touches(program)?;
        names::check(program, &both)?;
        Ok(both)
    }
}

impl FromIterator<Edit> for Edits {
    fn from_iter<T: IntoIterator<Item = Edit>>(edits: T) -> Edits {
        Edits { list: edits.into_iter().collect() }
    }
}
