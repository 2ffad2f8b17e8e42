//! The tree as C text.
//!
//! The text parses back to the same tree: types come out as they were
//! written, implicit conversions and implicit declarations are left out, and
//! parentheses stand only where the grammar needs them.
//!
//! - [`types`](self): specifiers, declarators, bodies of structs and enums;
//! - `declarations`: groups, functions, attributes, initialisers;
//! - `expressions`, with the one table of precedences;
//! - `literals`: constants and strings;
//! - `fragment`: pieces for edits of a text that stands;
//! - `text`: items and other lines one after another, none of them too long;
//! - `statements`.
//!
//! The printer recurses with the tree: callers that print trees of unknown
//! depth run it on a large stack.

mod declarations;
mod expressions;
pub(crate) mod fragment;
mod literals;
mod statements;
#[cfg(test)]
mod tests;
mod text;
mod types;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::symbol::Symbol;
use crate::tree::{ExprId, GroupId, Item, Program, StmtId};
use crate::types::{EnumId, RecordId, TypeId};
use expressions::{Infix, Level};
pub use literals::Digits;
pub use text::Text;

/// Where parentheses are printed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Parens {
    /// Where the grammar needs them.
    #[default]
    Minimal,
    /// Also where they stood in the source.
    AsWritten,
}

#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    pub parens: Parens,
}

/// A whole translation unit; empty if there is no such unit.
pub fn print(program: &Program, unit: usize) -> String {
    print_with(program, unit, Options::default())
}

pub fn print_with(program: &Program, unit: usize, options: Options) -> String {
    let Some(unit) = program.units.get(unit) else { return String::new() };
    twice_if_needed(program, options, |printer| printer.items(&unit.items))
}

/// One declaration, `;` included.
pub fn print_group(program: &Program, group: GroupId) -> String {
    twice_if_needed(program, Options::default(), |printer| printer.group(group))
}

pub fn print_stmt(program: &Program, stmt: StmtId) -> String {
    twice_if_needed(program, Options::default(), |printer| printer.stmt(stmt))
}

pub fn print_expr(program: &Program, expr: ExprId) -> String {
    twice_if_needed(program, Options::default(), |printer| printer.expr(expr, 0))
}

/// A type's name as messages show it: no bodies, and untagged types are
/// `struct <unnamed>`.
pub fn print_type(program: &Program, ty: TypeId) -> String {
    let mut printer = Printer::new(program, Options::default());
    printer.naming = Naming::Message;
    printer.type_name(ty);
    printer.finish()
}

/// An untagged struct that is mentioned apart from its body needs a tag after
/// all. Which ones is known only at the end: then all is printed again.
fn twice_if_needed(program: &Program, options: Options, run: impl Fn(&mut Printer)) -> String {
    let mut printer = Printer::new(program, options);
    run(&mut printer);
    if printer.wanted.is_empty() {
        return printer.finish();
    }
    let mut again = Printer::new(program, options);
    again.tagged = printer.wanted;
    run(&mut again);
    again.finish()
}

/// What has a tag and a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Tagged {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// Bodies are printed where they stand, tags are invented where needed.
    Source,
    Message,
}

struct Printer<'a> {
    program: &'a Program,
    options: Options,
    naming: Naming,
    /// Text, as bytes: digits need not be looked at again.
    out: Vec<u8>,
    /// Where what is printed now starts in `out`.
    start: usize,
    /// In levels.
    indent: usize,
    /// Where the current line starts in `out`.
    line_start: usize,
    /// Longer lines are broken.
    width: usize,
    /// Bodies printed so far: a second one would be an error.
    defined: FxHashSet<Tagged>,
    /// Untagged types whose invented tag was used, with its number.
    wanted: FxHashMap<Tagged, usize>,
    /// Those of the run before: their bodies get the tag.
    tagged: FxHashMap<Tagged, usize>,
    /// Text that stands already, for edits.
    standing: Option<&'a fragment::Standing<'a>>,
    /// Expressions whose places an edit asks about: how tightly they must
    /// hold together there.
    demands: FxHashMap<ExprId, Option<Level>>,
    /// Operators whose left side is being printed, with their right sides.
    spine: Vec<(Infix, ExprId)>,
}

/// Deeper nesting is not indented any further: the text would grow as the
/// square of the depth.
const MAX_INDENT: usize = 24;
const BLANKS: [u8; 4 * MAX_INDENT] = [b' '; 4 * MAX_INDENT];
/// Lists are wrapped before the next element once a line is longer: most elements
/// still fit into a hundred columns.
const WRAP: usize = 72;
/// Most declarations take less.
const ROOM: usize = 1 << 10;

impl<'a> Printer<'a> {
    fn new(program: &'a Program, options: Options) -> Printer<'a> {
        Printer {
            program,
            options,
            naming: Naming::Source,
            out: Vec::with_capacity(ROOM),
            start: 0,
            indent: 0,
            line_start: 0,
            width: usize::MAX,
            defined: FxHashSet::default(),
            wanted: FxHashMap::default(),
            tagged: FxHashMap::default(),
            standing: None,
            demands: FxHashMap::default(),
            spine: Vec::new(),
        }
    }

    fn finish(self) -> String {
        String::from_utf8(self.out).expect("only text was printed")
    }

    fn items(&mut self, items: &[Item]) {
        let mut after_function = false;
        for &item in items {
            if matches!(item, Item::Declaration(group) if !self.is_visible(group)) {
                continue;
            }
            let is_function = matches!(item, Item::Function(_));
            if (is_function || after_function) && !self.out.is_empty() {
                self.end_line();
            }
            self.item(item);
            after_function = is_function;
        }
        if !self.out.is_empty() {
            self.end_line();
        }
    }

    fn item(&mut self, item: Item) {
        match item {
            Item::Declaration(group) => {
                self.start_line();
                self.group(group);
            }
            Item::Function(function) => {
                self.start_line();
                self.function(function);
            }
            Item::Asm(asm) => {
                self.start_line();
                self.asm(asm);
            }
            Item::StaticAssert(condition, message) => {
                self.start_line();
                self.static_assert(condition, message);
            }
            Item::Pragma(text) => self.pragma(text),
        }
    }

    #[inline]
    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    #[inline]
    fn name(&mut self, name: Symbol) {
        match self.program.symbols.short(name) {
            // A copy of a fixed length takes no call.
            Some((bytes, length)) => {
                let end = self.out.len() + length;
                self.out.extend_from_slice(&bytes);
                self.out.truncate(end);
            }
            None => self.out.extend_from_slice(self.program.symbols.bytes(name)),
        }
    }

    /// A new line, unless nothing was printed yet.
    fn start_line(&mut self) {
        self.start_line_at(self.indent);
    }

    fn start_line_at(&mut self, indent: usize) {
        if self.out.len() > self.start {
            self.end_line();
        }
        self.out.extend_from_slice(&BLANKS[..4 * indent.min(MAX_INDENT)]);
    }

    /// Between the elements of a list: a space, or a new line if this one is
    /// long enough.
    fn wrap(&mut self) {
        if self.out.len() - self.line_start > WRAP {
            self.start_line_at(self.indent + 1);
        } else {
            self.text(" ");
        }
    }

    /// `a, b, c`
    fn separated<T: Copy>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, T)) {
        for (i, &item) in items.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            each(self, item);
        }
    }
}
