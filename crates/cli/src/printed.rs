//! What a program prints, shown while it runs.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;

use elenchus_machine::{Printer, Stream};

/// So much of the output is kept back at most; on a terminal only a line.
const BUFFER: usize = 64 << 10;

#[derive(Clone, Default)]
pub struct Printed {
    shared: Rc<RefCell<Shared>>,
}

#[derive(Default)]
struct Shared {
    kept: Vec<u8>,
    told: [usize; 2],
    /// The first thing that went wrong: nothing is shown after it.
    error: Option<io::Error>,
}

impl Printed {
    pub fn printer(&self) -> Printer {
        let shared = Rc::clone(&self.shared);
        let by_line = io::stdout().is_terminal();
        Box::new(move |stream, text| shared.borrow_mut().add(stream, text, by_line))
    }

    /// Shows what was kept back.
    pub fn end(&self) -> io::Result<()> {
        let mut shared = self.shared.borrow_mut();
        shared.show();
        shared.error.take().map_or(Ok(()), Err)
    }

    /// How much of the output and of the errors was given to the printer.
    pub fn told(&self) -> [usize; 2] {
        self.shared.borrow().told
    }
}

impl Shared {
    fn add(&mut self, stream: Stream, text: &[u8], by_line: bool) {
        match stream {
            Stream::Output => {
                self.told[0] += text.len();
                self.kept.extend_from_slice(text);
                if self.kept.len() >= BUFFER || (by_line && text.contains(&b'\n')) {
                    self.show();
                }
            }
            Stream::Errors => {
                self.told[1] += text.len();
                // Where that fails there is nobody to tell.
                let _ = io::stderr().write_all(text);
            }
        }
    }

    fn show(&mut self) {
        let mut out = io::stdout().lock();
        if self.error.is_none() {
            self.error = out.write_all(&self.kept).and_then(|()| out.flush()).err();
        }
        self.kept.clear();
    }
}
