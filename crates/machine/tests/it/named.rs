//! What the machine does not carry out exactly stops the run by its name.

use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};

fn verdict(text: &str) -> Verdict {
    let mut program = Program::new(Target::x86_64(), Language::GNU11);
    assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted(), "{text}");
    Machine::new(Rc::new(program), Limits::default()).run(&[]).verdict
}

/// Each of these changes what a program does for gcc or clang, and is on none of the ways
/// that the machine goes.
#[test]
fn what_changes_the_meaning_of_a_program_stops_by_name() {
    for (text, name) in [
        ("__attribute__((constructor)) static void f(void) { } ", "constructor"),
        ("__attribute__((__destructor__)) static void f(void) { } ", "destructor"),
        ("static int g(void); int f(void) __attribute__((weakref(\"g\")));", "weakref"),
        ("__attribute__((optimize(\"wrapv\"))) int f(int x) { return x + 1; }", "optimize"),
        ("__attribute__((optimize(\"O2\", \"-ffast-math\"))) int f(void);", "optimize"),
        ("__attribute__((optimize(\"Ofast\"))) int f(void);", "optimize"),
        ("__attribute__((optimize(\"O1,no-strict-aliasing\"))) int f(void);", "optimize"),
        ("#pragma GCC optimize \"trapv\"\n", "GCC optimize"),
        ("#pragma GCC optimize (\"O3\", \"fast-math\")\n", "GCC optimize"),
        ("# pragma  GCC  optimize fast-math\n", "GCC optimize"),
        ("_Pragma(\"GCC optimize \\\"fast-math\\\"\")", "GCC optimize"),
        ("struct __attribute__((ms_struct)) s { char c; int b : 3; };", "ms_struct"),
        ("struct s { char c; int b : 3; } __attribute__((__ms_struct__));", "ms_struct"),
        ("#pragma ms_struct on\n", "ms_struct"),
        ("#pragma scalar_storage_order big-endian\n", "scalar_storage_order"),
        ("#pragma redefine_extname f g\n", "redefine_extname"),
        ("#pragma STDC CX_LIMITED_RANGE ON\n", "CX_LIMITED_RANGE"),
        ("#pragma clang fp reassociate(on)\n", "clang fp"),
        ("static int n __attribute__((noinit));", "noinit"),
        ("typedef float v __attribute__((ext_vector_type(4)));", "ext_vector_type"),
        ("typedef unsigned char b __attribute__((hardbool(1, 2)));", "hardbool"),
        ("typedef int far __attribute__((address_space(1)));", "address_space"),
        ("asm(\".data\\nn: .long 1\\n.text\");", "asm outside of functions"),
    ] {
        let said = verdict(&format!("{text} int main(void) {{ return 0; }}\n"));
        assert!(matches!(said, Verdict::Unsupported { .. }), "{text}: {said:?}");
        assert!(said.to_string().contains(name), "{text}: {said}");
    }
    let body = |text: &str| format!("int n = 1; int main(void) {{ {text} return 0; }}\n");
    for text in [
        "int __seg_gs *p = (int __seg_gs *)(unsigned long)&n; return *p;",
        "int __seg_fs *p = (int __seg_fs *)(unsigned long)&n; *p = 2;",
        "{\n#pragma STDC CX_LIMITED_RANGE ON\n}",
    ] {
        let said = verdict(&body(text));
        assert!(matches!(said, Verdict::Unsupported { .. }), "{text}: {said:?}");
    }
}

/// What looks like these and changes nothing does not stop.
#[test]
fn what_means_nothing_is_passed_over() {
    for text in [
        "__attribute__((optimize(\"O0\"))) int f(void);",
        "__attribute__((optimize(2))) int f(void);",
        "__attribute__((optimize(\"O1\", \"no-tree-vectorize\", \"-funroll-loops\"))) int f(void);",
        "#pragma GCC push_options\n#pragma GCC optimize (\"O3\")\n#pragma GCC pop_options\n",
        "#pragma GCC optimize 0\n#pragma GCC diagnostic push\n#pragma once\n",
        "#pragma ms_struct off\n#pragma scalar_storage_order default\n",
        "#pragma scalar_storage_order little-endian\n#pragma STDC CX_LIMITED_RANGE OFF\n",
        "#pragma unheard of\n__attribute__((unheard_of)) int f(void);",
        "asm(\"\");",
        "__attribute__((cold, noinline, visibility(\"hidden\"))) int f(void);",
    ] {
        let said = verdict(&format!("{text} int main(void) {{ return 0; }}\n"));
        assert_eq!(said, Verdict::Exit(0), "{text}");
    }
}
