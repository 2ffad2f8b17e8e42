//! What code knows of its source for those who watch: empty where nobody does.

use elenchus_lang::tree::{DeclId, StmtId};
use rustc_hash::FxHashMap;

use super::Index;

/// Where no name was declared before.
pub const NO_NAME: Index = Index::MAX;

#[derive(Clone, Debug)]
pub struct Observed {
    /// Names that the function declares, each with the one before it that is in scope
    /// together with it.
    pub names: Vec<Name>,
    /// Where full expressions begin, in the order of the code.
    pub points: Vec<Point>,
    /// The last parameter.
    pub parameters: Index,
    /// The last name in scope where a nested function is defined.
    pub nested: FxHashMap<DeclId, Index>,
}

impl Default for Observed {
    fn default() -> Observed {
        Observed {
            names: Vec::new(),
            points: Vec::new(),
            parameters: NO_NAME,
            nested: FxHashMap::default(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Name {
    pub decl: DeclId,
    /// Where it lies in memory, if it comes and goes with its block.
    pub local: Option<u16>,
    pub before: Index,
}

#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub stmt: Option<StmtId>,
    /// The last name that is in scope.
    pub names: Index,
}
