//! A function of a dump as C with gotos: what joins the values of several paths becomes
//! copies where the paths leave.

use super::function::Function;
use super::names::{Names, in_c};
use super::token::{Token, tokens};
use super::types::{self, Type};
use super::value::Words;

/// A function that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    pub name: String,
    /// Its head without a body.
    pub head: String,
    pub text: String,
    /// Functions that it calls, by their names in the dump.
    pub calls: Vec<String>,
}

#[derive(Default)]
struct Block {
    number: u32,
    labels: Vec<String>,
    joins: Vec<Join>,
    lines: Vec<String>,
    end: Option<End>,
}

/// What a variable gets, by the block that was before.
struct Join {
    to: String,
    ty: Type,
    from: Vec<(u32, String)>,
}

enum End {
    Goto(u32),
    If(String, u32, u32),
    /// What is switched on; each case with its label.
    Switch(String, Vec<(String, String)>),
    Return(String),
}

/// The function as C; or what in it is not known.
pub fn read(function: &Function) -> Result<Read, String> {
    let mut names = Names::default();
    let (result, rest) = types::read(&tokens(&function.result)?)?;
    if rest != tokens(&function.result)?.len() || result.bits.is_some() {
        return Err(format!("the type {}", function.result));
    }
    let mut parameters = Vec::new();
    for parameter in &function.parameters {
        let (name, ty) = declared(parameter)?;
        parameters.push(format!("{} {}", ty.text, in_c(&name)));
        names.parameter(&name, ty)?;
    }
    let first = function.lines.iter().position(|line| line.starts_with("__BB("));
    let (head, body) = function.lines.split_at(first.ok_or("no block")?);
    let mut variables = String::new();
    for line in head.iter().filter(|line| !line.is_empty()) {
        let (name, ty) = declared(line.trim_end_matches(';'))?;
        let is_value = name.starts_with('_') && name[1..].bytes().all(|c| c.is_ascii_digit());
        if !is_value {
            variables += &format!("  {} {};\n", ty.text, in_c(&name));
        }
        names.declare(&name, ty)?;
    }
    let blocks = blocks(&tokens(&body.join("\n"))?, &mut names)?;
    let mut text = String::new();
    for (at, block) in blocks.iter().enumerate() {
        emit(block, blocks.get(at + 1), &blocks, &mut text)?;
    }
    for (name, ty) in names.values() {
        variables += &format!("  {} {name};\n", ty.text);
    }
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let head = format!("{} {}({parameters})", result.text, in_c(&function.name));
    let text = format!("{head}\n{{\n{variables}{text}}}\n");
    Ok(Read { name: function.name.clone(), head, text, calls: names.calls })
}

/// `struct s * p`, `int a[4]`: a name and its type.
fn declared(text: &str) -> Result<(String, Type), String> {
    let tokens = tokens(text)?;
    let (mut ty, at) = types::read(&tokens)?;
    let Some(Token::Name(name)) = tokens.get(at) else {
        return Err(format!("the declaration {text}"));
    };
    let mut lengths = String::new();
    let mut rest = &tokens[at + 1..];
    while let [Token::Mark("["), Token::Constant(length), Token::Mark("]"), after @ ..] = rest {
        lengths += &format!("[{length}]");
        rest = after;
    }
    if !rest.is_empty()
        || ["static", "extern", "register"].iter().any(|word| text.starts_with(word))
    {
        return Err(format!("the declaration {text}"));
    }
    if !lengths.is_empty() {
        ty = Type {
            text: format!("__typeof__({}{lengths})", ty.text),
            is_pointer: false,
            bits: None,
        };
    }
    Ok((name.clone(), ty))
}

