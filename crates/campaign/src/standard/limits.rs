//! How much of everything a compiler must take (5.2.4.1), as far as it can be seen in a
//! text without understanding it.

/// What is counted, how much of it a compiler must take, and what it is called.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Parentheses,
    Blocks,
    Arguments,
    Members,
    Constants,
    Labels,
    Pointers,
    Literal,
}

const LIMITS: &[(What, usize, &str)] = &[
    (What::Parentheses, 63, "parentheses in each other"),
    (What::Blocks, 127, "braces in each other"),
    (What::Arguments, 127, "parameters or arguments"),
    (What::Members, 1023, "members"),
    (What::Constants, 1023, "constants of an enumeration"),
    (What::Labels, 1023, "`case` labels"),
    (What::Pointers, 12, "`*` in a row"),
    (What::Literal, 4095, "characters in a string"),
];

/// What there is too much of, in words.
pub fn beyond<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Option<String> {
    for text in texts {
        let most = count(text);
        for (what, limit, name) in LIMITS {
            let found = most.iter().find(|(one, _)| one == what).map_or(0, |(_, count)| *count);
            if found > *limit {
                let rest = "a compiler need only take";
                return Some(format!("there are {found} {name}: {rest} {limit} (5.2.4.1)"));
            }
        }
    }
    None
}

/// An open bracket: which, what stands before it, and what was counted in it.
struct Open {
    bracket: u8,
    holds: Option<What>,
    count: usize,
}

/// The most of everything.
fn count(text: &[u8]) -> Vec<(What, usize)> {
    let mut most: Vec<(What, usize)> = LIMITS.iter().map(|(what, ..)| (*what, 0)).collect();
    let mut see = |what: What, count: usize| {
        for (one, most) in &mut most {
            if *one == what {
                *most = (*most).max(count);
            }
        }
    };
    let mut open: Vec<Open> = Vec::new();
    let (mut labels, mut stars) = (0, 0);
    // The keyword of a type whose brace has not come yet.
    let mut kind: Option<What> = None;
    for token in tokens(text) {
        stars = if token == b"*" { stars + 1 } else { 0 };
        see(What::Pointers, stars);
        match token {
            b"(" | b"[" | b"{" => {
                let holds = match token {
                    b"(" => Some(What::Arguments),
                    b"{" => kind.take(),
                    _ => None,
                };
                open.push(Open { bracket: token[0], holds, count: 0 });
                let depth = |bracket| open.iter().filter(|one| one.bracket == bracket).count();
                see(What::Parentheses, depth(b'('));
                see(What::Blocks, depth(b'{'));
            }
            b")" | b"]" | b"}" => {
                if let Some(Open { holds: Some(what), count, .. }) = open.pop() {
                    // Commas stand between, semicolons at the end.
                    see(what, count + usize::from(what != What::Members));
                }
            }
            b"," | b";" => {
                if let Some(Open { holds: Some(what), count, .. }) = open.last_mut() {
                    *count += usize::from((token == b";") == (*what == What::Members));
                }
                kind = None;
            }
            b"case" => {
                labels += 1;
                see(What::Labels, labels);
            }
            b"struct" | b"union" => kind = Some(What::Members),
            b"enum" => kind = Some(What::Constants),
            _ if token[0] == b'"' => see(What::Literal, token.len().saturating_sub(2)),
            _ => {}
        }
    }
    most
}

/// Words, strings, characters and signs of a text; comments and lines of the
/// preprocessor are left out.
fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    let mut begins_line = true;
    std::iter::from_fn(move || {
        loop {
            let first = *rest.first()?;
            let length = match first {
                b'#' if begins_line => {
                    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
                }
                b'/' if rest.starts_with(b"//") => {
                    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
                }
                b'/' if rest.starts_with(b"/*") => rest
                    .windows(2)
                    .skip(2)
                    .position(|pair| pair == b"*/")
                    .map_or(rest.len(), |at| at + 4),
                byte if byte.is_ascii_whitespace() => {
                    begins_line |= byte == b'\n';
                    1
                }
                quote @ (b'"' | b'\'') => {
                    let mut at = 1;
                    while at < rest.len() && rest[at] != quote && rest[at] != b'\n' {
                        at += if rest[at] == b'\\' { 2 } else { 1 };
                    }
                    (at + 1).min(rest.len())
                }
                _ if is_word(first) => {
                    rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len())
                }
                _ => 1,
            };
            let (token, after) = rest.split_at(length);
            rest = after;
            let is_none = first.is_ascii_whitespace()
                || (first == b'#' && begins_line)
                || token.starts_with(b"//")
                || token.starts_with(b"/*");
            if !is_none {
                begins_line = false;
                return Some(token);
            }
        }
    })
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The words of a text, outside of comments and strings.
pub fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    tokens(text).filter(|token| is_word(token[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let found = beyond([text.as_bytes()].into_iter());
        let found = found.map(|found| found.split(':').next().unwrap_or("").to_owned());
        assert_eq!(found.as_deref(), expected, "{}", &text[..text.len().min(60)]);
    }

    #[test]
    fn what_is_too_much() {
        let nested = |open: &str, close: &str, times| {
            format!("int x = {}1{};", open.repeat(times), close.repeat(times))
        };
        check(&nested("(", ")", 63), None);
        check(&nested("(", ")", 64), Some("there are 64 parentheses in each other"));
        check(&nested("{", "}", 127), None);
        check(&nested("{", "}", 128), Some("there are 128 braces in each other"));
        check(&format!("f({}1);", "1,".repeat(126)), None);
        check(&format!("f({}1);", "1,".repeat(127)), Some("there are 128 parameters or arguments"));
        check(&format!("struct s {{ {} }};", "int x;".repeat(1023)), None);
        check(
            &format!("struct s {{ {} }};", "int x;".repeat(1024)),
            Some("there are 1024 members"),
        );
        check(&format!("int a[] = {{ {} }};", "1,".repeat(5000)), None);
        let constants = format!("enum {{ {} z }};", "x,".repeat(1023));
        check(&constants, Some("there are 1024 constants of an enumeration"));
        let labels = "case 1:".repeat(1024);
        check(&labels, Some("there are 1024 `case` labels"));
        check(&format!("int {}p;", "*".repeat(13)), Some("there are 13 `*` in a row"));
        let literal = format!("char *s = \"{}\";", "x".repeat(4096));
        check(&literal, Some("there are 4096 characters in a string"));
    }

    #[test]
    fn comments_and_strings_hold_nothing() {
        check(&format!("/* {} */ // {}\n", "(".repeat(99), "(".repeat(99)), None);
        check(&format!("char *s = \"{}\"; char c = '('; # {}\n", "(".repeat(99), ")"), None);
        check("/*", None);
        check("\"", None);
        check("'\\", None);
    }
}
