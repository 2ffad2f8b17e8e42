//! Messages with the line shown and a caret under the place, as compilers
//! give them.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use elenchus_front::diagnostic::{Diagnostic, Severity};
use elenchus_front::source::{LinePlace, SourceFile};
use elenchus_lang::span::Span;

const BOLD: Style = Style::new().bold();
const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Magenta.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

/// Where tabs go to.
const TAB: usize = 8;
/// Longer lines are cut: macros make very long ones.
const WIDTH: usize = 120;
/// How much of a cut line stands before the mark.
const BEFORE: usize = 60;

/// The message with its notes, in several lines. Its colours are for
/// `anstream`, which takes them out where nobody sees them.
pub fn render(diagnostic: &Diagnostic, source: &SourceFile) -> String {
    let (style, severity) = match diagnostic.severity {
        Severity::Error => (ERROR, "error"),
        Severity::Warning => (WARNING, "warning"),
    };
    let mut out = message(&source.spot(diagnostic.span), style, severity, &diagnostic.message);
    for (text, span) in &diagnostic.notes {
        out += &message(&source.spot(*span), NOTE, "note", text);
    }
    out
}

/// What a run found at a place.
pub fn verdict(source: &SourceFile, span: Span, word: &str, text: &str) -> String {
    message(&source.spot(span), ERROR, word, text)
}

/// What explains it, at another place.
pub fn note(source: &SourceFile, span: Span, text: &str) -> String {
    message(&source.spot(span), NOTE, "note", text)
}

fn message(spot: &LinePlace, style: Style, severity: &str, text: &str) -> String {
    let column = spot.column.map_or(String::new(), |column| format!(":{column}"));
    let preprocessed = if spot.column.is_some() { "" } else { " (after preprocessing)" };
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{BOLD}{}:{}{column}:{BOLD:#} {style}{severity}:{style:#} {BOLD}{text}{BOLD:#}{preprocessed}",
        spot.file, spot.line,
    );
    if spot.text.is_empty() {
        return out;
    }
    let shown = Shown::new(spot).cut();
    let (indent, tail) = (shown.start, shown.end - shown.start - 1);
    let number = format!("{:>5}", spot.line);
    let gutter = number.len();
    let _ = writeln!(out, "{number} | {}", shown.text);
    let _ = writeln!(out, "{:gutter$} | {:indent$}{style}^{}{style:#}", "", "", "~".repeat(tail));
    out
}

/// A line as the terminal shows it, and the columns that are marked; at least
/// one is.
#[derive(PartialEq, Eq, Debug)]
struct Shown {
    text: String,
    start: usize,
    end: usize,
}

impl Shown {
    /// Tabs become spaces, what cannot be shown becomes a replacement.
    fn new(spot: &LinePlace) -> Shown {
        let mut text = String::new();
        let (mut column, mut offset) = (0, 0);
        let (mut start, mut end) = (None, None);
        let mut put = |shown: &str, columns: usize, bytes: usize| {
            if offset + bytes > spot.mark.start {
                start.get_or_insert(column);
            }
            if offset >= spot.mark.end {
                end.get_or_insert(column);
            }
            text.push_str(shown);
            column += columns;
            offset += bytes;
            column
        };
        let mut last = 0;
        for chunk in spot.text.utf8_chunks() {
            for c in chunk.valid().chars() {
                last = match c {
                    '\t' => put(&" ".repeat(TAB - last % TAB), TAB - last % TAB, 1),
                    c if c.is_control() => put("\u{fffd}", 1, c.len_utf8()),
                    c => put(c.encode_utf8(&mut [0; 4]), 1, c.len_utf8()),
                };
            }
            for _ in chunk.invalid() {
                last = put("\u{fffd}", 1, 1);
            }
        }
        let start = start.unwrap_or(last);
        Shown { text, start, end: end.unwrap_or(last).max(start + 1) }
    }

    /// No more than `WIDTH` columns of it, the start of the mark among them.
    fn cut(self) -> Shown {
        let length = self.text.chars().count();
        if length <= WIDTH {
            return self;
        }
        let first = self.start.saturating_sub(BEFORE).min(length - WIDTH);
        let mut text: String = self.text.chars().skip(first).take(WIDTH).collect();
        if first > 0 {
            text = format!("…{}", text.chars().skip(1).collect::<String>());
        }
        if first + WIDTH < length {
            text.push('…');
        }
        let (start, end) = (self.start - first, (self.end - first).min(WIDTH));
        Shown { text, start, end: end.max(start + 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &[u8], mark: std::ops::Range<usize>, expected: &str) {
        let spot =
            LinePlace { file: "t.c", line: 7, column: Some(mark.start as u32 + 1), text, mark };
        let shown = anstream::adapter::strip_str(&message(&spot, ERROR, "error", "no")).to_string();
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_mark_is_under_the_place() {
        check(
            b"int x = yy;",
            8..10,
            "t.c:7:9: error: no\n    7 | int x = yy;\n      |         ^~\n",
        );
        check(b"x", 1..1, "t.c:7:2: error: no\n    7 | x\n      |  ^\n");
        check(b"", 0..0, "t.c:7:1: error: no\n");
    }

    #[test]
    fn tabs_and_strange_bytes() {
        check(
            b"\ta\tb",
            3..4,
            "t.c:7:4: error: no\n    7 |         a       b\n      |                 ^\n",
        );
        check(
            "é\u{7}\u{fe}x".as_bytes(),
            5..6,
            "t.c:7:6: error: no\n    7 | é\u{fffd}þx\n      |    ^\n",
        );
        check(b"\xff\xfex", 2..3, "t.c:7:3: error: no\n    7 | \u{fffd}\u{fffd}x\n      |   ^\n");
    }

    #[test]
    fn long_lines_are_cut() {
        let line = [b'a'; 500];
        let spot = LinePlace { file: "t.c", line: 1, column: None, text: &line, mark: 300..450 };
        let shown = Shown::new(&spot).cut();
        assert_eq!(shown.text.chars().count(), WIDTH + 1);
        assert_eq!((shown.start, shown.end), (BEFORE, WIDTH));
        let early = Shown::new(&LinePlace { mark: 3..4, ..spot }).cut();
        assert_eq!((early.start, early.end), (3, 4));
        assert!(early.text.ends_with('…') && !early.text.starts_with('…'));
    }
}
