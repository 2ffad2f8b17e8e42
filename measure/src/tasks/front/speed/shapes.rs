//! Texts made to show where time or stack grow faster than the text.

use std::fmt::Write as _;

/// A text that nests or repeats one thing.
pub struct Shape {
    pub name: &'static str,
    pub text: String,
}

/// `middle` in `depth` times `open` and `close`, between two ends.
fn nest(before: &str, open: &str, middle: &str, close: &str, after: &str, depth: usize) -> String {
    [before, &open.repeat(depth), middle, &close.repeat(depth), after].concat()
}

/// Everything that can nest, `depth` times, and a few long lists.
pub fn shapes(depth: usize) -> Vec<Shape> {
    let body = |open, middle, close| {
        nest("int g(); int f(int x, int *p) { ", open, middle, close, " }\n", depth)
    };
    let value = |open, middle, close| {
        nest("int g(); int f(int x, int *p) { return ", open, middle, close, "; }\n", depth)
    };
    let file = |before, open, middle, close, after| nest(before, open, middle, close, after, depth);
    let shape = |name, text| Shape { name, text };
    vec![
        shape("parentheses", value("(", "x", ")")),
        shape("blocks", body("{", "", "}")),
        shape("subscripts", value("p[", "0", "]")),
        shape("calls", value("g(", "0", ")")),
        shape("minus signs", value("- ", "x", "")),
        shape("stars", value("*", "p", "")),
        shape("casts", value("(int)", "x", "")),
        shape("sizeofs", value("sizeof ", "x", "")),
        shape("conditionals", value("x ? x : ", "x", "")),
        shape("conditionals in the middle", value("x ? ", "x", " : x")),
        shape("assignments", value("x = ", "x", "")),
        shape("additions", value("x + ", "x", "")),
        shape("commas", value("x, ", "x", "")),
        shape("logical operators", value("x && x || ", "x", "")),
        shape("statement expressions", value("({ ", "x;", " });")),
        shape(
            "members",
            file(
                "struct S { struct S *s; int x; } *p; int f() { return p->",
                "s->",
                "x",
                "",
                "; }\n",
            ),
        ),
        shape("ifs", body("if (x) ", ";", "")),
        shape("ifs and elses", body("if (x) ; else ", ";", "")),
        shape("loops", body("for (;;) ", ";", "")),
        shape("do loops", body("do ", ";", " while (x);")),
        shape("cases", cases(depth)),
        shape("switches", body("switch (x) ", ";", "")),
        shape("labels", labels(depth)),
        shape("pointers", file("int ", "*", "p", "", ";\n")),
        shape("declarator parentheses", file("int ", "(", "x", ")", ";\n")),
        shape("array dimensions", file("extern int a", "[1]", "", "", ";\n")),
        shape("function parameters", file("void f(", "void (*)(", "void", ")", ");\n")),
        shape("functions of pointers", file("void ", "(*", "f", ")()", ";\n")),
        shape("initialiser braces", file("int x = ", "{", "1", "}", ";\n")),
        shape("struct bodies", file("struct { ", "struct { ", "int x;", " } s;", " } s;\n")),
        shape("typeofs", file("", "typeof(", "int", ")", " x;\n")),
        shape("attributes", file("int x ", "__attribute__((unused)) ", "", "", ";\n")),
        shape(
            "nested attribute arguments",
            file("int x __attribute__((foo(", "(", "1", ")", ")));\n"),
        ),
        shape("string literals", file("char *s = ", "\"a\" ", "\"b\"", "", ";\n")),
        shape("arguments", file("int g(); int f() { return g(", "1, ", "1", "", "); }\n")),
        shape("declarators", file("int ", "a, ", "a", "", ";\n")),
        shape("redeclarations", file("", "extern int a; ", "", "", "\n")),
        shape("enumerators", enumerators(depth)),
        shape("empty declarations", file("", ";", "", "", "\n")),
        shape("designators", file("struct S { int x; } s = { ", ".x = 1, ", "", "", "};\n")),
        shape("open parentheses", file("int x = ", "(", "", "", "")),
        shape("open braces", file("int f() ", "{", "", "", "")),
        shape("open brackets", file("int a", "[", "", "", "")),
        shape("open initialisers", file("int a[] = ", "{", "", "", "")),
        shape("open structs", file("", "struct {", "", "", "")),
        shape("closing braces", file("", "}", "", "", "\n")),
        shape("closing parentheses", file("int f() { x ", ")", "", "", "; }\n")),
        shape("errors", file("int f() { ", "y; ", "", "", "}\n")),
        shape("elses", file("int f() { ", "else ", "", "", "; }\n")),
        shape("one long name", file("int ", "a", "", "", ";\n")),
        shape("one long number", file("int x = 1", "0", "", "", ";\n")),
        shape("one long fraction", file("double x = 0.", "1", "", "", ";\n")),
        shape("one long string", file("char *s = \"", "a", "", "", "\";\n")),
        shape("backslashes", file("int x ", "\\\n", "", "", ";\n")),
        shape("line markers", file("", "# 1 \"a.c\"\n", "", "", "int x;\n")),
        shape("comments", file("", "/* */", "", "", "int x;\n")),
    ]
}

