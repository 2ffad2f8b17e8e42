//! Orders of evaluation, against a model that takes every single step in every order.
//!
//! The model knows variables, what is printed, and expressions of reads, calls and
//! assignments. Of all that may be done next it tries each, one access at a time; what a
//! called function does is one step. The machine must say `unspecified` exactly where the
//! model comes to more than one end.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};

use crate::random::Random;

/// Programs without `ELENCHUS_CASES`.
const CASES: usize = 300;
const VARIABLES: usize = 4;
const FUNCTIONS: usize = 3;

/// A statement of a function; variables by number.
#[derive(Clone, Copy)]
enum Deed {
    Set(usize, i64),
    Add(usize, usize),
    Mask(usize, i64),
    Copy(usize, usize),
    /// By way of a pointer that leads to the first variable.
    Through(i64),
    /// Counts its own calls.
    Count,
    Print(char),
}

#[derive(Clone)]
struct Function {
    deeds: Vec<Deed>,
    /// A number, and perhaps a variable that is added to it.
    gives: (i64, Option<usize>),
}

#[derive(Clone)]
enum Tree {
    Number(i64),
    Read(usize),
    /// By way of the pointer: it is read, and then where it leads.
    Follow,
    Call(usize),
    /// With an argument, which is added to what the function gives.
    CallWith(usize, Box<Tree>),
    Step(usize),
    Operate(char, Box<Tree>, Box<Tree>),
    Assign(usize, Box<Tree>),
    After(Box<Tree>, Box<Tree>),
}

/// All that can be seen. The last numbers count the calls of functions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct World {
    variables: [i64; VARIABLES],
    counts: [i64; FUNCTIONS],
    printed: String,
}

impl World {
    fn call(&mut self, which: usize, function: &Function) -> i64 {
        for &deed in &function.deeds {
            match deed {
                Deed::Set(v, n) => self.variables[v] = n,
                Deed::Add(v, w) => self.variables[v] = (self.variables[v] + self.variables[w]) % 97,
                Deed::Mask(v, n) => self.variables[v] |= n,
                Deed::Copy(v, w) => self.variables[v] = self.variables[w],
                Deed::Through(n) => self.variables[0] = n,
                Deed::Count => self.counts[which] += 1,
                Deed::Print(c) => self.printed.push(c),
            }
        }
        function.gives.0 + function.gives.1.map_or(0, |v| self.variables[v])
    }
}

/// An expression on its way: what has its value is a number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Going {
    Value(i64),
    Read(usize),
    Follow,
    Call(usize),
    CallWith(usize, Box<Going>),
    Step(usize),
    Operate(char, Box<Going>, Box<Going>),
    Assign(usize, Box<Going>),
    After(Box<Going>, Box<Going>),
}

fn begin(tree: &Tree) -> Going {
    let boxed = |tree: &Tree| Box::new(begin(tree));
    match tree {
        Tree::Number(n) => Going::Value(*n),
        Tree::Read(v) => Going::Read(*v),
        Tree::Follow => Going::Follow,
        Tree::Call(f) => Going::Call(*f),
        Tree::CallWith(f, arg) => Going::CallWith(*f, boxed(arg)),
        Tree::Step(v) => Going::Step(*v),
        Tree::Operate(op, a, b) => Going::Operate(*op, boxed(a), boxed(b)),
        Tree::Assign(v, e) => Going::Assign(*v, boxed(e)),
        Tree::After(a, b) => Going::After(boxed(a), boxed(b)),
    }
}

fn operate(op: char, a: i64, b: i64) -> i64 {
    match op {
        '+' => a + b,
        '-' => a - b,
        '*' => a % 100 * (b % 100),
        _ => a & b,
    }
}

