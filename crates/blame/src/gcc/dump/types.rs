//! Types as dumps write them, for C: `unsigned char[40] *` is a pointer to an array.

use super::token::Token;

/// A type that C can write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Type {
    /// As a name of a type, which may stand before the name of a variable.
    pub text: String,
    pub is_pointer: bool,
    /// Of an integer as narrow as a bit-field: how many bits it has.
    pub bits: Option<u32>,
}

/// Reads a type, as far as it goes, and says how many words it has.
pub fn read(tokens: &[Token]) -> Result<(Type, usize), String> {
    let mut at = 0;
    let mut words: Vec<&str> = Vec::new();
    let mut bits = None;
    while let Some(token) = tokens.get(at) {
        match token {
            Token::Name(word) if NOT_READ.contains(&word.as_str()) => {
                return Err(format!("the type {word}"));
            }
            Token::Name(word) if is_word(word, &words) => words.push(word),
            Token::Mark("<") if words.iter().all(|word| is_qualifier(word)) => {
                let (narrow, sign, length) = narrow(&tokens[at..])?;
                bits = Some(narrow);
                words.push(sign);
                at += length;
                continue;
            }
            _ => break,
        }
        at += 1;
    }
    if words.iter().all(|word| is_qualifier(word)) {
        return Err("a type without a name".to_owned());
    }
    let mut found = Type { text: words.join(" "), is_pointer: false, bits };
    loop {
        match tokens.get(at) {
            Some(Token::Mark("*")) => {
                found = Type { text: format!("{} *", found.text), is_pointer: true, bits: None };
                at += 1;
            }
            Some(Token::Mark("[")) => {
                let mut lengths = String::new();
                while let [Token::Mark("["), Token::Constant(length), Token::Mark("]"), ..] =
                    &tokens[at..]
                {
                    lengths += &format!("[{length}]");
                    at += 3;
                }
                if lengths.is_empty() {
                    return Err("an array without a length".to_owned());
                }
                let text = format!("__typeof__({}{lengths})", found.text);
                found = Type { text, is_pointer: false, bits: None };
            }
            Some(Token::Name(word)) if is_qualifier(word) => {
                found.text += &format!(" {word}");
                at += 1;
            }
            // `{ref-all}`: it may point to anything, which is so for all of ours.
            Some(Token::Mark("{")) => {
                let close = tokens[at..].iter().position(|token| *token == Token::Mark("}"));
                at += close.ok_or("a type that does not end")? + 1;
            }
            _ => return Ok((found, at)),
        }
    }
}

const NOT_READ: &[&str] = &["vector", "complex", "_Complex", "_Float16", "__bf16"];

fn is_qualifier(word: &str) -> bool {
    ["const", "volatile", "restrict", "_Atomic"].contains(&word)
}

/// Whether a word goes on with a type that has these words.
fn is_word(word: &str, before: &[&str]) -> bool {
    const BASIC: &[&str] = &[
        "void", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "_Bool",
        "__int128",
    ];
    let named = before.iter().any(|one| !is_qualifier(one));
    let tag = before.last().is_some_and(|last| ["struct", "union", "enum"].contains(last));
    is_qualifier(word)
        || tag
        || !named
        || BASIC.contains(&word)
            && before.iter().all(|one| BASIC.contains(one) || is_qualifier(one))
}

/// `<unnamed-signed:5>`: its bits, a type that holds it, and how many words it has.
fn narrow(tokens: &[Token]) -> Result<(u32, &'static str, usize), String> {
    use Token::{Constant, Mark, Name};
    let [Mark("<"), Name(unnamed), Mark("-"), Name(sign), Mark(":"), Constant(bits), Mark(">"), ..] =
        tokens
    else {
        return Err("a type in angle brackets".to_owned());
    };
    let sign = match (unnamed.as_str(), sign.as_str()) {
        ("unnamed", "signed") => "long long",
        ("unnamed", "unsigned") => "unsigned long long",
        _ => return Err(format!("the type <{unnamed}-{sign}>")),
    };
    match bits.parse() {
        Ok(bits) if bits < 64 => Ok((bits, sign, 7)),
        _ => Err(format!("an integer of {bits} bits")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    #[test]
    fn types_as_c_writes_them() {
        let check = |text: &str, expected: &str, rest: usize| {
            let tokens = tokens(text).unwrap();
            let (found, length) = read(&tokens).unwrap();
            assert_eq!((found.text.as_str(), tokens.len() - length), (expected, rest), "{text}");
        };
        check("long unsigned int x_3", "long unsigned int", 1);
        check("struct s * p", "struct s *", 1);
        check("unsigned char[40] *", "__typeof__(unsigned char[40]) *", 0);
        check("const char * const * {ref-all}", "const char * const *", 0);
        check("int[3][4] a", "__typeof__(int[3][4])", 1);
        check("size_t n", "size_t", 1);
        check("<unnamed-signed:5> _1", "long long", 1);
        for text in ["vector(4) int", "int (*<T1>) (int)", "<unnamed-type-x>"] {
            let read = read(&tokens(text).unwrap());
            assert!(read.as_ref().is_err() || text.starts_with("int"), "{text}: {read:?}");
        }
    }
}
