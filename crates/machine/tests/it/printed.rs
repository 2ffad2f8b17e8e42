//! What is printed is told as it is printed, and only what stays.

use std::cell::RefCell;
use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Stream, Verdict};

const PRINTS: &str = r#"
struct _IO_FILE; extern struct _IO_FILE *stderr;
int printf(const char *, ...); int fputs(const char *, struct _IO_FILE *);
int main(void) {
  printf("one %d\n", 1);
  fputs("two\n", stderr);
  __attribute__((assume(printf("not really\n") > 0)));
  printf("three\n");
  return 0;
}
"#;

#[test]
fn what_is_undone_is_not_told() {
    let language = Language::by_name("gnu11").expect("a language");
    let mut program = Program::new(Target::x86_64(), language);
    let parsed = parse_unit(&mut program, "prints.i", PRINTS.as_bytes());
    assert!(parsed.accepted());
    let told = Rc::new(RefCell::new(Vec::new()));
    let to = Rc::clone(&told);
    let outcome = Machine::new(Rc::new(program), Limits::default())
        .with_printer(Box::new(move |stream, text| to.borrow_mut().push((stream, text.to_vec()))))
        .run(&[]);
    assert_eq!(outcome.verdict, Verdict::Exit(0));
    assert_eq!(outcome.output, b"one 1\nthree\n");
    let expected = [
        (Stream::Output, b"one 1\n".to_vec()),
        (Stream::Errors, b"two\n".to_vec()),
        (Stream::Output, b"three\n".to_vec()),
    ];
    assert_eq!(*told.borrow(), expected);
}
