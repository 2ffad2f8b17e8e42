//! Texts that our front end does not take: C++, extensions of one compiler, what is no C
//! at all. Nothing is known of them but words, brackets, separators and lines that begin
//! with `#`; the search is the same.

mod passes;
mod scan;
#[cfg(test)]
mod tests;

use elenchus_judge::ProgramFile;
use xxhash_rust::xxh3::Xxh3;

use crate::search::Levels;
use crate::subject::{Measured, NAME, Size};
use scan::Kind;

/// A pass over files that nobody parsed.
pub struct Pass {
    pub name: &'static str,
    pub propose: fn(&[ProgramFile]) -> Levels,
}

/// In the order in which they are tried; all of them again until none succeeds.
pub const ORDER: &[Pass] = &[
    Pass { name: "comments", propose: passes::comments },
    Pass { name: "pieces", propose: passes::pieces },
    Pass { name: "brackets", propose: passes::brackets },
    Pass { name: "arguments", propose: passes::arguments },
    Pass { name: "runs", propose: passes::runs },
    Pass { name: "literals", propose: passes::literals },
    Pass { name: "names", propose: passes::names },
];

/// Looks at the tokens of files, as [`crate::subject::measure`] does for C.
pub fn measure(files: &[ProgramFile]) -> Measured {
    let mut hash = Xxh3::new();
    let (mut size, mut tokens) = (Size::default(), 0);
    for file in files {
        for token in scan::scan(&file.text) {
            let text = &file.text[token.range.clone()];
            hash.update(text);
            hash.update(b" ");
            tokens += 1;
            size.weight += if token.kind == Kind::Word { NAME } else { 1 };
            size.bytes += text.len();
        }
        hash.update(b"\n\n");
    }
    Measured { size, tokens, hash: hash.digest128() }
}

/// A text with one blank or one end of a line where there are several.
pub fn laid_out(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut end = 0;
    for token in scan::scan(text) {
        let gap = &text[end..token.range.start];
        match gap.contains(&b'\n') {
            _ if gap.is_empty() || end == 0 => {}
            true => out.push(b'\n'),
            false => out.push(b' '),
        }
        out.extend_from_slice(&text[token.range.clone()]);
        end = token.range.end;
    }
    if end > 0 {
        out.push(b'\n');
    }
    out
}
