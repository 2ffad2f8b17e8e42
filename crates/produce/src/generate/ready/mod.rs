//! Functions whose bodies are made as text, before the machine runs: code
//! that is defined whatever its arguments are, or is repaired when it is executed.
//!
//! Most come from a table of rows: what optimisers match, and features of the language and
//! of the library that are not worth a statement of their own. A row is a text with
//! choices in it ([`fill`] says which), so that no two functions of it are the same, and
//! some only look like what is matched.

mod fill;
mod tolerant;
mod vectors;

use std::sync::OnceLock;

use elenchus_lang::target::IntKind;

use super::FloatMode;
use super::functions::HOLES;
use super::world::{Function, Maker, Shape, numbered};
use crate::policy::Policy;
use fill::Filler;
pub use tolerant::tolerant;
pub use vectors::vectors;

/// A row begins with `= NAME GROUP`, and perhaps what holds of it: it is `pure`, or it needs
/// the `library`, or `c11`. Lines of `--` divide types, functions that it calls, and its body, of
/// which only the last has to be there.
const TEXTS: [&str; 4] = [
    include_str!("idioms.txt"),
    include_str!("features.txt"),
    include_str!("whole_code.txt"),
    include_str!("whole_data.txt"),
];

type Weight = fn(&Policy) -> u32;

/// Each with its weight.
const GROUPS: [(&str, Weight); 22] = [
    ("idiom", |p| p.ready_idiom),
    ("memory", |p| p.ready_memory),
    ("string", |p| p.ready_string),
    ("heap", |p| p.ready_heap),
    ("union", |p| p.ready_union),
    ("literal", |p| p.ready_literal),
    ("restrict", |p| p.ready_restrict),
    ("callback", |p| p.ready_callback),
    ("variadic", |p| p.ready_variadic),
    ("length", |p| p.ready_length),
    ("call", |p| p.ready_call),
    ("scope", |p| p.ready_scope),
    ("generic", |p| p.ready_generic),
    ("qualified", |p| p.ready_qualified),
    ("packed", |p| p.ready_packed),
    ("bytes", |p| p.ready_bytes),
    ("real", |p| p.ready_real),
    ("complex", |p| p.ready_complex),
    ("atomic", |p| p.ready_atomic),
    ("array", |p| p.ready_array),
    ("operator", |p| p.ready_operator),
    ("library", |p| p.ready_library),
];

/// Functions of the library, and how they are declared.
const LIBRARY: [(&str, &str); 32] = [
    ("memcpy", "void *memcpy(void *, const void *, $SIZE);\n"),
    ("memmove", "void *memmove(void *, const void *, $SIZE);\n"),
    ("memset", "void *memset(void *, int, $SIZE);\n"),
    ("memcmp", "int memcmp(const void *, const void *, $SIZE);\n"),
    ("memchr", "void *memchr(const void *, int, $SIZE);\n"),
    ("strlen", "$SIZE strlen(const char *);\n"),
    ("strcpy", "char *strcpy(char *, const char *);\n"),
    ("strcat", "char *strcat(char *, const char *);\n"),
    ("strcmp", "int strcmp(const char *, const char *);\n"),
    ("strncmp", "int strncmp(const char *, const char *, $SIZE);\n"),
    ("strrchr", "char *strrchr(const char *, int);\n"),
    ("snprintf", "int snprintf(char *, $SIZE, const char *, ...);\n"),
    ("malloc", "void *malloc($SIZE);\n"),
    ("calloc", "void *calloc($SIZE, $SIZE);\n"),
    ("realloc", "void *realloc(void *, $SIZE);\n"),
    ("free", "void free(void *);\n"),
    ("qsort", "void qsort(void *, $SIZE, $SIZE, int (*)(const void *, const void *));\n"),
    ("abs", "int abs(int);\n"),
    ("labs", "long labs(long);\n"),
    ("strncpy", "char *strncpy(char *, const char *, $SIZE);\n"),
    ("strncat", "char *strncat(char *, const char *, $SIZE);\n"),
    ("strchr", "char *strchr(const char *, int);\n"),
    ("strstr", "char *strstr(const char *, const char *);\n"),
    ("strspn", "$SIZE strspn(const char *, const char *);\n"),
    ("strcspn", "$SIZE strcspn(const char *, const char *);\n"),
    ("strpbrk", "char *strpbrk(const char *, const char *);\n"),
    ("sprintf", "int sprintf(char *, const char *, ...);\n"),
    ("sscanf", "int sscanf(const char *, const char *, ...);\n"),
    ("strtol", "long strtol(const char *, char **, int);\n"),
    ("atoi", "int atoi(const char *);\n"),
    ("_setjmp", "__attribute__((returns_twice)) int _setjmp(long long *);\n"),
    ("longjmp", "_Noreturn void longjmp(long long *, int);\n"),
];