fn blocks(all: &[Token], names: &mut Names) -> Result<Vec<Block>, String> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut rest = all;
    while !rest.is_empty() {
        use Token::{Constant, Mark, Name};
        match rest {
            [Name(word), Mark("("), Constant(number), ..] if word == "__BB" => {
                let number = number.parse().map_err(|_| format!("the block {number}"))?;
                blocks.push(Block { number, ..Block::default() });
                rest = after(rest, ":")?;
                continue;
            }
            [Name(label), Mark(":"), ..] => {
                let block = blocks.last_mut().ok_or("a label before all blocks")?;
                block.labels.push(label.clone());
                rest = &rest[2..];
                continue;
            }
            [Name(word), ..] if word == "GIMPLE_NOP" => {
                rest = &rest[1..];
                continue;
            }
            // A note about a call.
            [Mark("["), Name(word), ..] if ["tail", "return", "must"].contains(&word.as_str()) => {
                rest = after(rest, "]")?;
                continue;
            }
            _ => {}
        }
        let block = blocks.last_mut().ok_or("a statement before all blocks")?;
        if block.end.is_some() {
            return Err("a statement after the end of a block".to_owned());
        }
        let first = match &rest[0] {
            Name(word) => word.as_str(),
            _ => "",
        };
        let mut words = Words { tokens: rest, at: 1, names };
        match first {
            "goto" => {
                block.end = Some(End::Goto(target(&mut words)?));
                words.need(";")?;
            }
            "if" => {
                words.need("(")?;
                let condition = words.expression(None)?;
                words.need(")")?;
                let yes = jump(&mut words)?;
                if !matches!(words.tokens.get(words.at), Some(Name(word)) if word == "else") {
                    return Err("a condition without an else".to_owned());
                }
                words.at += 1;
                block.end = Some(End::If(condition, yes, jump(&mut words)?));
            }
            "switch" => block.end = Some(switch(&mut words)?),
            "return" => {
                let value =
                    if words.next_is(";") { String::new() } else { words.expression(None)? };
                words.need(";")?;
                block.end = Some(End::Return(value));
            }
            _ => {
                words.at = 0;
                statement(&mut words, block)?;
                words.need(";")?;
            }
        }
        let at = words.at;
        rest = &rest[at..];
    }
    Ok(blocks)
}

/// What stands behind the next such mark outside of brackets.
fn after<'a>(tokens: &'a [Token], mark: &str) -> Result<&'a [Token], String> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Mark("(") => depth += 1,
            Token::Mark(")") => depth -= 1,
            Token::Mark(found) if *found == mark && depth == 0 => return Ok(&tokens[at + 1..]),
            _ => {}
        }
    }
    Err(format!("no '{mark}' where there should be one"))
}

/// `goto __BB3(guessed(7));`
fn jump(words: &mut Words) -> Result<u32, String> {
    words.at += 1;
    let to = target(words)?;
    words.need(";")?;
    Ok(to)
}

/// `__BB3(guessed(7))`: how likely it is does not matter.
fn target(words: &mut Words) -> Result<u32, String> {
    let Some(Token::Name(name)) = words.tokens.get(words.at) else {
        return Err("a jump to nowhere".to_owned());
    };
    let number = name.strip_prefix("__BB").and_then(|number| number.parse().ok());
    let number = number.ok_or_else(|| format!("a jump to {name}"))?;
    words.at += 1;
    if words.next_is("(") {
        let mut depth = 0;
        while let Some(token) = words.tokens.get(words.at) {
            depth += match token {
                Token::Mark("(") => 1,
                Token::Mark(")") => -1,
                _ => 0,
            };
            words.at += 1;
            if depth == 0 {
                break;
            }
        }
    }
    Ok(number)
}

/// `switch (x) {default: L4; case 1: L0; case 2 ... 3: L1; }`
fn switch(words: &mut Words) -> Result<End, String> {
    words.need("(")?;
    let on = words.expression(None)?;
    words.need(")")?;
    words.need("{")?;
    let mut cases = Vec::new();
    while !words.take("}") {
        let Some(Token::Name(word)) = words.tokens.get(words.at) else {
            return Err("a switch without cases".to_owned());
        };
        let mut case = word.clone();
        words.at += 1;
        if case == "case" {
            case += &format!(" {}", words.operand()?.text);
            if words.take("...") {
                case += &format!(" ... {}", words.operand()?.text);
            }
        }
        words.need(":")?;
        let Some(Token::Name(label)) = words.tokens.get(words.at) else {
            return Err("a case without a label".to_owned());
        };
        cases.push((case, label.clone()));
        words.at += 1;
        words.need(";")?;
    }
    Ok(End::Switch(on, cases))
}

