//! The finished program as text.

use std::fmt::Write as _;

use elenchus_lang::printer;
use elenchus_lang::tree::Item;

use super::drive::Written;
use super::state::Role;
use super::world::{Global, Shape, World};
use super::{Check, Settings};

/// How an answer is put together: each value changes all that follows.
const HASH: &str = "\
static unsigned long long checksum = 14695981039346656037ULL;
static void hash(unsigned long long value)
{
    checksum = (checksum ^ value) * 1099511628211ULL;
    checksum ^= checksum >> 32;
}
";

/// What every program begins with. `zero` is 0, but no compiler knows.
pub fn runtime(printf: bool) -> String {
    let mut text = String::new();
    if printf {
        text += "int printf(const char *, ...);\n";
    }
    text += "volatile int zero = 0;\n";
    text += HASH;
    text
}

/// The inputs as no compiler knows them.
fn setup(world: &World) -> String {
    let hidden = |g: &Global| !g.constant && !g.volatile && g.role != Role::Output;
    let body = world.each_scalar(hidden, &mut |text, name, shape| {
        let _ = match shape {
            Shape::Enum(_) | Shape::Int(_) => writeln!(text, "{name} ^= zero;"),
            Shape::Float(_) => writeln!(text, "{name} += zero;"),
            _ => Ok(()),
        };
    });
    function("setup", &body)
}

/// All variables that may have changed go into the answer.
fn finish(world: &World) -> String {
    let changed = |g: &Global| !g.constant && g.role != Role::Input;
    let body = world.each_scalar(changed, &mut |text, name, shape| {
        let through = if matches!(shape, Shape::Float(_)) { "(long long)" } else { "" };
        let _ = writeln!(text, "hash((unsigned long long){through}{name});");
    });
    function("finish", &body)
}

fn function(name: &str, body: &str) -> String {
    let mut counters: Vec<&str> = ["i", "j", "k", "l", "m", "n"]
        .into_iter()
        .filter(|i| body.contains(&format!("({i} = ")))
        .collect();
    counters.sort_unstable();
    let mut text = format!("static void {name}(void)\n{{\n");
    if !counters.is_empty() {
        let _ = writeln!(text, "int {};", counters.join(", "));
    }
    text + body + "}\n"
}

/// The frame in which a program is written.
pub fn live_main(world: &World) -> String {
    format!("{}{}{}", setup(world), finish(world), main_text(Check::Checksum, 0))
}

fn main_text(check: Check, expected: u64) -> String {
    let last = match check {
        Check::Checksum => "printf(\"checksum = %llx\\n\", checksum);\nreturn 0;".to_string(),
        Check::Expected => format!("return checksum != {expected}ULL;"),
    };
    format!("int main(void)\n{{\nsetup();\nrun();\nfinish();\n{last}\n}}\n")
}

/// The files of a program.
pub fn files(settings: &Settings, written: &Written, seed: u64) -> Vec<(String, String)> {
    let p = &*written.program;
    let mut text =
        format!("/* elenchus generate --preset {} --seed {seed} */\n", settings.preset.name());
    let mut body = String::new();
    let checks = settings.check == Check::Checksum;
    for item in &p.units[0].items {
        if let Item::Function(function) = *item {
            let decl = p.functions[function].decl;
            let name = p.name(p.decls[decl].name);
            if name == "main" {
                body += &printed(&main_text(settings.check, written.checksum));
                continue;
            }
            let ours = ["hash", "setup", "finish", "run"].contains(&name);
            if !ours && !written.used.contains(&decl) {
                continue;
            }
        }
        if let Item::Declaration(group) = *item {
            let declared = &p.decl_lists[p.groups[group].decls];
            let is_printf = declared.first().is_some_and(|&d| p.name(p.decls[d].name) == "printf");
            if is_printf && !checks {
                continue;
            }
        }
        body += &printer::print_item(p, *item);
        body.push('\n');
    }
    text += &broken(&body);
    vec![("program.c".into(), text)]
}

fn printed(text: &str) -> String {
    text.to_string()
}

/// Lines longer than this are broken.
const WIDTH: usize = 100;

/// Breaks long lines at spaces outside of literals.
fn broken(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    for line in text.lines() {
        if line.len() <= WIDTH {
            out += line;
            out.push('\n');
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let mut column = 0;
        let mut quoted = false;
        for (at, word) in line.split(' ').enumerate() {
            if at > 0 {
                if column + 1 + word.len() > WIDTH && !quoted && column > indent {
                    out.push('\n');
                    out.extend(std::iter::repeat_n(' ', indent + 8));
                    column = indent + 8;
                } else {
                    out.push(' ');
                    column += 1;
                }
            }
            out += word;
            column += word.len();
            quoted ^= word.matches('"').count() % 2 == 1;
        }
        out.push('\n');
    }
    out
}
