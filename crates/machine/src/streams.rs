//! What a program prints.

use rustc_hash::FxHashMap;

use crate::observe::Printer;

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
