//! Who watches a run, what they are told, and what they can see.
//!
//! An observer says what it wants before the program starts, and the code is made for
//! that: variables are kept in memory where somebody may look at them, and operations
//! that tell something stand in the code. Where nobody watches there is none of this.
//!
//! What a view shows of variables is there if the observer wants `variables`, or
//! something else that keeps them in memory.
//!
//! Accesses are told exactly and completely. What is written is not told by each
//! operation that writes, which could be forgotten in one of them, but by memory,
//! which every change goes through because it may have to be undone (see
//! `memory::Note`).
//!
//! Some bytes are the machine's own, and told as they are: a `va_list` and a `jmp_buf`
//! hold numbers, with which it finds the rest (arguments that a list gives have no
//! object); the length of an array in a type is remembered in an object without a
//! declaration; and an initialiser in braces first makes everything zero.
//!
//! A program that is watched does the same, and takes as many steps; but a pointer that
//! is `restrict` is asked about more accesses, which counts as steps.

mod lower;
mod tell;
mod value;
mod view;

use std::any::Any;
use std::ops::ControlFlow;

use elenchus_lang::span::Span;
use elenchus_lang::tree::{DeclId, ExprId, StmtId};

use crate::code::Origin;
pub use crate::memory::Kind as ObjectKind;
use crate::stop::{Limit, Stop, Verdict};
use crate::{Machine, Outcome};
pub(crate) use lower::Told;
pub(crate) use tell::Observing;
pub use value::{Held, Pointer};
pub use view::{Bytes, Call, Part, Variable, View, Way};

/// What an observer wants to be told. Nobody else pays for it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wants {
    /// Each statement, and each other full expression.
    pub statements: bool,
    /// That the view can read variables.
    pub variables: bool,
    /// Each read and write of memory, and of variables.
    pub accesses: bool,
    /// Only those with an lvalue that is volatile.
    pub volatiles: bool,
    /// The value of each expression.
    pub values: bool,
    /// When functions of the program are entered and left.
    pub calls: bool,
    /// When objects are made, and when their lives end.
    pub objects: bool,
}

impl Wants {
    pub const NOTHING: Wants = Wants {
        statements: false,
        variables: false,
        accesses: false,
        volatiles: false,
        values: false,
        calls: false,
        objects: false,
    };

    pub const ALL: Wants = Wants {
        statements: true,
        variables: true,
        accesses: true,
        volatiles: true,
        values: true,
        calls: true,
        objects: true,
    };

    /// Whether a variable may not hide in a register.
    pub(crate) fn needs_memory(self) -> bool {
        self.variables || self.accesses || self.values || self.objects
    }
}

/// Whether the run goes on after an observer was told something. If not, it ends there,
/// or at the latest before the next statement or access, and nothing more is told.
pub type Flow = ControlFlow<()>;

/// Goes on.
pub const ON: Flow = ControlFlow::Continue(());

/// Who watches a run. Each method is called only for what it wants.
pub trait Observer: Any {
    fn wants(&self) -> Wants;

    /// A statement is about to be executed, or another full expression: the condition
    /// or the step of a loop, an initialiser, a length of an array.
    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        let _ = (view, step);
        ON
    }

    /// Some bytes were read or changed: a write shows in the view already.
    fn access(&mut self, view: &View<'_>, access: &Accessed) -> Flow {
        let _ = (view, access);
        ON
    }

    /// An expression of scalar type was evaluated. Left out are constants and their
    /// parts, calls whose value nobody uses, and a character that an assignment
    /// copies as it lies in memory.
    fn value(&mut self, view: &View<'_>, expr: ExprId, value: Held) -> Flow {
        let _ = (view, expr, value);
        ON
    }

    /// A function was entered; its parameters have their values.
    fn entered(&mut self, view: &View<'_>) -> Flow {
        let _ = view;
        ON
    }

    /// A function is about to be left; the view still shows it.
    fn left(&mut self, view: &View<'_>, how: Left) -> Flow {
        let _ = (view, how);
        ON
    }

    /// An object was made. Those that live as long as the program have their first
    /// bytes, others have no value. Those that are there when `main` is called are
    /// told of before it is.
    fn made(&mut self, view: &View<'_>, object: &ObjectRef) -> Flow {
        let _ = (view, object);
        ON
    }

    /// The life of an object has ended: it cannot be seen any more.
    fn ended(&mut self, view: &View<'_>, object: &ObjectRef, how: Ended) -> Flow {
        let _ = (view, object, how);
        ON
    }
}

/// A full expression that is about to be executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The statement, the expression that is the condition or step of a loop, or the
    /// declaration whose initialiser it is.
    pub at: Origin,
    /// The innermost statement that it is part of: of a condition the `if` or the loop.
    /// Lengths in the types of parameters are part of none.
    pub stmt: Option<StmtId>,
}

/// Which object of a run: no two ever have the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u64);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectRef {
    pub id: ObjectId,
    pub kind: ObjectKind,
    /// The declaration, if it is a variable; of a function its own.
    pub decl: Option<DeclId>,
    /// What made it: of memory that was allocated, the call.
    pub site: Origin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// With its block, its function, or its full expression.
    Left,
    /// By `free` or its kin.
    Freed,
}

/// How a function is left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Left {
    /// With a value; that of a struct or union is where its parts are read.
    Value(Held),
    /// Without one.
    Nothing,
    /// By `longjmp`, or a jump out of a nested function.
    Jump,
}

/// An access to some bytes of one object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accessed {
    /// The expression that makes it; of what a library function does, the call; of
    /// an argument that a parameter gets, the call; of an initialiser that is a
    /// constant, the declaration.
    pub at: Origin,
    pub object: ObjectRef,
    pub offset: u64,
    pub size: u64,
    /// Of a bit-field, its first bit in these bytes and how many they are, in the
    /// order of `lang::layout`.
    pub field: Option<(u8, u8)>,
    pub kind: AccessKind,
    /// The lvalue is volatile.
    pub volatile: bool,
    /// The number that the bytes (or the bits) make, if they are at most 16.
    pub bits: Option<u128>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    Read,
    Write,
    /// The bytes have no value any more: the declaration of a variable is reached
    /// again, or `longjmp` came back to where it was changed since.
    Forget,
    /// The bytes have values that C leaves open: padding beside what was written.
    Open,
}

impl Machine {
    /// Runs the program from its start while somebody watches, and gives them back.
    pub fn run_with<O: Observer>(mut self, observer: O, args: &[&str]) -> (Outcome, O) {
        if self.live.writing {
            let stop = Stop::unsupported("watching a program that is being written");
            return (self.outcome(stop.at(Span::NONE)), observer);
        }
        self.observing = Some(Box::new(Observing::new(Box::new(observer))));
        self.budget.attention = 0;
        let verdict = self.run_to_end(args);
        self.tell_changes();
        let observing = self.observing.take();
        let (stopped, observer) = observing.map_or((false, None), |observing| observing.end());
        let verdict = if stopped { Verdict::Limit(Limit::Observer) } else { verdict };
        let observer: Option<Box<dyn Any>> = observer.map(|observer| observer as Box<dyn Any>);
        let observer = observer.and_then(|observer| observer.downcast().ok());
        (self.outcome(verdict), *observer.expect("the observer is the one that was given"))
    }
}
