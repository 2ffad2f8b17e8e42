//! The finished program as text, in one file or several.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use elenchus_lang::printer::{Options, Parens, Text};
use elenchus_lang::tree::{Item, Program};

use super::drive::Written;
use super::state::Role;
use super::world::{COUNTERS, Global, Shape, World};
use super::{Check, FloatMode, Layout, Settings};

/// What every program begins with, by name. `zero` is 0, but no compiler knows, nor
/// where `mixer` points to: what stands around a program is not worth to be
/// optimised, and took up to half of the time of a compilation when it was inlined
/// and unrolled. Each value that is hashed changes all that follows.
const HEAD: [(&str, &str); 4] = [
    ("printf", "int printf(const char *, ...);\n"),
    ("zero", "volatile int zero = 0;\n"),
    ("checksum", "static unsigned long long checksum = 14695981039346656037ULL;\n"),
    (
        "hash",
        "static void mix(unsigned long long value) {\n\
        \x20   checksum = (checksum ^ checksum >> 32 ^ value) * 1099511628211ULL;\n}\n\
        static void (*volatile mixer)(unsigned long long) = mix;\n",
    ),
];

/// The same as `mix` of the program.
pub fn hash(checksum: u64, value: u64) -> u64 {
    (checksum ^ checksum >> 32 ^ value).wrapping_mul(1_099_511_628_211)
}

/// Where it begins.
pub const HASH: u64 = 14_695_981_039_346_656_037;

/// What stands around the program proper. It neither changes its variables nor is
/// it executed while the program is written.
#[derive(Clone, Debug)]
pub struct Frame {
    setup: String,
    finish: String,
    /// About how many steps it takes.
    pub steps: u64,
}

impl Frame {
    pub fn new(world: &World) -> Frame {
        // What is not static another file could change: nobody knows its value, unless
        // all files are seen at once (-flto, -fwhole-program).
        let hidden =
            |g: &Global| g.is_static && !g.constant && !g.volatile && g.role != Role::Output;
        let steps = world.globals.iter().map(|global| {
            let visits = u64::from(hidden(global)) + u64::from(changes(global));
            visits * world.scalar_count(&global.shape)
        });
        Frame { setup: setup(world, hidden), finish: finish(world), steps: 2 * steps.sum::<u64>() }
    }

    pub fn bytes(&self) -> usize {
        self.setup.len() + self.finish.len()
    }
}

/// The inputs as no compiler knows them.
fn setup(world: &World, hidden: impl Fn(&Global) -> bool) -> String {
    let (body, loops) = world.each_scalar(hidden, &mut |text, indent, name, shape| {
        let op = if matches!(shape, Shape::Float(_)) { " += " } else { " ^= " };
        text.extend([indent, name, op, "zero;\n"]);
    });
    function("setup", loops, &body)
}

/// All variables that may have changed go into the answer.
fn finish(world: &World) -> String {
    let (body, loops) = world.each_scalar(changes, &mut |text, indent, name, shape| {
        let cast = match shape {
            Shape::Float(_) => "(unsigned long long)(long long)",
            _ => "(unsigned long long)",
        };
        text.extend([indent, "hash(", cast, name, ");\n"]);
        if shape.is_wide() {
            let _ = writeln!(text, "{indent}hash({cast}({name} >> 64));");
        }
    });
    let hash = "    void (*hash)(unsigned long long) = mixer;\n";
    function("finish", loops, &if body.is_empty() { body } else { hash.to_string() + &body })
}

pub fn changes(global: &Global) -> bool {
    !global.constant && !matches!(global.role, Role::Input | Role::Guarded)
}

/// A function of the frame, with counters for its loops; none if it has nothing to do.
fn function(name: &str, loops: usize, body: &str) -> String {
    if body.is_empty() {
        return String::new();
    }
    let mut text = String::with_capacity(body.len() + 64);
    text.extend(["static void ", name, "(void) {\n"]);
    if loops > 0 {
        text.extend(["    int ", &COUNTERS[..loops].join(", "), ";\n"]);
    }
    text.extend([body, "}\n"]);
    text
}

