//! Strings become shorter: nothing, or only what `printf` looks at.

use elenchus_front::token::TokenKind;

use super::{Levels, at};
use crate::search::{Change, Proposal};
use crate::subject::Subject;

pub fn propose(subject: &mut Subject) -> Levels {
    let mut levels = Levels::new();
    for (file, source) in subject.sources.iter().enumerate() {
        let strings = source.tokens().list.iter().filter(|token| token.kind == TokenKind::Str);
        for token in strings {
            let range =
                (token.start - source.base()) as usize..(token.end - source.base()) as usize;
            let text = &source.text()[range.clone()];
            let Some(open) = text.iter().position(|byte| *byte == b'"') else { continue };
            let (prefix, rest) = text.split_at(open);
            let inner = &rest[1..rest.len().saturating_sub(1).max(1)];
            for (level, with) in [Vec::new(), conversions(inner)].into_iter().enumerate() {
                if with.len() < inner.len() {
                    let with = [prefix, b"\"", &with, b"\""].concat();
                    let change = Change::Text(vec![(range.clone(), with)]);
                    at(&mut levels, level).push(Proposal { file, change });
                }
            }
        }
    }
    levels
}

/// `%d` and the like, each as it stands.
fn conversions(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.iter().position(|byte| *byte == b'%') {
        rest = &rest[start..];
        let ends = |byte: &u8| b"%diouxXeEfFgGaAcspn".contains(byte);
        let length = rest[1..].iter().position(ends).map_or(rest.len(), |end| end + 2);
        out.extend_from_slice(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_conversions_stay() {
        assert_eq!(conversions(b"checksum = %08llX, %s: %%\\n"), b"%08llX%s%%");
        assert_eq!(conversions(b"100%"), b"%");
    }
}