/// A text with choices.
#[derive(Debug)]
struct Row {
    name: &'static str,
    group: &'static str,
    is_pure: bool,
    needs_library: bool,
    needs_c11: bool,
    /// It has floating values with fractions.
    has_floats: bool,
    types: &'static str,
    before: &'static str,
    body: &'static str,
}

/// All rows, in the order of the texts.
fn rows() -> &'static [Row] {
    static ALL: OnceLock<Vec<Row>> = OnceLock::new();
    ALL.get_or_init(|| TEXTS.iter().flat_map(|text| pieces(text)).filter_map(parse).collect())
}

fn pieces(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.strip_prefix("= ").unwrap_or(text).split("\n= ")
}

/// What follows `= `. A test sees that all can be read.
fn parse(text: &'static str) -> Option<Row> {
    let (head, rest) = text.split_once('\n')?;
    let mut said = head.split(' ');
    let (name, group) = (said.next()?, said.next()?);
    let (mut is_pure, mut needs_library, mut needs_c11) = (false, false, false);
    for word in said {
        match word {
            "pure" => is_pure = true,
            "library" => needs_library = true,
            "c11" => needs_c11 = true,
            _ => return None,
        }
    }
    let mut parts = rest.trim_end().rsplit("\n--\n");
    let body = parts.next()?;
    let (before, types) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let has_floats = words(rest).any(|word| word == "double" || word == "float");
    Some(Row { name, group, is_pure, needs_library, needs_c11, has_floats, types, before, body })
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

impl Maker<'_> {
    /// A function of some row, if there is one for this program.
    pub fn ready(&mut self, number: u64) {
        let policy = self.policy;
        let has_library = !self.settings.freestanding && !self.settings.portable;
        let basic = self.settings.basic;
        let is_out = |group: &str| match group {
            "variadic" | "length" => basic,
            _ => false,
        };
        let weights = GROUPS.map(|(group, weight)| if is_out(group) { 0 } else { weight(policy) });
        if weights.iter().all(|&weight| weight == 0) {
            return;
        }
        let (group, _) = GROUPS[self.choices.weighted("ready group", &weights)];
        let has_c11 = self.settings.language.has_alignas();
        // Where results may be kept with more digits than they have, answers differ.
        let has_floats = self.settings.float == FloatMode::Exact && !self.settings.portable;
        let fits = |row: &&Row| {
            row.group == group
                && (has_library || !row.needs_library)
                && (has_c11 || !row.needs_c11)
                && (has_floats || !row.has_floats)
        };
        let found: Vec<&Row> = rows().iter().filter(fits).collect();
        if found.is_empty() {
            return;
        }
        let row = self.choices.pick("ready row", &found);
        let params: Vec<_> = (0..2).map(|at| (numbered("x", at), self.int())).collect();
        let result = match self.choices.percent("wide result", 60) {
            true => Shape::Int(IntKind::ULongLong),
            false => self.int(),
        };
        let int_types = self.int_types;
        let mut filler = Filler::new(self.choices, policy, &int_types, self.settings, number);
        let [types, before, body] = [row.types, row.before, row.body].map(|text| filler.fill(text));
        let cost = filler.cost(&body) + filler.cost(&before);
        let declarations: Vec<String> = LIBRARY
            .iter()
            .filter(|(name, _)| words(&before).chain(words(&body)).any(|word| word == *name))
            .map(|(_, declaration)| filler.fill(declaration))
            .collect();
        for declaration in declarations {
            if !self.world.types.contains(&declaration) {
                self.world.types += &declaration;
            }
        }
        self.world.types += &types;
        self.world.types += if types.is_empty() { "" } else { "\n" };
        let is_static = self.is_static();
        self.world.functions.push(Function {
            name: numbered("k", number),
            result: Some(result),
            params,
            is_static,
            is_test: false,
            recursive: false,
            pure_: row.is_pure,
            floats: false,
            holes: HOLES,
            before: before + "\n",
            body: Some(body + "\n"),
            cost,
            row: Some(row.name),
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::rc::Rc;

    use elenchus_front::parse_unit;
    use elenchus_machine::{Limits, Machine, Verdict};

    use super::*;
    use crate::choices::Choices;
    use crate::generate::Settings;
    use crate::generate::drive::empty_program;
    use crate::generate::numbers::int_types;

    /// A row as a program, with these arguments.
    fn program(row: &Row, seed: u64, (x0, x1): (i64, i64)) -> String {
        let (settings, policy) = (Settings::default(), Policy::default());
        let (mut choices, types) = (Choices::new(seed), int_types(&policy));
        let mut filler = Filler::new(&mut choices, &policy, &types, &settings, seed);
        let [types, before, body] = [row.types, row.before, row.body].map(|text| filler.fill(text));
        let declared: String = LIBRARY.iter().map(|(_, text)| filler.fill(text)).collect();
        format!(
            "{declared}{types}\n{before}\nunsigned long long f(int x0, long long x1) {{\n{body}\n}}\n\
             int main(void) {{ f({x0}, {x1}); return 0; }}\n"
        )
    }

    /// What is undefined for some arguments is an operation that is repaired; and no row
    /// leaves its end to luck.
    #[test]
    fn all_rows_are_programs_that_end() {
        let mut wrong = Vec::new();
        for row in rows() {
            let (mut ended, mut mended) = (0, 0);
            for seed in 0..40 {
                let arguments = [(0, 0), (7, -1), (-2_147_483_647, 1 << 40), (123_456, 77)];
                let text = program(row, seed, arguments[seed as usize % 4]);
                let mut program = empty_program(&Settings::default());
                let parsed = parse_unit(&mut program, row.name, text.as_bytes());
                let said = parsed.diagnostics.list.first().map(|d| d.message.to_string());
                if !parsed.accepted() {
                    wrong.push(format!("{}: {said:?}\n{text}", row.name));
                    break;
                }
                let limits = Limits { steps: 20_000, ..Limits::default() };
                let outcome = Machine::new(Rc::new(program), limits).run(&[]);
                match outcome.verdict {
                    Verdict::Exit(0) => ended += 1,
                    Verdict::Undefined { kind, .. } if is_repaired(kind) => mended += 1,
                    other => {
                        wrong.push(format!("{}: {other}\n{text}", row.name));
                        break;
                    }
                }
            }
            if ended < mended {
                wrong.push(format!("{}: {mended} of 40 are repaired", row.name));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    fn is_repaired(kind: elenchus_lang::undefined::Undefined) -> bool {
        crate::repair::REPAIRS.iter().any(|row| row.kind == kind)
    }

    /// All texts are rows of groups that are drawn.
    #[test]
    fn all_rows_are_read() {
        let count = TEXTS.iter().map(|text| pieces(text).count()).sum::<usize>();
        assert_eq!(rows().len(), count);
        for row in rows() {
            assert!(GROUPS.iter().any(|(group, _)| *group == row.group), "{}", row.name);
            let text = [row.before, row.body].concat();
            let calls = LIBRARY.iter().any(|(name, _)| words(&text).any(|word| word == *name));
            assert_eq!(calls, row.needs_library, "{}", row.name);
        }
        let names: BTreeSet<&str> = rows().iter().map(|row| row.name).collect();
        assert_eq!(names.len(), count);
    }
}
