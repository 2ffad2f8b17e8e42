//! How the world of a program is spelled: declarations as text.

use std::fmt::Write as _;

use elenchus_lang::printer::Digits;
use elenchus_lang::target::FloatKind;

use super::world::{COUNTERS, Function, Global, Kind, Name, Shape, World, spelled};

impl World {
    /// Writes a declarator of a shape.
    fn declare(&self, out: &mut String, shape: &Shape, quals: &str, name: Name) {
        let (mut stars, mut dimensions) = (0, 0);
        let mut inner = shape;
        loop {
            inner = match inner {
                Shape::Array(of, _) => {
                    dimensions += 1;
                    of
                }
                Shape::Pointer(of) => {
                    stars += 1;
                    of
                }
                _ => break,
            };
        }
        *out += quals;
        match inner {
            Shape::Int(kind) => *out += spelled(*kind),
            Shape::Float(FloatKind::Float) => *out += "float",
            Shape::Float(FloatKind::LongDouble) => *out += "long double",
            Shape::Float(_) => *out += "double",
            Shape::Enum(index) => out.extend(["enum E", Digits::of(*index as u64).text()]),
            Shape::Struct(index) => {
                let keyword = self.structs[*index].kind.keyword();
                out.extend([keyword, " S", Digits::of(*index as u64).text()]);
            }
            Shape::Array(..) | Shape::Pointer(_) => unreachable!("both were taken off"),
        }
        out.push(' ');
        // A pointer to an array has parentheses; the star stands next to the name.
        let parens = stars > 0 && dimensions > 0;
        *out += if parens { "(" } else { "" };
        out.extend(std::iter::repeat_n('*', stars));
        name.write(out);
        *out += if parens { ")" } else { "" };
        let mut inner = shape;
        while let Shape::Array(of, _) | Shape::Pointer(of) = inner {
            if let Shape::Array(_, length) = inner {
                out.extend(["[", Digits::of(*length).text(), "]"]);
            }
            inner = of;
        }
    }

    pub fn types_text(&self) -> String {
        let mut text = self.types.clone();
        for (index, values) in self.enums.iter().enumerate() {
            let names: Vec<String> =
                values.iter().enumerate().map(|(i, v)| format!("E{index}_{i} = {v}")).collect();
            let _ = writeln!(text, "enum E{index} {{ {} }};", names.join(", "));
        }
        for (index, record) in self.structs.iter().enumerate() {
            let keyword = record.kind.keyword();
            let attribute = match record.kind {
                Kind::Packed => "__attribute__((packed)) ",
                _ => "",
            };
            let _ = writeln!(text, "{keyword} {attribute}S{index} {{");
            for member in &record.members {
                text += "    ";
                if let Some(align) = member.align {
                    text.extend(["_Alignas(", Digits::of(align).text(), ") "]);
                }
                self.declare(&mut text, &member.shape, "", member.name);
                if let Some(width) = member.width {
                    text.extend([" : ", Digits::of(width.into()).text()]);
                }
                text += ";\n";
            }
            text += "};\n";
        }
        text
    }

    pub fn declare_global(&self, out: &mut String, global: &Global) {
        let quals = match (global.constant, global.volatile) {
            (true, true) => "const volatile ",
            (true, false) => "const ",
            (false, true) => "volatile ",
            (false, false) => "",
        };
        self.declare(out, &global.shape, quals, global.name);
    }

    pub fn prototype(&self, out: &mut String, function: &Function) {
        *out += if function.is_static { "static " } else { "" };
        match &function.result {
            Some(shape) => self.declare(out, shape, "", function.name),
            None => {
                *out += "void ";
                function.name.write(out);
            }
        }
        out.push('(');
        for (at, (name, shape)) in function.params.iter().enumerate() {
            *out += if at > 0 { ", " } else { "" };
            self.declare(out, shape, "", *name);
        }
        *out += if function.params.is_empty() { "void)" } else { ")" };
    }

    /// Functions without what is to be written in them; `run` will call the tests.
    pub fn functions_text(&self) -> String {
        let mut text = String::new();
        for function in &self.functions {
            text += &function.before;
            self.prototype(&mut text, function);
            let body = function.body.as_deref().unwrap_or_default();
            text.extend([" {", body, "}\n"]);
        }
        text.push_str("static void run(void) {}\n");
        text
    }

    /// Statements about each scalar of each variable: `f` writes one, given the
    /// blanks before it and the scalar's name. How deep their loops are nested, too.
    pub fn each_scalar(&self, wanted: impl Fn(&Global) -> bool, f: &mut Writer) -> (String, usize) {
        let (mut text, mut name, mut loops) = (String::new(), String::new(), 0);
        for global in self.globals.iter().filter(|g| wanted(g)) {
            name.clear();
            global.name.write(&mut name);
            loops = loops.max(self.scalars(&mut text, &mut name, &global.shape, 0, f));
        }
        (text, loops)
    }

    fn scalars(
        &self,
        text: &mut String,
        name: &mut String,
        shape: &Shape,
        level: usize,
        f: &mut Writer,
    ) -> usize {
        const BLANKS: &str = "                                ";
        let indent = &BLANKS[..(4 * (level + 1)).min(BLANKS.len())];
        let length_of_name = name.len();
        let mut loops = level;
        match shape {
            Shape::Int(_) | Shape::Enum(_) | Shape::Float(_) => f(text, indent, name, shape),
            Shape::Pointer(_) => {}
            Shape::Array(of, length) => {
                let i = COUNTERS[level];
                let length = Digits::of(*length);
                let length = length.text();
                text.extend([
                    indent,
                    "for (",
                    i,
                    " = zero; ",
                    i,
                    " < ",
                    length,
                    "; ",
                    i,
                    "++) {\n",
                ]);
                name.extend(["[", i, "]"]);
                loops = self.scalars(text, name, of, level + 1, f);
                text.extend([indent, "}\n"]);
            }
            Shape::Struct(index) => {
                for member in &self.structs[*index].members {
                    name.push('.');
                    member.name.write(name);
                    loops = loops.max(self.scalars(text, name, &member.shape, level, f));
                    name.truncate(length_of_name);
                }
            }
        }
        name.truncate(length_of_name);
        loops
    }

    pub fn scalar_count(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::Int(_) | Shape::Enum(_) | Shape::Float(_) => 1,
            Shape::Pointer(_) => 0,
            Shape::Array(of, length) => length * self.scalar_count(of),
            Shape::Struct(index) => {
                self.structs[*index].members.iter().map(|m| self.scalar_count(&m.shape)).sum()
            }
        }
    }
}

/// Writes a statement about a scalar: into the text, after blanks, its name, its
/// type.
pub type Writer<'a> = dyn FnMut(&mut String, &str, &str, &Shape) + 'a;
