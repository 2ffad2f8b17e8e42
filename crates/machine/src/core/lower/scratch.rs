//! What is kept from one lowerer to the next.

use std::cell::OnceCell;
use std::rc::Rc;

use elenchus_lang::tree::{Decl, ExprId, LabelId, Program, Scope, ScopeId, Stmt};
use elenchus_lang::types::FieldId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::table::Table;
use super::{Storage, expr, jumps, stmt, storage, survey, types};
use crate::code::{Around, Index, Reg};
use crate::core::later;
use crate::live::lower as live;
use crate::rules::order;
use crate::rules::padding::{self, Hole};

/// What many lowerers use, one after another; kept for its memory.
#[derive(Default)]
pub struct Scratch {
    pub(crate) facts: Facts,
    pub(crate) places: Places,
    pub(crate) function: OfFunction,
    pub(crate) lists: Lists,
    /// Loops and switches of all functions.
    pub(super) targets: Vec<jumps::Enclosing>,
    /// Cases of the switches whose bodies are lowered.
    pub(super) cases: Vec<stmt::Case>,
    pub(crate) live: LiveCode,
    pub(crate) orders: order::Orders,
    /// Branches without code.
    pub(crate) later: Vec<later::Part>,
}

/// What was found out of the program.
#[derive(Default)]
pub(crate) struct Facts {
    /// What was seen of the whole program, unless it still changes.
    pub(super) survey: Option<survey::Survey>,
    /// What was found out of types, by their number.
    pub(super) types: Vec<OnceCell<Option<types::Known>>>,
    /// How many members of structs were looked at.
    pub(super) fields_seen: usize,
    /// One of them is a bit-field wider than `int`.
    pub(super) has_wide_bit_fields: bool,
    /// What a store to a member leaves open around it.
    pub(crate) open: FxHashMap<FieldId, Rc<[Hole]>>,
}

/// Where things of the program are in the code of the function that is lowered. Each
/// function has a number, under which it finds only its own.
#[derive(Default)]
pub(crate) struct Places {
    /// How many functions and initialisers were lowered: their numbers.
    pub(super) lowered: u32,
    /// Where variables live.
    pub(crate) storage: Table<Decl, Storage>,
    /// Where static objects and functions are in the table of the code.
    pub(super) statics: Table<Decl, Index>,
    /// The same of static scalars, with the access to them.
    pub(super) scalars: Table<Decl, (Index, Index)>,
    /// The block of code that a scope belongs to.
    pub(super) blocks: Table<Scope, u16>,
}

/// What is of one function or statement only, and forgotten before the next.
#[derive(Default)]
pub(crate) struct OfFunction {
    /// What the parts of the present full expression may do, if it matters: of
    /// those that may do something.
    pub(crate) effects: FxHashMap<ExprId, order::Effects>,
    /// Members that lvalues name.
    pub(crate) members: Vec<padding::Member>,
    /// Jumps to labels, which are led there when all labels are known.
    pub(crate) gotos: Vec<(Index, LabelId)>,
    /// Registers of variables that an assignment in a branch gave a value, the
    /// last one last.
    pub(crate) assigned: Vec<Reg>,
    /// Arrays of variable length whose declaration has code.
    pub(crate) declared: FxHashSet<u16>,
    /// Arguments: their parameters have lengths of another call.
    pub(crate) arguments: FxHashSet<ExprId>,
    /// The scopes around labels, and the variables in registers of scopes.
    pub(super) label_slots: FxHashMap<LabelId, Vec<ScopeId>>,
    pub(super) scope_slots: FxHashMap<ScopeId, Vec<Reg>>,
}

/// Lists that are used and emptied again: only their memory is kept.
#[derive(Default)]
pub(crate) struct Lists {
    /// Nodes of an expression that was looked at.
    pub(crate) walked: Vec<order::Walked>,
    /// Parts of an expression whose turn is to come.
    pub(crate) parts: Vec<ExprId>,
    /// Nodes of a function or statement, and those whose turn is to come.
    pub(crate) nodes: storage::Nodes,
    pub(super) pending: storage::Nodes,
    /// Operators whose left operand is evaluated.
    pub(super) spine: Vec<expr::Link>,
    /// What one store leaves open around it.
    pub(crate) around: Vec<Around>,
    /// The expressions of an initialiser.
    pub(super) values: Vec<ExprId>,
}

/// Where a machine may stand in code that changes.
#[derive(Default)]
pub(crate) struct LiveCode {
    /// In statements.
    pub(crate) contexts: Table<Stmt, live::Context>,
    /// In conditions and steps of loops, by the number of the function.
    pub(crate) loop_contexts: FxHashMap<(u32, ExprId), live::ExprContext>,
    /// In statements and loops, behind their first stop.
    pub(crate) further_stops: Vec<Vec<Index>>,
    /// Code that was made again, until the old one leads to it.
    pub(crate) replaced: Vec<live::Replaced>,
}

impl Scratch {
    /// Looks at the types that came since the last time. Mostly there are none.
    #[inline]
    pub(super) fn look_at_types(&mut self, p: &Program) {
        if self.facts.types.len() != p.types.count()
            || self.facts.fields_seen != p.types.fields.len()
        {
            self.look_at_new_types(p);
        }
    }

    #[cold]
    fn look_at_new_types(&mut self, p: &Program) {
        self.facts.types.resize_with(p.types.count(), OnceCell::new);
        let int = p.target.int.size * 8;
        for (_, field) in p.types.fields.iter().skip(self.facts.fields_seen) {
            self.facts.has_wide_bit_fields |= field.width.is_some_and(|width| width > int);
        }
        self.facts.fields_seen = p.types.fields.len();
    }

    /// Forgets what is of one function or statement only.
    pub(super) fn forget_function(&mut self, p: &Program) {
        self.function.effects.clear();
        self.function.members.clear();
        self.function.gotos.clear();
        self.function.assigned.clear();
        if live::looks_ahead(p) {
            self.forget_what_is_ahead();
        }
    }

    /// Apart: few programs have such things.
    #[inline(never)]
    fn forget_what_is_ahead(&mut self) {
        self.function.declared.clear();
        self.function.arguments.clear();
        self.function.label_slots.clear();
        self.function.scope_slots.clear();
    }

    /// The number of what is lowered next.
    pub(super) fn number(&mut self) -> u32 {
        self.places.lowered += 1;
        self.places.lowered
    }
}