/// Everything that can come of one step.
fn steps(now: &Going, world: &World, all: &[Function]) -> Vec<(Going, World)> {
    let with = |next: i64| vec![(Going::Value(next), world.clone())];
    match now {
        Going::Value(_) => Vec::new(),
        Going::Read(v) => with(world.variables[*v]),
        // The pointer itself never changes.
        Going::Follow => with(world.variables[0]),
        Going::Call(f) => {
            let mut after = world.clone();
            let value = after.call(*f, &all[*f]);
            vec![(Going::Value(value), after)]
        }
        Going::CallWith(f, arg) => match **arg {
            Going::Value(n) => {
                let mut after = world.clone();
                let value = after.call(*f, &all[*f]) + n;
                vec![(Going::Value(value), after)]
            }
            _ => inside(arg, world, all, |arg| Going::CallWith(*f, arg)),
        },
        Going::Step(v) => {
            let mut after = world.clone();
            after.variables[*v] += 1;
            vec![(Going::Value(world.variables[*v]), after)]
        }
        Going::Operate(op, a, b) => match (&**a, &**b) {
            (Going::Value(x), Going::Value(y)) => with(operate(*op, *x, *y)),
            _ => {
                let left = inside(a, world, all, |a| Going::Operate(*op, a, b.clone()));
                let right = inside(b, world, all, |b| Going::Operate(*op, a.clone(), b));
                left.into_iter().chain(right).collect()
            }
        },
        Going::Assign(v, e) => match **e {
            Going::Value(n) => {
                let mut after = world.clone();
                after.variables[*v] = n;
                vec![(Going::Value(n), after)]
            }
            _ => inside(e, world, all, |e| Going::Assign(*v, e)),
        },
        Going::After(a, b) => match **a {
            Going::Value(_) => vec![((**b).clone(), world.clone())],
            _ => inside(a, world, all, |a| Going::After(a, b.clone())),
        },
    }
}

fn inside(
    part: &Going,
    world: &World,
    all: &[Function],
    whole: impl Fn(Box<Going>) -> Going,
) -> Vec<(Going, World)> {
    let next = steps(part, world, all).into_iter();
    next.map(|(part, world)| (whole(Box::new(part)), world)).collect()
}

