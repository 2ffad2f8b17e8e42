//! Who watches a run.
//!
//! A printer is given what the program prints, as it prints it. An observer is told of each statement before it is executed, and of each
//! access to a volatile object. Without one, the machine makes no test for it
//! that it would not make anyway.

use elenchus_lang::tree::DeclId;

use super::Machine;
use crate::code::Origin;
use crate::memory::{Kind, Place};

/// An access to a volatile object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Volatile {
    pub write: bool,
    pub address: u64,
    pub size: u32,
    /// The value that is read or written, as far as it fits.
    pub bits: u64,
    /// The variable that lives for as long as the program, if it is one.
    pub variable: Option<DeclId>,
    /// Where in the object.
    pub offset: u64,
}

/// A stream that a program prints to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Output,
    Errors,
}

/// Gets what is printed and will not be undone.
pub type Printer = Box<dyn FnMut(Stream, &[u8])>;

pub trait Observer {
    /// A statement, or another full expression, is about to be executed.
    fn statement(&mut self, machine: &Machine, at: Origin) {
        let _ = (machine, at);
    }

    fn volatile(&mut self, access: Volatile) {
        let _ = access;
    }
}

impl Machine {
    /// Sets who watches, instead of who did before.
    pub fn observe(&mut self, observer: Box<dyn Observer>) {
        self.observer = Some(observer);
        self.budget.attention = 0;
    }

    /// Sets who gets what the program prints, besides the outcome.
    pub fn with_printer(mut self, printer: Printer) -> Machine {
        self.streams.printer = Some(printer);
        self
    }

    /// Text was added to a stream.
    pub(super) fn tell_printed(&mut self, stream: Stream) {
        // What can be undone may not have been printed.
        if self.logging() {
            return;
        }
        let Some(printer) = &mut self.streams.printer else { return };
        let (text, told) = match stream {
            Stream::Output => (&self.streams.output, &mut self.streams.told[0]),
            Stream::Errors => (&self.streams.errors, &mut self.streams.told[1]),
        };
        printer(stream, &text[*told..]);
        *told = text.len();
    }

    pub(super) fn tell_statement(&mut self, pc: usize) {
        let Some(mut observer) = self.observer.take() else { return };
        if let Some(frame) = self.control.frames.last() {
            let origins = &self.cache.codes[frame.code as usize].origins;
            observer.statement(self, origins.get(pc).copied().unwrap_or(Origin::None));
        }
        self.observer = Some(observer);
    }

    pub(super) fn tell_volatile(&mut self, write: bool, place: Place, size: u32, bits: u64) {
        let object = &self.memory.objects[place.object];
        let (address, offset) = (object.address + place.offset as u64, place.offset as u64);
        let variable = object.plan.decl.filter(|_| object.plan.kind == Kind::Static);
        if let Some(observer) = &mut self.observer {
            observer.volatile(Volatile { write, address, size, bits, variable, offset });
        }
    }
}