fn cases(count: usize) -> String {
    let mut text = "void f(int x) { switch (x) {\n".to_string();
    for number in 0..count {
        // Writing to a string does not fail.
        let _ = write!(text, "case {number}: ");
    }
    text + "; } }\n"
}

fn labels(count: usize) -> String {
    let mut text = "void f(void) { ".to_string();
    for number in 0..count {
        let _ = write!(text, "l{number}: ");
    }
    text + "; }\n"
}

fn enumerators(count: usize) -> String {
    let mut text = "enum { a0".to_string();
    for number in 1..count {
        let _ = write!(text, ", a{number} = a{} + 1", number - 1);
    }
    text + " };\n"
}

/// A program of about `size` bytes: types, variables and functions that use
/// the ones before them.
pub fn program(size: usize) -> String {
    let mut text = String::with_capacity(size + 2000);
    let mut number = 0;
    while text.len() < size {
        let before = number.max(1) - 1;
        let _ = write!(
            text,
            "struct s{number} {{ int a; unsigned b : 7; struct s{before} *next; double d[3]; }};\n\
             typedef struct s{number} t{number};\n\
             enum e{number} {{ A{number}, B{number} = A{number} + 4, C{number} }};\n\
             static t{number} v{number} = {{ .a = {number}, .d = {{ 1.5, 2.5e3, 0x1p3 }} }};\n\
             static const char *const n{number} = \"name {number}\\n\" \"more\";\n\
             static long f{number}(int a, t{number} *p, const unsigned char *s)\n\
             {{\n  \
               long sum = 0;\n  \
               for (int i = 0; i < a && s[i] != '\\0'; i++) {{\n    \
                 t{number} local = *p;\n    \
                 if ((i & 3) == C{number} || local.b > 5u)\n      \
                   sum += (long)local.d[i % 3] * v{number}.a - (p->next ? 1 : i << 2);\n    \
                 else\n      \
                   sum ^= ~(sum >> 3) + sizeof(local) / (a ? a : 1);\n    \
                 switch (i) {{ case A{number}: sum--; break; default: continue; }}\n  \
               }}\n  \
               while (sum > 1000 && n{number}) sum /= 2;\n  \
               return sum + (a > 0 ? f{number}(a - 1, p, s) : v{before}.a);\n\
             }}\n",
        );
        number += 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;
    use crate::corpus::STANDARD;

    #[test]
    fn gcc_accepts_the_program() {
        if !elenchus_records::packages::has_command("gcc") {
            println!("skipped: gcc is not here");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shape.i");
        std::fs::write(&file, program(10_000)).unwrap();
        let check = compile::sources("gcc", STANDARD).arg("-fsyntax-only").arg(&file);
        assert_eq!(compile::objection(check).unwrap(), None);
    }

    #[test]
    fn shapes_have_names_of_their_own() {
        let shapes = shapes(2);
        let mut names: Vec<_> = shapes.iter().map(|shape| shape.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), shapes.len());
        assert_eq!(shapes[0].text, "int g(); int f(int x, int *p) { return ((x)); }\n");
    }
}
