//! Many reasons in a few lines: grouped by what they share.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How many groups are shown; the lists under target/ have them all.
const SHOWN: usize = 40;

/// The groups of these names and their reasons, the largest first, a line
/// each with the first name as its example.
pub fn grouped<'a>(reasons: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let mut groups: BTreeMap<String, (usize, &str)> = BTreeMap::new();
    for (name, reason) in reasons {
        groups.entry(pattern(&reason)).or_insert((0, name)).0 += 1;
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let mut text = String::new();
    // Writing to a string does not fail.
    for (reason, (count, name)) in groups.iter().take(SHOWN) {
        let _ = writeln!(text, "  {count:>5} {reason}  ({name})");
    }
    if groups.len() > SHOWN {
        let _ = writeln!(text, "        and {} more reasons", groups.len() - SHOWN);
    }
    text
}

/// A reason without what is particular to one file: the line shown, quoted
/// names and numbers.
pub fn pattern(reason: &str) -> String {
    const LONGEST: usize = 140;
    let reason = reason.split("  [").next().unwrap_or(reason);
    let mut result = String::new();
    let mut closing = None;
    for c in reason.chars() {
        match closing {
            Some(quote) if c == quote => {
                closing = None;
                result.push(c);
            }
            Some(_) => {}
            None if opens_quote(c, &result) => {
                closing = Some(if c == '‘' { '’' } else { c });
                result.push(c);
                result.push('…');
            }
            None if c.is_ascii_digit() => {
                if !result.ends_with('#') {
                    result.push('#');
                }
            }
            None => result.push(c),
        }
    }
    result.chars().take(LONGEST).collect()
}

/// An apostrophe within a word is none.
fn opens_quote(c: char, before: &str) -> bool {
    c == '`' || c == '‘' || (c == '\'' && !before.ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_leave_out_particulars() {
        assert_eq!(pattern("`x` is 12 bytes  [int x;]"), "`…` is # bytes");
        assert_eq!(pattern("expected ‘;’ before ‘foo’"), "expected ‘…’ before ‘…’");
        assert_eq!(pattern("can't use 'x'"), "can't use '…'");
    }

    #[test]
    fn the_largest_group_comes_first() {
        let reasons =
            [("a", "one".to_string()), ("b", "`x`".to_string()), ("c", "`y`".to_string())];
        assert_eq!(grouped(reasons), "      2 `…`  (b)\n      1 one  (a)\n");
    }
}
