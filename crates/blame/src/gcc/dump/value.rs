//! Expressions of a dump, for C. Each has at most one operator; what stands left and right of
//! it is a variable, a constant, an address or a place in memory.

use super::names::Names;
use super::token::Token;
use super::types::{self, Type};

/// An operand as C writes it.
#[derive(Clone, Debug)]
pub struct Value {
    pub text: String,
    /// Sums with it count bytes.
    pub is_pointer: bool,
}

/// Reads one statement's words from left to right.
pub struct Words<'a> {
    pub tokens: &'a [Token],
    pub at: usize,
    pub names: &'a mut Names,
}

impl Words<'_> {
    pub fn next_is(&self, mark: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Mark(found)) if *found == mark)
    }

    pub fn take(&mut self, mark: &str) -> bool {
        let is = self.next_is(mark);
        self.at += usize::from(is);
        is
    }

    pub fn need(&mut self, mark: &str) -> Result<(), String> {
        if self.take(mark) { Ok(()) } else { Err(format!("no '{mark}' where there should be one")) }
    }

    fn word(&self) -> Option<&str> {
        match self.tokens.get(self.at) {
            Some(Token::Name(name)) => Some(name),
            _ => None,
        }
    }

    fn ty(&mut self) -> Result<Type, String> {
        let (found, length) = types::read(&self.tokens[self.at..])?;
        self.at += length;
        Ok(found)
    }

    /// The right side of an assignment to something of a type, if that is known.
    pub fn expression(&mut self, to: Option<&Type>) -> Result<String, String> {
        let is_bool = to.is_some_and(|to| to.text == "_Bool");
        for mark in ["~", "-", "!"] {
            let constant = matches!(self.tokens.get(self.at + 1), Some(Token::Constant(_)));
            if self.next_is(mark) && !constant {
                self.at += 1;
                let operand = self.operand()?.text;
                // The other one of two.
                return Ok(format!("{}{operand}", if is_bool && mark == "~" { "!" } else { mark }));
            }
        }
        let left = self.operand()?;
        let Some(Token::Mark(operator)) = self.tokens.get(self.at).cloned() else {
            return Ok(left.text);
        };
        if operator == "?" {
            return self.choice(&left.text);
        }
        if !OPERATORS.contains(&operator) {
            return Ok(left.text);
        }
        self.at += 1;
        let right = self.operand()?;
        let text = binary(&left, operator, &right, to);
        if self.next_is("?") { self.choice(&text) } else { Ok(text) }
    }

    fn choice(&mut self, condition: &str) -> Result<String, String> {
        self.need("?")?;
        let yes = self.operand()?.text;
        self.need(":")?;
        let no = self.operand()?.text;
        Ok(format!("({condition}) ? {yes} : {no}"))
    }

    pub fn operand(&mut self) -> Result<Value, String> {
        let mut value = self.primary()?;
        loop {
            if self.take(".") || self.next_is("->") {
                let arrow = self.take("->");
                let Some(Token::Name(member)) = self.tokens.get(self.at) else {
                    return Err("a member without a name".to_owned());
                };
                value.text += &format!("{}{member}", if arrow { "->" } else { "." });
                self.at += 1;
            } else if self.next_is("[") {
                self.at += 1;
                let index = self.operand()?.text;
                self.need("]")?;
                value.text += &format!("[{index}]");
            } else {
                return Ok(value);
            }
            // What is loaded is never added to at once.
            value.is_pointer = false;
        }
    }

    fn primary(&mut self) -> Result<Value, String> {
        let plain = |text: String| Value { text, is_pointer: false };
        match self.tokens.get(self.at).cloned() {
            Some(Token::Constant(text)) => {
                self.at += 1;
                Ok(plain(text))
            }
            Some(Token::Mark("-")) => {
                self.at += 1;
                Ok(plain(format!("-{}", self.primary()?.text)))
            }
            Some(Token::Mark("&")) => {
                self.at += 1;
                let place = self.operand()?.text;
                Ok(Value { text: format!("(&{place})"), is_pointer: true })
            }
            Some(Token::Mark("(")) => {
                self.at += 1;
                if self.word().is_some_and(|word| self.names.is_variable(word)) {
                    let text = self.expression(None)?;
                    self.need(")")?;
                    return Ok(plain(format!("({text})")));
                }
                let to = self.ty()?;
                self.need(")")?;
                self.cast(to)
            }
            Some(Token::Name(name)) => {
                self.at += 1;
                self.named(&name)
            }
            other => Err(format!("no value: {other:?}")),
        }
    }

    fn cast(&mut self, to: Type) -> Result<Value, String> {
        let operand = self.operand()?;
        // Conversion to fewer bits takes the lowest ones.
        let text = match to.text.as_str() {
            "_Bool" => format!("((_Bool)({} & 1))", operand.text),
            ty => format!("(({ty}){})", operand.text),
        };
        Ok(Value { text, is_pointer: to.is_pointer })
    }

    fn named(&mut self, name: &str) -> Result<Value, String> {
        match name {
            "_Literal" => {
                self.need("(")?;
                let to = self.ty()?;
                self.need(")")?;
                let operand = self.operand()?;
                Ok(Value {
                    text: format!("(({}){})", to.text, operand.text),
                    is_pointer: to.is_pointer,
                })
            }
            "__MEM" => {
                self.need("<")?;
                let of = self.ty()?;
                // What it is aligned to does not matter without optimisation.
                if self.take(",") {
                    self.at += 1;
                }
                self.need(">")?;
                self.need("(")?;
                let base = self.operand()?.text;
                let offset = if self.take("+") { self.operand()?.text } else { "0".to_owned() };
                self.need(")")?;
                place(&of, &base, &offset)
            }
            // The base first; what is added counts bytes.
            "MEM" if self.take("[") => {
                self.need("(")?;
                let to = self.ty()?;
                self.need(")")?;
                let of = to.text.strip_suffix(" *").ok_or("memory through no pointer")?.to_owned();
                let base = self.operand()?.text;
                let mut offset = "0".to_owned();
                while self.take("+") {
                    let term = self.operand()?.text;
                    let term = term.strip_suffix('B').unwrap_or(&term).to_owned();
                    let times = if self.take("*") { self.operand()?.text } else { "1".to_owned() };
                    offset += &format!(" + (long){term} * {times}");
                }
                self.need("]")?;
                place(&Type { text: of, is_pointer: false, bits: None }, &base, &offset)
            }
            "__VIEW_CONVERT" => {
                self.need("<")?;
                let to = self.ty()?;
                self.need(">")?;
                self.need("(")?;
                let from = self.operand()?.text;
                self.need(")")?;
                if to.bits.is_some() {
                    return Err("the bits of a bit-field".to_owned());
                }
                let ty = &to.text;
                let text = format!(
                    "({{ __typeof__({from}) from = {from}; {ty} to; \
                     __builtin_memcpy(&to, &from, sizeof to); to; }})"
                );
                Ok(Value { text, is_pointer: to.is_pointer })
            }
            "__MAX" | "__MIN" => {
                let [left, right] = self.pair()?;
                let order = if name == "__MAX" { ">" } else { "<" };
                let text = format!("({left} {order} {right} ? {left} : {right})");
                Ok(Value { text, is_pointer: false })
            }
            "__ABS" | "__ABSU" => {
                let operand = self.operand()?.text;
                Ok(Value {
                    text: format!("({operand} < 0 ? -{operand} : {operand})"),
                    is_pointer: false,
                })
            }
            _ if is_special(name) => Err(format!("the operation {name}")),
            _ if self.next_is("(") => {
                self.at += 1;
                let mut arguments = Vec::new();
                while !self.take(")") {
                    arguments.push(self.operand()?.text);
                    if !self.next_is(")") {
                        self.need(",")?;
                    }
                }
                let function = self.names.called(name);
                let text = format!("{function}({})", arguments.join(", "));
                Ok(Value { text, is_pointer: false })
            }
            _ => self.names.variable(name),
        }
    }

    fn pair(&mut self) -> Result<[String; 2], String> {
        self.need("(")?;
        let left = self.operand()?.text;
        self.need(",")?;
        let right = self.operand()?.text;
        self.need(")")?;
        Ok([left, right])
    }
}

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&&",
    "||",
];

