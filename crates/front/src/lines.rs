//! Which line of which file an offset of the preprocessed text comes from.
//!
//! Line markers (`# 12 "file.c" 1 3`) cut the text into regions; a line of
//! text is found by counting from the marker before it. Most texts are never
//! asked about, so the table of lines is made at the first question.

use std::ops::Range;
use std::sync::OnceLock;

use crate::token::Tokens;

/// The lines of one preprocessed text.
#[derive(Debug)]
pub(crate) struct Lines {
    text: Vec<u8>,
    /// What the spans of the text start at.
    base: u32,
    files: Vec<String>,
    /// The file of the text before the first marker.
    name: String,
    regions: Vec<Region>,
    starts: Starts,
}

/// Where each line of a text begins; found at the first question.
#[derive(Default, Debug)]
pub(crate) struct Starts(OnceLock<Vec<u32>>);

/// The text between two line markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Region {
    /// Offset of its first line; it goes on to the next region.
    pub start: u32,
    /// The number of its first line.
    pub line: u32,
    /// Index in `Tokens::files`; none before the first marker.
    pub file: Option<u32>,
    /// Neither from a header nor from the command line.
    pub main: bool,
    /// From a header of the system.
    pub system: bool,
}

/// Where a byte of the preprocessed text comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextPlace<'a> {
    pub file: &'a str,
    pub line: u32,
    /// In bytes, from 1, in the line of the *preprocessed* text.
    pub column: u32,
    pub main: bool,
    pub system: bool,
}

const ENTERS: u8 = 1 << 1;
const RETURNS: u8 = 1 << 2;

impl Lines {
    /// `name` is the file of the text before the first marker; `base` is what
    /// the offsets in `tokens` start at.
    pub fn new(name: String, text: Vec<u8>, base: u32, tokens: &Tokens) -> Lines {
        let first = Region { start: base, line: 1, file: None, main: true, system: false };
        let mut regions = vec![first];
        let mut depth = 0usize;
        for marker in &tokens.markers {
            if marker.flags & ENTERS != 0 {
                depth += 1;
            } else if marker.flags & RETURNS != 0 {
                depth = depth.saturating_sub(1);
            }
            let file = tokens.files.get(marker.file as usize).map_or("", String::as_str);
            regions.push(Region {
                start: marker.offset,
                line: marker.line,
                file: Some(marker.file),
                // `<built-in>` and `<command-line>` are no files.
                main: depth == 0 && !file.starts_with('<'),
                system: marker.is_system(),
            });
        }
        let files = tokens.files.clone();
        Lines { text, base, files, name, regions, starts: Starts::default() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn text(&self) -> &[u8] {
        &self.text
    }

    pub fn base(&self) -> u32 {
        self.base
    }

    /// In the order of the text. The first one is what stands before the
    /// first marker, and is empty as a rule.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    pub fn file(&self, region: &Region) -> &str {
        match region.file {
            Some(file) => self.files.get(file as usize).map_or("", String::as_str),
            None => &self.name,
        }
    }

    /// The text between markers that holds an offset.
    pub fn region(&self, offset: u32) -> &Region {
        let after = self.regions.partition_point(|region| region.start <= offset);
        &self.regions[after.saturating_sub(1)]
    }

    /// An offset outside the text gives the nearest place in it.
    pub fn place(&self, offset: u32) -> TextPlace<'_> {
        let at = self.clamp(offset);
        let region = self.region(self.base + at as u32);
        let line = self.starts.line(&self.text, at);
        let first = self.starts.line(&self.text, self.clamp(region.start));
        let start = self.starts.around(&self.text, at).start;
        TextPlace {
            file: self.file(region),
            line: region.line.saturating_add((line - first) as u32),
            column: (at - start) as u32 + 1,
            main: region.main,
            system: region.system,
        }
    }

    /// The line of the preprocessed text that holds this offset, without its
    /// end, as a range of `text`.
    pub fn line_around(&self, offset: u32) -> Range<usize> {
        self.starts.around(&self.text, self.clamp(offset))
    }