/// The `main` of the finished program.
fn main_text(settings: &Settings, written: &Written) -> String {
    let tolerant = &written.world.tolerant;
    let call = if tolerant.is_empty() { "" } else { "    tolerant();\n" };
    let setup = if written.frame.setup.is_empty() { "" } else { "    setup();\n" };
    let mut text = format!("{tolerant}int main(void) {{\n{setup}    run();\n{call}");
    let print = !settings.freestanding;
    match settings.check {
        Check::Checksum => {
            text += "    finish();\n    printf(\"checksum = %llx\\n\", checksum);\n    return 0;\n";
        }
        Check::Expected => {
            text += "    finish();\n";
            let _ = writeln!(text, "    return checksum != {}ULL;", written.checksum);
        }
        Check::Values => {
            text.insert_str(0, "static int bad = 0;\n");
            for (name, value) in &written.values {
                let ok =
                    if print { format!(" else printf(\"OK {name}\\n\");") } else { String::new() };
                let ng = if print { format!(" printf(\"NG {name}\\n\");") } else { String::new() };
                let _ = writeln!(text, "    if ({name} != {value}) {{ bad = 1;{ng} }}{ok}");
            }
            text += "    return bad;\n";
        }
    }
    text + "}\n"
}

/// Where a part of a program goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A type.
    Type,
    Global,
    /// A function of the program proper.
    Function,
    /// What calls it and hashes its variables.
    Frame,
}

/// Lines longer than this are broken.
const WIDTH: usize = 100;

/// Room is made for so many bytes of text at most.
const MOST_ROOM: u64 = 1 << 20;

fn head(settings: &Settings, seed: u64) -> String {
    format!("/* elenchus generate --preset {} --seed {seed} */\n", settings.preset.name())
}

/// A text that is empty so far.
fn new_text<'p>(settings: &Settings, program: &'p Program) -> Text<'p> {
    let room = settings.size.min(MOST_ROOM) as usize;
    Text::new(program, Options { parens: Parens::AsWritten }, WIDTH, room + room / 8)
}

/// Writes what stands before the functions; where each part is.
fn declare(settings: &Settings, world: &World, text: &mut Text<'_>) -> Vec<(Part, Range<usize>)> {
    let mut parts = Vec::new();
    let mut add = |part: Part, lines: &str| {
        let start = text.len();
        text.lines(lines);
        parts.push((part, start..text.len()));
    };
    for (name, lines) in HEAD {
        if needs(settings, name) {
            add(Part::Frame, lines);
        }
    }
    let types = world.types_text();
    for (part, lines) in [(Part::Type, &types), (Part::Global, &world.globals_text)] {
        match settings.language.has_bool_keyword() {
            true => add(part, &lines.replace("_Bool", "bool")),
            false => add(part, lines),
        }
    }
    parts
}

/// The same in one file, with its head. The program has nothing yet.
pub fn opening(settings: &Settings, world: &World, seed: u64, program: &Program) -> String {
    let mut text = new_text(settings, program);
    text.lines(&head(settings, seed));
    declare(settings, world, &mut text);
    text.finish()
}

