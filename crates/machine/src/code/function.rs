//! The code of a function, with the tables that its operations index.

use std::cell::Cell;

use elenchus_lang::symbol::Symbol;
use elenchus_lang::tree::{DeclId, ExprId, LabelId};
use elenchus_lang::types::TypeId;
use elenchus_lang::undefined::Undefined;
use rustc_hash::FxHashMap;

use super::*;
use crate::words::Finding;

/// The code of one function.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub ops: Vec<Op>,
    /// Where each operation comes from.
    pub origins: Vec<Origin>,
    pub registers: usize,
    pub wide: Vec<u128>,
    pub data: Vec<u8>,
    pub accesses: Vec<Access>,
    pub strides: Vec<Stride>,
    pub sizes: Vec<u64>,
    pub sites: Vec<Site>,
    /// What calls are given: registers, and the types of their values.
    pub args: Vec<(Reg, TypeId)>,
    pub lane_ops: Vec<LaneOp>,
    pub switches: Vec<SwitchTable>,
    pub blocks: Vec<Block>,
    pub locals: Vec<LocalInfo>,
    /// Static things, and their addresses once known.
    pub statics: Vec<(StaticRef, Cell<Option<Value>>)>,
    pub strings: Vec<(elenchus_lang::tree::StringId, u64)>,
    pub unsupported: Vec<&'static str>,
    pub undefined: Vec<(Undefined, Finding)>,
    /// Labels whose address is taken: where they are, and in which block.
    pub labels: FxHashMap<LabelId, (Index, u16)>,
    /// What the full expression at a `Step` belongs to, while the program is
    /// being written; in the order of the code.
    pub units: Vec<Begun>,
    /// Full expressions whose orders are tried, and where each order begins.
    pub orders: Vec<(ExprId, Vec<Index>)>,
    /// Where each parameter goes.
    pub params: Vec<(ParamPlace, TypeId)>,
    /// The lengths that it wants to know of the types of its arguments.
    pub given: Vec<Length>,
    pub variadic: bool,
    pub promises: Promises,
    pub result: Option<TypeId>,
    /// The result is a value in memory, for which the caller has made room.
    pub returns_record: bool,
    pub name: Option<Symbol>,
    /// What there is for those who watch.
    pub observed: Observed,
    /// The function, and the one that it is nested in.
    pub decl: Option<DeclId>,
    pub outer: Option<DeclId>,
}

impl Code {
    /// Adds an operation; gives its index.
    #[inline]
    pub fn push(&mut self, op: Op, origin: Origin) -> Index {
        let index = self.ops.len();
        // Mostly there is room for both, and no call to be made.
        if index == self.ops.capacity() || self.origins.len() == self.origins.capacity() {
            self.make_room();
            return self.push(op, origin);
        }
        self.ops.push(op);
        self.origins.push(origin);
        index as Index
    }

    #[cold]
    fn make_room(&mut self) {
        self.ops.reserve(1);
        self.origins.reserve(1);
    }

    /// The variables of a block that lie in memory, in order.
    #[inline]
    pub fn locals_of(&self, block: u16) -> impl Iterator<Item = u16> {
        let first = self.blocks[block as usize].locals.map(|(first, _)| first);
        std::iter::successors(first, |&local| self.locals[local as usize].next)
    }

    /// A result has only to be handed over.
    #[inline]
    pub fn returns_plainly(&self) -> bool {
        !self.promises.checks_result && !self.returns_record
    }
}

/// Where a full expression begins.
#[derive(Clone, Copy, Debug)]
pub struct Begun {
    pub at: Index,
    pub unit: Renewed,
    /// Registers from this one on hold nothing then.
    pub registers: Reg,
}

/// Where a parameter lives.
#[derive(Clone, Copy, Debug)]
pub enum ParamPlace {
    Slot(Reg),
    Local(u16),
}

/// What lives as long as the program. Variables are made when the program starts,
/// all else when it is first named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StaticRef {
    /// An object or a function, by the entity of its declaration.
    Decl(DeclId),
    /// A string literal, with the type of its array.
    String(elenchus_lang::tree::StringId, TypeId),
    /// `__func__`
    FunctionName(elenchus_lang::tree::StringId, TypeId),
    /// A compound literal outside of functions.
    Literal(ExprId),
}
