//! The words of a dump.

/// A word, by what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// With all that belongs to it: `i_3`, `x_2(D)`, `a__lsm.19_4`, `l$a`.
    Name(String),
    /// A constant as C writes it: a number, a character, a string.
    Constant(String),
    /// `->`, `<=`, `{`: the longest that fits.
    Mark(&'static str),
}

/// Longer ones before those that they begin with.
const MARKS: &[&str] = &[
    "...", "<<", ">>", "->", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%", "&", "|",
    "^", "~", "!", "=", "<", ">", "?", ":", ";", ",", ".", "(", ")", "[", "]", "{", "}", "#",
];

/// What gcc appends to the names of functions that it makes of others.
const CLONES: &[&str] = &["constprop", "part", "isra", "cold", "simdclone"];

/// The words of a text; or where it cannot be read.
pub fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_alphabetic() || "_$".contains(first) {
            let length = name(rest);
            found.push(Token::Name(rest[..length].to_owned()));
            length
        } else if first.is_ascii_digit() {
            let length = number(rest);
            found.push(Token::Constant(rest[..length].to_owned()));
            length
        } else if first == '"' || first == '\'' {
            let length =
                quoted(rest, first).ok_or_else(|| format!("a literal has no end: {rest}"))?;
            found.push(Token::Constant(rest[..length].to_owned()));
            length
        } else {
            let mark = MARKS.iter().find(|mark| rest.starts_with(**mark));
            let mark = mark.ok_or_else(|| format!("the character '{first}'"))?;
            found.push(Token::Mark(mark));
            mark.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// A dot belongs to a name if a number follows, or what makes it the name of a clone.
fn name(text: &str) -> usize {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_$".contains(c);
    let word = |text: &str| text.find(|c| !is_part(c)).unwrap_or(text.len());
    let mut length = word(text);
    while let Some(after) = text[length..].strip_prefix('.') {
        let next = &after[..word(after)];
        let clones = CLONES.contains(&next) || after.starts_with(|c: char| c.is_ascii_digit());
        if next.is_empty() || !clones {
            break;
        }
        length += 1 + next.len();
    }
    length + if text[length..].starts_with("(D)") { "(D)".len() } else { 0 }
}

fn number(text: &str) -> usize {
    let mut before = ' ';
    let end = text.find(|c: char| {
        let sign = (c == '+' || c == '-') && "eEpP".contains(before) && !text.starts_with("0x");
        before = c;
        !(c.is_ascii_alphanumeric() || c == '.' || sign)
    });
    end.unwrap_or(text.len())
}

fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_dots_in_them() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<String> = tokens(text)
                .unwrap()
                .into_iter()
                .map(|token| match token {
                    Token::Name(text) | Token::Constant(text) => text,
                    Token::Mark(text) => text.to_owned(),
                })
                .collect();
            assert_eq!(found, expected, "{text}");
        };
        check("a__lsm0.19_19 = l.a;", &["a__lsm0.19_19", "=", "l", ".", "a", ";"]);
        check("f.constprop.0 (x_2(D));", &["f.constprop.0", "(", "x_2(D)", ")", ";"]);
        check("_1 = 1.5e+0f - 3;", &["_1", "=", "1.5e+0f", "-", "3", ";"]);
        check(r#"p (&"a\"b", '\'');"#, &["p", "(", "&", r#""a\"b""#, ",", r"'\''", ")", ";"]);
        check("l$a_1 = _2->b >> 3", &["l$a_1", "=", "_2", "->", "b", ">>", "3"]);
        assert!(tokens("a @ b").is_err() && tokens("\"a").is_err());
    }
}