/// The files of a program.
pub fn files(settings: &Settings, written: &Written, seed: u64) -> Vec<(String, String)> {
    let p = &*written.program;
    let items = &p.units[0].items;
    let mut text = new_text(settings, p);
    let mut parts: Vec<(Part, &str, Range<usize>)> = Vec::with_capacity(items.len() + 8);
    match (settings.layout, &written.opening) {
        (Layout::Single, Some(opening)) => text.lines(&opening.text),
        _ => {
            let before = declare(settings, &written.world, &mut text);
            parts.extend(before.into_iter().map(|(part, at)| (part, "", at)));
        }
    }
    let mut add = |part: Part, name, write: &dyn Fn(&mut Text<'_>)| {
        if needs(settings, name) {
            let start = text.len();
            write(&mut text);
            parts.push((part, name, start..text.len()));
        }
    };
    // Declarations that stand before a function are for it.
    let mut own: Vec<Item> = Vec::new();
    for &item in items {
        let function = match item {
            Item::Function(function) => function,
            Item::Declaration(group) if p.groups[group].span.start >= written.functions_at => {
                own.push(item);
                continue;
            }
            _ => continue,
        };
        let decl = p.functions[function].decl;
        let name = p.name(p.decls[decl].name);
        let is_used = written.used.contains(&decl);
        let part = match name {
            "main" => continue,
            "run" => Part::Frame,
            _ => Part::Function,
        };
        if is_used || part == Part::Frame {
            own.drain(..).for_each(|item| add(Part::Function, "", &|text| text.item(item)));
            add(part, name, &|text| text.item(item));
        } else if !own.is_empty() && is_whole(&written.world, name) {
            own.clear();
        }
    }
    add(Part::Frame, "setup", &|text| text.lines(&written.frame.setup));
    add(Part::Frame, "finish", &|text| text.lines(&written.frame.finish));
    add(Part::Frame, "main", &|text| text.lines(&main_text(settings, written)));
    let text = text.finish();
    match settings.layout {
        Layout::Single => vec![("program.c".into(), text)],
        Layout::Split | Layout::Shared => {
            let parts: Vec<(Part, &str, &str)> =
                parts.into_iter().map(|(part, name, at)| (part, name, &text[at])).collect();
            split(settings, written, &head(settings, seed), &parts)
        }
    }
}

/// Whether a function is one of the program, and not one that such a one brings along.
fn is_whole(world: &World, name: &str) -> bool {
    world.functions.iter().any(|function| function.name.to_string() == name)
}

/// Whether the chosen way to check needs a part of the frame.
fn needs(settings: &Settings, name: &str) -> bool {
    let values = settings.check == Check::Values;
    match name {
        "printf" => {
            let tolerant = settings.float == FloatMode::Tolerant;
            !settings.freestanding && (tolerant || settings.check != Check::Expected)
        }
        "hash" | "checksum" | "finish" => !values,
        _ => true,
    }
}

/// Types and declarations, the functions under test, and what drives them:
/// no compiler sees the values of the variables and the code at once.
fn split(
    settings: &Settings,
    written: &Written,
    head: &str,
    parts: &[(Part, &str, &str)],
) -> Vec<(String, String)> {
    let of = |wanted: Part| -> String {
        parts.iter().filter(|(part, ..)| *part == wanted).map(|(_, _, text)| *text).collect()
    };
    let mut header = format!("{head}{}", of(Part::Type));
    for global in &written.world.globals {
        header += "extern ";
        written.world.declare_global(&mut header, global);
        header += ";\n";
    }
    for function in &written.world.functions {
        let own = function.name.to_string();
        let is_used = parts.iter().any(|(part, name, _)| *part == Part::Function && *name == own);
        if is_used {
            written.world.prototype(&mut header, function);
            header += ";\n";
        }
    }
    if settings.language.has_bool_keyword() {
        header = header.replace("_Bool", "bool");
    }
    let include = "#include \"program.h\"\n";
    let build = match settings.layout {
        Layout::Shared => {
            "libtests.so: tests.c program.h\n\t$(CC) $(CFLAGS) -fPIC -shared tests.c -o $@\n\
            program: driver.c libtests.so\n\t$(CC) $(CFLAGS) driver.c ./libtests.so -o $@\n"
        }
        _ => {
            "program: driver.o tests.o\n\t$(CC) $(CFLAGS) driver.o tests.o -o $@\n\
            driver.o tests.o: program.h\n"
        }
    };
    vec![
        ("program.h".into(), header),
        ("tests.c".into(), format!("{head}{include}{}", of(Part::Function))),
        ("driver.c".into(), format!("{head}{include}{}{}", of(Part::Global), of(Part::Frame))),
        ("Makefile".into(), format!("all: program\n{build}")),
    ]
}

/// The texts that a machine takes: the header in its place.
pub fn units(files: &[(String, String)]) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
    let header = files.iter().find(|(name, _)| name == "program.h");
    let sources = files.iter().filter(|(name, _)| name.ends_with(".c"));
    sources.map(move |(name, text)| {
        let text = match header {
            Some((_, header)) => text.replacen("#include \"program.h\"\n", header, 1).into(),
            None => text.into(),
        };
        (name.as_str(), text)
    })
}
