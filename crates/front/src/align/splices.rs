//! A text without its line splices, and the way back.

use std::borrow::Cow;

/// The text with every backslash at the end of a line removed together with
/// the line's end (5.1.1.2, phase 2).
pub(super) struct Spliced<'a> {
    pub text: Cow<'a, [u8]>,
    cuts: Vec<Cut>,
    /// The lines, counted from 0, that a backslash joins to the next one.
    pub joined: Vec<u32>,
}

struct Cut {
    /// Offset in the spliced text.
    at: u32,
    /// How many bytes are missing before it.
    removed: u32,
}

impl<'a> Spliced<'a> {
    /// The original must be shorter than 4 GiB.
    pub fn new(original: &'a [u8]) -> Spliced<'a> {
        let mut text = Vec::new();
        let mut cuts = Vec::new();
        let mut joined = Vec::new();
        let (mut copied, mut line) = (0, 0);
        for (at, &byte) in original.iter().enumerate() {
            if byte != b'\n' {
                continue;
            }
            if let Some(backslash) = backslash_before(&original[copied..at]) {
                text.extend_from_slice(&original[copied..copied + backslash]);
                copied = at + 1;
                let removed = (copied - text.len()) as u32;
                cuts.push(Cut { at: text.len() as u32, removed });
                joined.push(line);
            }
            line += 1;
        }
        if cuts.is_empty() {
            return Spliced { text: Cow::Borrowed(original), cuts, joined };
        }
        text.extend_from_slice(&original[copied..]);
        Spliced { text: Cow::Owned(text), cuts, joined }
    }

    /// Where the byte at this offset of the spliced text stands in the original.
    pub fn original(&self, at: usize) -> u32 {
        let before = self.cuts.partition_point(|cut| cut.at as usize <= at);
        let removed = before.checked_sub(1).map_or(0, |last| self.cuts[last].removed);
        at as u32 + removed
    }
}

/// The place of a backslash with nothing but white space after it: compilers
/// are more generous here than C.
fn backslash_before(line: &[u8]) -> Option<usize> {
    let content = line.trim_ascii_end();
    (content.last() == Some(&b'\\')).then(|| content.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splices_vanish_and_offsets_lead_back() {
        let original = b"a\\\nb\\  \r\nc\nd \\ e\n\\\n\\\nf\\";
        let spliced = Spliced::new(original);
        assert_eq!(&*spliced.text, b"abc\nd \\ e\nf\\");
        for (at, byte) in spliced.text.iter().enumerate() {
            assert_eq!(original[spliced.original(at) as usize], *byte, "at {at}");
        }
        assert_eq!(spliced.joined, [0, 1, 4, 5]);
        assert!(matches!(Spliced::new(b"a\nb").text, Cow::Borrowed(_)));
    }
}