/// gcc's own operations have names in capitals, or ones that no program has.
fn is_special(name: &str) -> bool {
    let stem = name.trim_start_matches('_');
    let capitals = stem.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit());
    name.starts_with("__") && capitals && !stem.is_empty()
        || ["ASSERT_EXPR", "MEM", "TARGET_MEM_REF", "VIEW_CONVERT_EXPR"].contains(&name)
}

fn place(of: &Type, base: &str, offset: &str) -> Result<Value, String> {
    if of.bits.is_some() {
        return Err("memory of a bit-field".to_owned());
    }
    let text = format!("(*(__typeof__({}) *)((char *){base} + (long)({offset})))", of.text);
    Ok(Value { text, is_pointer: false })
}

fn binary(left: &Value, operator: &str, right: &Value, to: Option<&Type>) -> String {
    let (a, b) = (&left.text, &right.text);
    match (operator, to) {
        ("+", Some(to)) if to.is_pointer => format!("({})((char *){a} + (long){b})", to.text),
        ("&" | "|" | "^", Some(to)) if to.is_pointer => {
            format!("({})((unsigned long){a} {operator} (unsigned long){b})", to.text)
        }
        ("-", _) if left.is_pointer && right.is_pointer => format!("(char *){a} - (char *){b}"),
        _ => format!("{a} {operator} {b}"),
    }
}