/// All ends that an expression can come to.
fn ends(tree: &Tree, world: &World, all: &[Function]) -> BTreeSet<(i64, World)> {
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    let mut pending = vec![(begin(tree), world.clone())];
    while let Some((now, world)) = pending.pop() {
        if let Going::Value(value) = now {
            found.insert((value, world));
            continue;
        }
        for next in steps(&now, &world, all) {
            if seen.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    found
}

// ---- as C ----

fn name(variable: usize) -> char {
    char::from(b'a' + variable as u8)
}

fn c_function(which: usize, function: &Function) -> String {
    let mut text = String::from("    static int count;\n");
    for &deed in &function.deeds {
        let _ = match deed {
            Deed::Set(v, n) => writeln!(text, "    {} = {n};", name(v)),
            Deed::Add(v, w) => writeln!(text, "    {0} = ({0} + {1}) % 97;", name(v), name(w)),
            Deed::Mask(v, n) => writeln!(text, "    {} |= {n};", name(v)),
            Deed::Copy(v, w) => writeln!(text, "    {} = {};", name(v), name(w)),
            Deed::Through(n) => writeln!(text, "    *p = {n};"),
            Deed::Count => writeln!(text, "    count++;"),
            Deed::Print(c) => writeln!(text, "    putchar('{c}');"),
        };
    }
    let (number, variable) = function.gives;
    let variable = variable.map_or(String::new(), |v| format!(" + {}", name(v)));
    format!("static int f{which}(int x)\n{{\n{text}    return {number}{variable} + x;\n}}\n")
}

fn c_tree(tree: &Tree) -> String {
    match tree {
        Tree::Number(n) => n.to_string(),
        Tree::Read(v) => name(*v).to_string(),
        Tree::Follow => "*p".into(),
        Tree::Call(f) => format!("f{f}(0)"),
        Tree::CallWith(f, arg) => format!("f{f}({})", c_tree(arg)),
        Tree::Step(v) => format!("{}++", name(*v)),
        Tree::Operate('*', a, b) => format!("({}) % 100 * (({}) % 100)", c_tree(a), c_tree(b)),
        Tree::Operate(op, a, b) => format!("(({}) {op} ({}))", c_tree(a), c_tree(b)),
        Tree::Assign(v, e) => format!("({} = {})", name(*v), c_tree(e)),
        Tree::After(a, b) => format!("((void)({}), {})", c_tree(a), c_tree(b)),
    }
}

fn program(tree: &Tree, all: &[Function], is_kept: bool) -> String {
    let functions: String =
        all.iter().enumerate().map(|(which, function)| c_function(which, function)).collect();
    let kept = if is_kept { "int kept = " } else { "" };
    format!(
        "int putchar(int);\nstatic int a = 1, b = 2, c = 3, d = 4, *p = &a;\n{functions}\
         int main(void)\n{{\n    {kept}{};\n    return 0;\n}}\n",
        c_tree(tree)
    )
}

// ---- drawn ----

fn draw(random: &mut Random, limit: usize) -> usize {
    random.below(limit as u64) as usize
}

fn deed(random: &mut Random) -> Deed {
    let v = draw(random, VARIABLES);
    let w = draw(random, VARIABLES);
    let n = 1 + draw(random, 3) as i64;
    match draw(random, 9) {
        0 | 1 => Deed::Set(v, n),
        2 => Deed::Add(v, w),
        3 | 4 => Deed::Mask(v, n),
        5 => Deed::Copy(v, w),
        6 => Deed::Through(n),
        7 => Deed::Count,
        _ => Deed::Print(if n == 1 { 'x' } else { 'y' }),
    }
}

fn function(random: &mut Random) -> Function {
    let deeds = (0..=draw(random, 2)).map(|_| deed(random)).collect();
    let variable = (draw(random, 4) == 0).then(|| draw(random, VARIABLES));
    Function { deeds, gives: (draw(random, 3) as i64, variable) }
}

/// An expression with at most one change outside of calls, `changed`: two of them, or
/// one and a read, would be undefined.
fn tree(random: &mut Random, depth: usize, changed: Option<usize>) -> Tree {
    let boxed = |random: &mut Random| Box::new(tree(random, depth + 1, changed));
    let readable = |random: &mut Random| {
        let v = draw(random, VARIABLES);
        if changed == Some(v) { Tree::Number(5) } else { Tree::Read(v) }
    };
    match draw(random, if depth == 0 { 4 } else { 11 + 3 * depth }) {
        0..=3 if depth < 5 => {
            let op = ['+', '-', '*', '&'][draw(random, 4)];
            Tree::Operate(op, boxed(random), boxed(random))
        }
        4..=7 => Tree::Call(draw(random, FUNCTIONS)),
        8 => Tree::CallWith(draw(random, FUNCTIONS), boxed(random)),
        9 if depth < 3 => Tree::After(Box::new(Tree::Call(draw(random, FUNCTIONS))), boxed(random)),
        10 if changed != Some(0) => Tree::Follow,
        // No deeper.
        _ if depth > 8 => Tree::Number(1),
        11 => Tree::Number(draw(random, 3) as i64),
        _ => readable(random),
    }
}

/// How many single steps an expression has: with more, the model would have too much to do.
fn size(tree: &Tree) -> usize {
    match tree {
        Tree::Number(_) => 0,
        Tree::Read(_) | Tree::Call(_) | Tree::Step(_) => 1,
        // The pointer, and where it leads.
        Tree::Follow => 2,
        Tree::CallWith(_, e) | Tree::Assign(_, e) => 1 + size(e),
        Tree::Operate(_, a, b) | Tree::After(a, b) => size(a) + size(b),
    }
}

const LARGEST: usize = 6;

fn whole(random: &mut Random) -> Tree {
    loop {
        let drawn = any(random);
        if (2..=LARGEST).contains(&size(&drawn)) {
            return drawn;
        }
    }
}

fn any(random: &mut Random) -> Tree {
    match draw(random, 4) {
        // What the value is computed from may be what is changed.
        0 => Tree::Assign(draw(random, VARIABLES), Box::new(tree(random, 0, None))),
        1 => {
            let v = 1 + draw(random, VARIABLES - 1);
            let rest = Box::new(tree(random, 0, Some(v)));
            Tree::Operate('+', Box::new(Tree::Step(v)), rest)
        }
        _ => tree(random, 0, None),
    }
}

fn verdict(text: &str) -> Verdict {
    let mut program = Program::new(Target::x86_64(), Language::GNU11);
    assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted(), "{text}");
    Machine::new(Rc::new(program), Limits::default()).run(&[]).verdict
}

#[test]
fn the_order_matters_exactly_where_some_order_ends_otherwise() {
    let count = std::env::var("ELENCHUS_CASES").ok().and_then(|text| text.parse().ok());
    let count = count.unwrap_or(CASES);
    let mut random = Random::new(33);
    let world = World { variables: [1, 2, 3, 4], counts: [0; FUNCTIONS], printed: String::new() };
    let (mut open, mut wrong) = (0, Vec::new());
    for _ in 0..count {
        let all: Vec<Function> = (0..FUNCTIONS).map(|_| function(&mut random)).collect();
        let tree = whole(&mut random);
        let found = ends(&tree, &world, &all);
        let text = program(&tree, &all, draw(&mut random, 2) == 0);
        let said = verdict(&text);
        let agrees = match found.len() {
            1 => said == Verdict::Exit(0),
            _ => matches!(said, Verdict::Unspecified { .. }),
        };
        open += usize::from(found.len() > 1);
        if !agrees {
            wrong.push(format!("{} ends, and {said:?}:\n{text}", found.len()));
        }
    }
    println!("orders: {count} programs, {} disagreements", wrong.len());
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.first().map_or("", String::as_str));
    assert!(open * 10 > count && open * 10 < count * 9, "{open} of {count} are open");
}

