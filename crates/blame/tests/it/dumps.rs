use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use elenchus_blame::bench::{Bench, Patience};
use elenchus_blame::case::{Case, parted};
use elenchus_blame::gcc::dump::{functions, read};
use elenchus_blame::gcc::first_wrong::{AS_IT_IS, dumps, whole};
use elenchus_blame::gcc::passes::passes;
use elenchus_blame::judged::judged;
use elenchus_blame::symptom::Seen;
use elenchus_compilers::find::find;
use elenchus_compilers::probe;
use elenchus_compilers::run::family;
use elenchus_compilers::scratch::Scratch;
use elenchus_judge::{Judgement, Program, ProgramFile};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Bit-fields, pointers that walk, structs that are copied, a switch, floating numbers,
/// clones with fewer parameters.
const PROGRAM: &str = r#"
int printf(const char *, ...);
struct s { int a; short b : 5; unsigned c : 7; long d; } g = {1, 2, 3, 4};
static unsigned char bytes[20];
double half = 0.5;
__attribute__((noinline)) static long f(struct s *p, int n)
{
    long r = 0;
    struct s l = *p;
    for (int i = 0; i < n; i++) {
        p->b += i;
        r += p->b * p->c;
        l.a = p->a + i;
    }
    return r + l.a + (p->d > 5 ? 1 : -1);
}
static int choose(int x)
{
    switch (x) {
    case 1: return 4;
    case 2: case 3: return 9;
    case 10 ... 12: return -8;
    default: return x * 3;
    }
}
int main(void)
{
    for (unsigned char *p = bytes + 1; p < bytes + 20; p++) *p = p[-1] + 77;
    float x = bytes[7] * half;
    int m = bytes[3] > 100 ? bytes[3] : -3;
    printf("%ld %f %d %d %d\n", f(&g, 7), (double)x, m, choose(bytes[9]), choose(g.a));
    return g.b;
}
"#;

#[test]
fn what_is_read_of_a_dump_does_the_same() {
    if find("gcc").is_none() {
        eprintln!("skipped: gcc is not installed");
        return;
    }
    family::adopt_orphans().unwrap();
    let scratch = Scratch::new().unwrap();
    let program =
        Program { files: vec![ProgramFile::new("program.c", PROGRAM)], flags: Vec::new() };
    let (given, level) = parted("gcc -O2");
    let toolchain = probe::measure(&given, &scratch.fresh("probe").unwrap()).unwrap();
    let case = Case {
        toolchain: &toolchain,
        level: level.clone(),
        program: &program,
        input: Vec::new(),
        args: Vec::new(),
        expected: None,
    };
    let folder = scratch.fresh("dumps").unwrap();
    let mut bench = Bench::new(case, folder.clone(), Patience::default(), &NEVER).unwrap();
    let judged = judged(&program, &toolchain, &level, &[], &[], &folder);
    let Judgement::Valid(answer) = judged else { panic!("{judged}") };
    bench.case.expected = Some(answer);
    let whole = whole(&bench).unwrap().unwrap();
    let passes = passes(&mut bench).unwrap();
    let dumps = dumps(&mut bench, &passes).unwrap();
    let as_it_is: Vec<String> = AS_IT_IS.iter().map(|flag| (*flag).to_owned()).collect();
    let (mut all, mut right) = (0, 0);
    let mut tried = BTreeSet::new();
    for dump in &dumps {
        for function in dump.functions.iter().filter(|one| whole.has(&one.name)) {
            all += 1;
            let Some(read) = dump.read.iter().find(|read| read.name == function.name) else {
                continue;
            };
            let Ok(text) = whole.with(read, &dump.read) else { continue };
            right += 1;
            if tried.insert(text.clone()) {
                let seen = bench.tried_text(&text, &as_it_is).unwrap();
                let pass = passes[dump.place].full_name();
                assert_eq!(seen, Seen::Right, "{pass}:\n{}", String::from_utf8_lossy(&text));
            }
        }
    }
    assert!(all > 100 && right * 100 >= all * 90, "{right} of {all}");
}

#[test]
fn what_is_not_known_is_an_error_by_name() {
    let check = |statement: &str, expected: &str| {
        let dump = format!(
            "int __GIMPLE (ssa)\nf (int x)\n{{\n  int _1;\n\n  __BB(2):\n  {statement}\n  return \
             _1;\n\n}}\n"
        );
        let read = read(&functions(&dump)[0]);
        assert_eq!(read.map(|read| read.text), Err(expected.to_owned()), "{statement}");
    };
    check("_1 = __BIT_FIELD_REF <int> (x_2(D), 3, 4);", "the operation __BIT_FIELD_REF");
    check("_1 = x_2(D) r<< 3;", "no ';' where there should be one");
    check("_1 = .POPCOUNT (x_2(D));", "no value: Some(Mark(\".\"))");
    check("_1 = (vector(4) int) x_2(D);", "the type vector");
    check("goto __BB9;", "a statement after the end of a block");
}

#[test]
fn values_that_paths_join_are_taken_before_any_is_given() {
    let dump = "int __GIMPLE (ssa)\nf (int x)\n{\n  int a;\n  int b;\n\n  __BB(2):\n  goto __BB3;\n\n  \
                __BB(3):\n  a_1 = __PHI (__BB2: x_3(D), __BB3: b_2);\n  b_2 = __PHI (__BB2: 0, \
                __BB3: a_1);\n  if (a_1 > 4)\n    goto __BB3;\n  else\n    goto __BB4(guessed(7));\n\n  \
                __BB(4):\n  return b_2;\n\n}\n";
    let expected = "int f(int x)\n{\n  int a;\n  int b;\n  int a_1;\n  int b_2;\nblock_2:;\n  { int \
                    take_0 = x; int take_1 = 0; a_1 = take_0; b_2 = take_1; goto block_3; \
                    }\nblock_3:;\n  if (a_1 > 4) { int take_0 = b_2; int take_1 = a_1; a_1 = take_0; \
                    b_2 = take_1; goto block_3; } else { goto block_4; }\nblock_4:;\n  return b_2;\n}\n";
    assert_eq!(read(&functions(dump)[0]).unwrap().text, expected);
}
