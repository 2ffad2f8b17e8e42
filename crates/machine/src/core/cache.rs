//! Code that was made, and how more is made.

use std::rc::Rc;

use elenchus_lang::tree::FunctionId;
use rustc_hash::FxHashMap;

use crate::code::{Code, Evaluation};
use crate::core::later::Unmade;
use crate::core::lower;
use crate::live::lower::Kept;

/// The code of all functions that were called, and of initialisers that were run.
#[derive(Default)]
pub(crate) struct CodeCache {
    pub(crate) codes: Vec<Rc<Code>>,
    /// How to change each of them, while the program is written or has branches without
    /// code.
    pub(crate) kept: Vec<Option<Kept>>,
    pub(crate) scratch: lower::Scratch,
    pub(crate) code_of: FxHashMap<FunctionId, u32>,
    /// The order in which operands are evaluated where C leaves it open.
    pub(crate) evaluation: Evaluation,
    /// What is reached and has no code yet.
    pub(crate) unmade: Option<Unmade>,
}