    /// An index of `text`, the end included.
    fn clamp(&self, offset: u32) -> usize {
        (offset.saturating_sub(self.base) as usize).min(self.text.len())
    }
}

impl Starts {
    /// The number of the line that holds an index of the text, from 0.
    pub fn line(&self, text: &[u8], at: usize) -> usize {
        self.of(text).partition_point(|&start| start as usize <= at) - 1
    }

    /// That line without its end.
    pub fn around(&self, text: &[u8], at: usize) -> Range<usize> {
        let line = self.line(text, at);
        let starts = self.of(text);
        let start = starts[line] as usize;
        let end = starts.get(line + 1).map_or(text.len(), |&next| next as usize);
        let content = text[start..end].trim_ascii_end().len();
        start..start + content
    }

    fn of(&self, text: &[u8]) -> &[u32] {
        self.0.get_or_init(|| {
            let newlines = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
            std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use elenchus_lang::symbol::Interner;
    use expect_test::{Expect, expect};

    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::lexer::lex;
    use elenchus_lang::rules::Language;

    /// The place of every token.
    fn check(text: &str, expected: Expect) {
        let base = 1000;
        let mut diagnostics = Diagnostics::default();
        let mut interner = Interner::default();
        let language = Language::GNU17;
        let tokens = lex(text.as_bytes(), base, language, &mut interner, &mut diagnostics);
        let lines = Lines::new("given.i".into(), text.into(), base, &tokens);
        let mut out = String::new();
        for token in &tokens.list {
            let place = lines.place(token.start);
            let spelling = &text[token.start as usize - 1000..token.end as usize - 1000];
            out += &format!("{spelling} {}:{}:{}", place.file, place.line, place.column);
            out += if place.main { " main" } else { "" };
            out += if place.system { " system" } else { "" };
            out += &format!(" in {:?}\n", &text[lines.line_around(token.start)]);
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn markers_of_gcc() {
        let text = "# 0 \"t.c\"\n# 0 \"<built-in>\"\nhidden\n# 1 \"/usr/predef.h\" 1 3 4\n\n  p\n\
                    # 0 \"<command-line>\" 2\n# 1 \"t.c\"\n\nint a;\r\n# 1 \"h.h\" 1\nb\n# 4 \"t.c\" 2\nc\n\nd";
        check(
            text,
            expect![[r#"
                hidden <built-in>:0:1 in "hidden"
                p /usr/predef.h:2:3 system in "  p"
                int t.c:2:1 main in "int a;"
                a t.c:2:5 main in "int a;"
                ; t.c:2:6 main in "int a;"
                b h.h:1:1 in "b"
                c t.c:4:1 main in "c"
                d t.c:6:1 main in "d"
                 t.c:6:2 main in "d"
            "#]],
        );
    }

    #[test]
    fn markers_of_clang() {
        let text = "# 1 \"t.c\"\n# 1 \"<built-in>\" 1\n# 1 \"<built-in>\" 3\n# 1 \"<command line>\" 1\n\
                    # 1 \"<built-in>\" 2\n# 1 \"t.c\" 2\nx\n# 100 \"other.y\"\ny\n";
        check(
            text,
            expect![[r#"
                x t.c:1:1 main in "x"
                y other.y:100:1 main in "y"
                 other.y:101:1 main in ""
            "#]],
        );
    }

    #[test]
    fn without_markers() {
        check(
            "\na\n b",
            expect![[r#"
                a given.i:2:1 main in "a"
                b given.i:3:2 main in " b"
                 given.i:3:3 main in " b"
            "#]],
        );
    }

    #[test]
    fn offsets_outside_the_text_are_harmless() {
        let tokens = Tokens::default();
        let lines = Lines::new("t".into(), b"ab\n".to_vec(), 10, &tokens);
        assert_eq!((lines.place(0).line, lines.place(0).column), (1, 1));
        assert_eq!((lines.place(99).line, lines.place(99).column), (2, 1));
        let nothing = Lines::new("t".into(), Vec::new(), 10, &tokens);
        assert_eq!((nothing.place(10).line, nothing.line_around(10)), (1, 0..0));
    }
}