const COMMON: &str = "int printf(const char *, ...); void *malloc(unsigned long);\n\
    void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));\n\
    char *strcpy(char *, const char *); int strcmp(const char *, const char *);\n\
    static int calls, seen, deepest, at; static char *name, text[4]; static int known[9];\n\
    static struct { int used, left; } pool;\n\
    static int count(void) { calls++; return 2; }\n\
    static int next(void) { return ++calls; }\n\
    static int mark(int bit) { seen |= bit; return bit; }\n\
    static int set(int n) { return at = n; }\n\
    static int depth(int n) { if (n > deepest) deepest = n; return n ? 1 + depth(n - 1) : 0; }\n\
    static char *ready(void) { if (!name) { name = malloc(5); strcpy(name, \"lazy\"); }\n\
        return name; }\n\
    static int take(int n) { pool.used += n; pool.left -= n; return n; }\n\
    static char *put(int i, char c) { text[i] = c; return text; }\n\
    static int say(char c) { return printf(\"%c\", c); }\n\
    static int square(int n) { if (!known[n]) known[n] = n * n; return known[n]; }\n\
    static int less(const void *a, const void *b) { calls++;\n\
        return *(const int *)a - *(const int *)b; }\n\
    static int sorted(int *row) { qsort(row, 3, sizeof *row, less); return row[1]; }\n\
    static int sum(int a, int b, int c) { return a + b + c; }\n\
    static int inner(void) { return count() + count(); }\n\
    static int (*which)(void) = count; static int *lead = &at;\n";

fn run_body(body: &str) -> Verdict {
    verdict(&format!("{COMMON}int main(void) {{ int x = 0; {body} }}\n"))
}

