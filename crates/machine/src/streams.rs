//! What a program prints.

use rustc_hash::FxHashMap;

use crate::Machine;

/// A stream that a program prints to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Output,
    Errors,
}

/// Gets what is printed and will not be undone.
pub type Printer = Box<dyn FnMut(Stream, &[u8])>;

/// The text of both streams, as far as the program has come.
#[derive(Default)]
pub(crate) struct Streams {
    pub(crate) output: Vec<u8>,
    pub(crate) errors: Vec<u8>,
    /// Which stream the `FILE` at an address is.
    pub(crate) files: FxHashMap<u64, u8>,
    pub(crate) printer: Option<Printer>,
    /// How much of the output and of the errors the printer has.
    pub(crate) told: [usize; 2],
}

impl Machine {
    /// Sets who gets what the program prints as it prints it, besides the outcome.
    pub fn with_printer(mut self, printer: Printer) -> Machine {
        self.streams.printer = Some(printer);
        self
    }

    /// Text was added to a stream.
    pub(crate) fn tell_printed(&mut self, stream: Stream) {
        // What can be undone may not have been printed.
        if self.logging() {
            return;
        }
        let Some(printer) = &mut self.streams.printer else { return };
        let (text, told) = match stream {
            Stream::Output => (&self.streams.output, &mut self.streams.told[0]),
            Stream::Errors => (&self.streams.errors, &mut self.streams.told[1]),
        };
        // A run that does the same again prints nothing twice.
        if let Some(new @ [_, ..]) = text.get(*told..) {
            printer(stream, new);
            *told = text.len();
        }
    }
}