/// An assignment or a call.
fn statement(words: &mut Words, block: &mut Block) -> Result<(), String> {
    let to_type = match &words.tokens[0] {
        Token::Name(name) if matches!(words.tokens.get(1), Some(Token::Mark("="))) => {
            words.names.type_of(name).cloned()
        }
        _ => None,
    };
    let to = words.operand()?.text;
    if !words.take("=") {
        block.lines.push(to);
        return Ok(());
    }
    // `={v}`: what is volatile is declared so.
    if let [Token::Mark("{"), Token::Name(v), Token::Mark("}"), ..] = &words.tokens[words.at..] {
        words.at += if v == "v" { 3 } else { 0 };
    }
    match &words.tokens[words.at..] {
        [Token::Name(phi), Token::Mark("("), ..] if phi == "__PHI" => {
            words.at += 2;
            let ty = to_type.ok_or("paths that join in no variable")?;
            let mut from = Vec::new();
            while !words.take(")") {
                let before = target(words)?;
                words.need(":")?;
                from.push((before, words.operand()?.text));
                if !words.next_is(")") {
                    words.need(",")?;
                }
            }
            block.joins.push(Join { to, ty, from });
            Ok(())
        }
        // Nothing but zeros; or the end of a variable's life.
        [Token::Name(literal), Token::Mark("("), ..] if literal == "_Literal" => {
            let open = words.tokens[words.at..].iter().position(|token| *token == Token::Mark("{"));
            let end = words.tokens[words.at..].iter().position(|token| *token == Token::Mark(";"));
            match (open, end) {
                (Some(open), Some(end)) if open < end => {
                    let inside = &words.tokens[words.at + open + 1..words.at + end];
                    match inside {
                        [Token::Mark("}")] => {
                            let zeros = format!("__builtin_memset((void *)&{to}, 0, sizeof({to}))");
                            block.lines.push(zeros);
                        }
                        [Token::Name(clobber), ..] if clobber == "CLOBBER" => {}
                        _ => return Err("a value with several parts".to_owned()),
                    }
                    words.at += end;
                    Ok(())
                }
                _ => assign(words, block, &to, to_type),
            }
        }
        _ => assign(words, block, &to, to_type),
    }
}

fn assign(words: &mut Words, block: &mut Block, to: &str, ty: Option<Type>) -> Result<(), String> {
    let value = words.expression(ty.as_ref())?;
    let value = match ty {
        Some(Type { text, bits: Some(bits), .. }) => {
            format!("({{ struct {{ {text} v : {bits}; }} narrow; narrow.v = {value}; narrow.v; }})")
        }
        _ => value,
    };
    block.lines.push(format!("{to} = {value}"));
    Ok(())
}

fn emit(
    block: &Block,
    next: Option<&Block>,
    all: &[Block],
    out: &mut String,
) -> Result<(), String> {
    *out += &format!("block_{}:;\n", block.number);
    for line in &block.lines {
        *out += &format!("  {line};\n");
    }
    match &block.end {
        Some(End::Goto(to)) => *out += &format!("  {}\n", edge(block, *to, all)?),
        Some(End::If(condition, yes, no)) => {
            let (yes, no) = (edge(block, *yes, all)?, edge(block, *no, all)?);
            *out += &format!("  if ({condition}) {yes} else {no}\n");
        }
        Some(End::Switch(on, cases)) => {
            *out += &format!("  switch ({on}) {{\n");
            for (case, label) in cases {
                let to = all.iter().find(|block| block.labels.contains(label));
                let to = to.ok_or_else(|| format!("the label {label} of no block"))?;
                *out += &format!("  {case}: {}\n", edge(block, to.number, all)?);
            }
            *out += "  }\n";
        }
        Some(End::Return(value)) => *out += &format!("  return {value};\n"),
        None => {
            // Nobody comes from here where nothing is said of this path: a call that does
            // not come back.
            let comes = |next: &Block| {
                next.joins.iter().all(|join| join.from.iter().any(|from| from.0 == block.number))
            };
            *out += &match next {
                Some(next) if comes(next) => format!("  {}\n", edge(block, next.number, all)?),
                _ => "  __builtin_trap();\n".to_owned(),
            };
        }
    }
    Ok(())
}

/// A path from a block to another. All values are taken before any is given.
fn edge(from: &Block, to: u32, all: &[Block]) -> Result<String, String> {
    let target = all.iter().find(|block| block.number == to);
    let target = target.ok_or_else(|| format!("a jump to the block {to}, which is not there"))?;
    let (mut take, mut give) = (String::new(), String::new());
    for (at, Join { to, ty, from: values }) in target.joins.iter().enumerate() {
        let value = values.iter().find(|(before, _)| *before == from.number);
        let (_, value) =
            value.ok_or_else(|| format!("no value of {to} from the block {}", from.number))?;
        take += &format!("{} take_{at} = {value}; ", ty.text);
        give += &format!("{to} = take_{at}; ");
    }
    Ok(format!("{{ {take}{give}goto block_{}; }}", target.number))
}
