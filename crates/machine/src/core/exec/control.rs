//! Calls that have not returned, and the values that belong to them.

use elenchus_lang::types::TypeId;

use crate::code::{Index, Origin, Renewed};
use crate::features::{nested, setjmp, variadic};
use crate::rules::order;
use crate::value::Value;

/// A call that has not returned: where it stands, and where its values begin on each stack.
/// They end where those of the next frame begin. Only the frame on top executes.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) code: u32,
    pub(crate) pc: Index,
    pub(crate) base: usize,
    /// Where its objects start in `locals`, and so on.
    pub(crate) locals: usize,
    pub(crate) temporaries: usize,
    /// Temporaries before this one belong to an expression around.
    pub(crate) kept: usize,
    pub(crate) allocas: usize,
    pub(crate) order: order::Depth,
    pub(crate) scope: u16,
    pub(crate) stack_mark: u64,
    /// Tells this call from all others.
    pub(crate) serial: u64,
    pub(crate) varargs: Option<Box<[(Value, TypeId)]>>,
    /// How many lists it has started and not ended.
    pub(crate) open_lists: u32,
    /// The frame of the enclosing function, if this one is nested.
    pub(crate) outer: Option<u32>,
    /// The caller's register for the result.
    pub(crate) dst: u16,
    /// While the program is written: a point in time before the statement that
    /// it executes, from which on nothing was written until that began.
    pub(crate) mark: Option<u32>,
    /// How many steps there were when it began.
    pub(crate) began: u64,
    /// What that statement belongs to.
    pub(crate) unit: Option<Renewed>,
}

/// Where control is. The frame on top runs; each owns the end of every stack from
/// where it says, so that a return cuts them there.
#[derive(Default)]
pub(crate) struct Control {
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Vec<Value>,
    pub(crate) locals: Vec<Value>,
    pub(crate) temporaries: Vec<Value>,
    /// Objects that live until their function returns.
    pub(crate) allocas: Vec<Value>,
    /// Arguments of the call that is made; kept for its memory.
    pub(crate) args: Vec<(Value, TypeId)>,
    /// How many calls there were.
    pub(crate) serial: u64,
    /// Calls of library functions that have not returned.
    pub(crate) in_library: usize,
    /// Where a function that the library called came to its end.
    pub(crate) inner: Option<Origin>,
    pub(crate) va_lists: Vec<variadic::VaCursor>,
    pub(crate) jumps: Vec<setjmp::Saved>,
    /// Addresses of nested functions.
    pub(crate) trampolines: Vec<nested::Trampoline>,
}
