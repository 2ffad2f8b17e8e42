//! Random small programs that use their variables in every way that matters
//! for exchanging them: parameters, names that hide others, equal and
//! different initialisers, labels between declarations, macros.

use elenchus_produce::choices::Choices;

/// A program as the user would have it, and after preprocessing: a macro
/// never changes the number of lines.
pub struct Written {
    pub user: String,
    pub parsed: String,
}

const NAMES: &[&str] = &["a", "b", "c", "d"];
const INITIALISERS: &[&str] = &["", " = 1", " = 1", " = 1", " = 1", " = 2", " = (a, 1)"];
const TYPES: &[&str] = &["int", "int", "int", "long", "static int", "volatile int", "register int"];

/// A program of this seed.
pub fn write(seed: u64) -> Written {
    let mut program = Program {
        choices: Choices::new(seed),
        written: Written { user: String::new(), parsed: String::new() },
        scopes: vec![Vec::new()],
        labels: 0,
    };
    program.both("int printf(const char *, ...);");
    program.line("#define TWICE(x) ((x) + (x))", "");
    program.written.parsed = format!("# 1 \"t.c\"\n{}", program.written.parsed);
    let globals = program.choices.below("globals", 4);
    program.declarations(globals, true);
    for name in ["f", "main"] {
        program.function(name);
    }
    program.written
}

struct Program {
    choices: Choices,
    written: Written,
    /// The names of open scopes.
    scopes: Vec<Vec<&'static str>>,
    labels: u32,
}

impl Program {
    fn line(&mut self, user: &str, parsed: &str) {
        self.written.user += &format!("{user}\n");
        self.written.parsed += &format!("{parsed}\n");
    }

    fn both(&mut self, text: &str) {
        self.line(text, text);
    }

    fn function(&mut self, name: &str) {
        let is_main = name == "main";
        self.both(if is_main { "int main(void) {" } else { "static int f(int p, int q) {" });
        self.scopes.push(if is_main { Vec::new() } else { vec!["p", "q"] });
        let count = self.choices.between("declarations", 2, 4) as u64;
        self.declarations(count, false);
        if self.choices.percent("label between", 20) {
            self.labels += 1;
            let label = self.labels;
            self.both(&format!("l{label}:;"));
            self.declarations(1, false);
            if let Some(name) = self.name() {
                self.both(&format!("if ({name}++ < 1) goto l{label};"));
            }
        }
        if self.choices.percent("goto between", 20) {
            self.labels += 1;
            let label = self.labels;
            if let Some(name) = self.name() {
                self.both(&format!("if ({name}++ < 1) goto l{label};"));
            }
            self.declarations(1, false);
            self.both(&format!("l{label}:;"));
        }
        for _ in 0..self.choices.between("statements", 1, 3) {
            self.statement(is_main, 0);
        }
        let result = self.name().unwrap_or("0");
        if is_main {
            self.both(&format!("printf(\"%d\\n\", (int){result});"));
        }
        self.both(&format!("return {result} & 7; }}"));
        self.scopes.pop();
    }

    fn declarations(&mut self, count: u64, global: bool) {
        for _ in 0..count {
            let names = self.scopes.last().cloned().unwrap_or_default();
            let free: Vec<&str> = NAMES.iter().copied().filter(|n| !names.contains(n)).collect();
            if free.is_empty() {
                return;
            }
            // Mostly in order, so that `(a, 1)` has its `a`.
            let name = free[0];
            let mut ty = self.choices.pick("type", TYPES);
            let mut init = self.choices.pick("initialiser", INITIALISERS);
            if (global || ty.starts_with("static")) && init.contains('a') || name == "a" {
                init = if init.contains('a') { "" } else { init };
            }
            if global && ty.starts_with("register") {
                ty = "int";
            }
            self.both(&format!("{ty} {name}{init};"));
            let name = NAMES.iter().copied().find(|n| *n == name);
            self.scopes.last_mut().into_iter().for_each(|scope| scope.extend(name));
        }
    }

    /// Any name that can be seen.
    fn name(&mut self) -> Option<&'static str> {
        let all: Vec<&'static str> = self.scopes.iter().flatten().copied().collect();
        (!all.is_empty()).then(|| self.choices.pick("name", &all))
    }

    fn statement(&mut self, calls: bool, depth: u32) {
        let (Some(x), Some(y), Some(z)) = (self.name(), self.name(), self.name()) else { return };
        match self.choices.weighted("statement", &[4, 2, 2, 1, 2, 1]) {
            0 => self.both(&format!("{x} = {y} - {z};")),
            1 => self.both(&format!("{x} += {y};")),
            2 if depth < 2 => {
                self.both(&format!("if ({x} < {y}) {{"));
                self.block(calls, depth);
            }
            3 if depth < 2 => {
                self.both(&format!("while ({x}++ < 3) {{"));
                self.block(calls, depth);
            }
            4 => self.line(&format!("{x} = TWICE({y});"), &format!("{x} = (({y}) + ({y}));")),
            5 if calls => self.both(&format!("{x} = f({y}, {z});")),
            _ => self.both(&format!("printf(\"%d \", (int){x});")),
        }
    }

    fn block(&mut self, calls: bool, depth: u32) {
        self.scopes.push(Vec::new());
        let count = self.choices.below("declarations", 3);
        self.declarations(count, false);
        for _ in 0..self.choices.between("statements", 1, 2) {
            self.statement(calls, depth + 1);
        }
        self.both("}");
        self.scopes.pop();
    }
}
