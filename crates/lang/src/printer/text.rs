//! Items and other lines, one after another in one text, without lines that are
//! too long.

use super::{Options, Printer};
use crate::tree::{Item, Program};

/// A text that grows at its end, always by whole lines.
pub struct Text<'a> {
    printer: Printer<'a>,
}

impl<'a> Text<'a> {
    /// Lines longer than `width` are broken. There is room for so many bytes.
    pub fn new(program: &'a Program, options: Options, width: usize, room: usize) -> Text<'a> {
        let mut printer = Printer::new(program, options);
        printer.width = width;
        printer.out.reserve(room);
        Text { printer }
    }

    /// How many bytes there are so far.
    pub fn len(&self) -> usize {
        self.printer.out.len()
    }

    pub fn is_empty(&self) -> bool {
        self.printer.out.is_empty()
    }

    /// One item of a unit.
    pub fn item(&mut self, item: Item) {
        let printer = &mut self.printer;
        printer.start = printer.out.len();
        printer.item(item);
        if !printer.wanted.is_empty() {
            printer.out.truncate(printer.start);
            printer.line_start = printer.start;
            printer.defined.clear();
            printer.tagged = std::mem::take(&mut printer.wanted);
            printer.item(item);
            printer.tagged.clear();
            printer.wanted.clear();
        }
        printer.defined.clear();
        printer.end_line();
    }

    /// Lines that somebody else wrote.
    pub fn lines(&mut self, text: &str) {
        let printer = &mut self.printer;
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            // All lines fit that end within a width: they are copied together.
            let near = &rest[..rest.len().min(printer.width.saturating_add(1))];
            if let Some(end) = near.iter().rposition(|&byte| byte == b'\n') {
                printer.out.extend_from_slice(&rest[..=end]);
                printer.line_start = printer.out.len();
                rest = &rest[end + 1..];
                continue;
            }
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            printer.out.extend_from_slice(&rest[..end]);
            printer.end_line();
            rest = &rest[rest.len().min(end + 1)..];
        }
    }

    pub fn finish(self) -> String {
        self.printer.finish()
    }
}

impl Printer<'_> {
    /// The line is complete.
    pub(super) fn end_line(&mut self) {
        if self.out.len() - self.line_start > self.width {
            self.break_line();
        }
        self.text("\n");
        self.line_start = self.out.len();
    }

    /// Breaks the present line at spaces outside of literals.
    #[cold]
    fn break_line(&mut self) {
        let line = self.out.split_off(self.line_start);
        let indent = line.len() - line.trim_ascii_start().len();
        let quotes = |part: &[u8]| part.iter().filter(|&&byte| byte == b'"').count();
        let has_quotes = quotes(&line) > 0;
        // What is written next, and where it begins in its line.
        let (mut row, mut column) = (0, 0);
        while column + line.len() - row > self.width {
            let may_break = |at: usize| {
                line[at] == b' '
                    && column + at - row > indent
                    && !(has_quotes && quotes(&line[..at]) % 2 == 1)
            };
            // The last end of a word that fits, or a later one.
            let full = line.len().min(row + self.width.saturating_sub(column) + 1);
            let last = line[row..full].iter().rposition(|&byte| byte == b' ').unwrap_or(0);
            let Some(end) = (row + last..line.len()).find(|&at| may_break(at)) else { break };
            self.out.extend_from_slice(&line[row..end]);
            self.text("\n");
            self.out.extend(std::iter::repeat_n(b' ', indent + 8));
            (row, column) = (end + 1, indent + 8);
        }
        self.out.extend_from_slice(&line[row..]);
    }
}