/// What calls leave behind is the same in every order.
#[test]
fn calls_that_leave_the_same_behind_may_meet() {
    for body in [
        "x = count() * count() - count(); return x != 2 || calls != 3;",
        "x = mark(1) + mark(4) + mark(2); return x != 7 || seen != 7;",
        "x = depth(3) - depth(5) * depth(2); return x != -7 || deepest != 5;",
        "return strcmp(ready(), ready()) + (ready() != ready());",
        "x = sum(take(1), take(2), take(3)); return x != 6 || pool.used + pool.left;",
        "x = put(0, 'a') - put(1, 'b') + (put(2, 'c') - text); return x || text[2] != 'c';",
        "x = say('x') + say('x'); return x != 2;",
        "return square(3) + square(4) * square(3) != 153;",
        "at = 7; return at + set(7) - 14;",
        "at = 7; x = (at - set(7)) + *lead; return x != 7;",
        "x = inner() * inner(); return x != 16 || calls != 4;",
        "return which() + count() != 4;",
        "for (int i = 0; i < 99; i++) x += count() - which(); return x || calls != 198;",
        "x = (count(), 1) + (count(), 2); return x != 3 || calls != 2;",
        "known[count() - 2] = count(); return known[0] != 2;",
        "if (count() + count() == 4) return calls != 2; return 1;",
        "switch (mark(1) | mark(1)) case 1: return 0; return 1;",
        "x = (mark(1) ? 1 : 2) + mark(1); return x != 2;",
        // Parts that come one after another.
        "return depth(3) - depth(5) * depth(2) != -7 || deepest != 5;",
        "return !(count() + count() == 4 && calls == 2 && mark(1) + mark(1) == 2);",
        "x = count() * count() ? mark(1) | mark(1) : next() - next(); return x != 1;",
        "x = (mark(2) - mark(2)) ?: seen; return x != 2;",
        "count() + count(), x = calls; return (x = !(x == 2 || next() - next()));",
        "if (mark(1) + mark(2) == 3 && (mark(1) || next() - next())) return 0; return 1;",
    ] {
        assert_eq!(run_body(body), Verdict::Exit(0), "{body}");
    }
}

/// Their twins: some order leaves something else, or nobody has looked at all of them.
#[test]
fn calls_that_leave_something_else_behind_may_not_meet() {
    for body in [
        "x = next() - next(); return 0;",
        "x = set(1) + set(2); return 0;",
        "x = at + set(7); return 0;",
        "x = (at - at) + set(7); return 0;",
        "x = *lead - *lead + set(7); return 0;",
        "x = say('x') + say('y'); return 0;",
        "x = put(0, 'a') == put(0, 'b'); return 0;",
        "at = 1; x = at++ + set(1); return 0;",
        "known[0] = set(2) + set(2) + set(3); return 0;",
        "x = (at = 3) + set(4); return 0;",
        "x = sum(at, set(1), 2); return 0;",
        "x = inner() - next(); return 0;",
        // One of the orders divides by zero.
        "at = 1; x = 6 / at + set(0) * 0; return 0;",
        "x = 6 / (at + !at) + set(1); return 0;",
        "return at == 0 && next() - next();",
        "if (mark(0) || set(1) + at) return 0; return 1;",
        "x = mark(1) ? next() - next() : 0; return 0;",
        "return (count() && next() - 2) + next();",
        // What a library function calls back is not tried.
        "int row[] = { 1, 2, 3 }; x = sorted(row) - sorted(row); return x;",
        // The two reads of a condition.
        "at = 1; x = (at ? at : 2) + set(1); return 0;",
    ] {
        let said = run_body(body);
        assert!(matches!(said, Verdict::Unspecified { .. }), "{body}: {said:?}");
    }
}

/// A run that is made again prints nothing twice.
#[test]
fn what_was_printed_stays_printed_once() {
    use std::cell::RefCell;
    let body = "printf(\"first\"); x = count() + count(); printf(\" %d\", x); \
                x = mark(1) + mark(1); printf(\" %d\", x); return 0;";
    let text = format!("{COMMON}int main(void) {{ int x; {body} }}\n");
    let mut program = Program::new(Target::x86_64(), Language::GNU11);
    assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted());
    let printed: Rc<RefCell<Vec<u8>>> = Rc::default();
    let into = Rc::clone(&printed);
    let printer = Box::new(move |_, text: &[u8]| into.borrow_mut().extend_from_slice(text));
    let machine = Machine::new(Rc::new(program), Limits::default()).with_printer(printer);
    let outcome = machine.run(&[]);
    assert_eq!(outcome.verdict, Verdict::Exit(0));
    assert_eq!(outcome.output, b"first 4 2");
    assert_eq!(*printed.borrow(), b"first 4 2");
}
