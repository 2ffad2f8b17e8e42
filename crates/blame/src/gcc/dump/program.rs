//! A program with one function as a pass has left it.

use std::collections::BTreeMap;
use std::ops::Range;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{self, Item};

use super::body::Read;

/// The text of a program that is one file, preprocessed, and where its functions have their
/// bodies.
pub struct Whole {
    text: Vec<u8>,
    bodies: BTreeMap<String, Range<usize>>,
}

impl Whole {
    /// Nothing if it cannot be parsed.
    pub fn new(text: Vec<u8>, target: &'static Target, language: Language) -> Option<Whole> {
        let mut program = tree::Program::new(target, language);
        if !parse_unit(&mut program, "program.c", &text).accepted() {
            return None;
        }
        let mut bodies = BTreeMap::new();
        for item in program.units.iter().flat_map(|unit| &unit.items) {
            let Item::Function(id) = item else { continue };
            let function = &program.functions[*id];
            let span = program.stmts[function.body].span;
            let name = program.name(program.decls[function.decl].name).to_owned();
            bodies.insert(name, span.start as usize..span.end as usize);
        }
        Some(Whole { text, bodies })
    }

    pub fn has(&self, function: &str) -> bool {
        self.bodies.contains_key(function)
    }

    /// The program with another body for a function, and with those functions that only gcc
    /// knows and that it calls. `others` are all functions of the same dump. An error says
    /// what is missing.
    pub fn with(&self, function: &Read, others: &[Read]) -> Result<Vec<u8>, String> {
        let mut clones: Vec<&Read> = Vec::new();
        let mut open = vec![function];
        while let Some(one) = open.pop() {
            for call in one.calls.iter().filter(|call| call.contains('.')) {
                if *call == function.name || clones.iter().any(|clone| clone.name == *call) {
                    continue;
                }
                let clone = others.iter().find(|other| other.name == *call);
                let clone = clone.ok_or_else(|| format!("{call} is not read"))?;
                clones.push(clone);
                open.push(clone);
            }
        }
        let body = self.bodies.get(&function.name);
        let body = body.ok_or_else(|| format!("{} is not in the program", function.name))?;
        let mut out = self.text[..body.start].to_vec();
        // The head stays as it was written; the rest of the program comes before the body, so
        // that all that it uses is declared there.
        out.extend_from_slice(b";");
        out.extend_from_slice(&self.text[body.end..]);
        out.extend_from_slice(b"\n");
        for clone in &clones {
            out.extend_from_slice(format!("static {};\n", clone.head).as_bytes());
        }
        for clone in &clones {
            out.extend_from_slice(format!("static {}\n", clone.text).as_bytes());
        }
        out.extend_from_slice(function.text.as_bytes());
        Ok(out)
    }
}
