//! docs/undefined.md, the page of all kinds of undefined behaviour, is what
//! their table gives. With `ELENCHUS_BLESS` set it is written anew.

use std::fmt::Write as _;
use std::{env, fs};

use elenchus_lang::undefined::Undefined;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/undefined.md");

const INTRODUCTION: &str = "\
# Kinds of undefined behaviour

<!-- made by `cargo xtask bless page_of_kinds` -->

What `elenchus run` can find, by area: the name of the kind, where C11 says so,
what it means, a program that has it and the nearest program that is defined.
`elenchus explain KIND` shows the same.
";

#[test]
fn page_of_kinds() {
    let page = page();
    if env::var_os("ELENCHUS_BLESS").is_some() {
        fs::write(PAGE, &page).unwrap();
    }
    let found = fs::read_to_string(PAGE).unwrap();
    assert!(found == page, "docs/undefined.md is not fresh: cargo xtask bless page_of_kinds");
}

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    let mut area = None;
    for &kind in Undefined::all() {
        if area.replace(kind.area()) != Some(kind.area()) {
            write!(page, "\n## {}\n", kind.area().name()).unwrap();
        }
        let example = kind.example();
        write!(
            page,
            "\n### {}\n\n*{}* ({}). {}\n\n```c\n{}```\n\nDefined:\n\n```c\n{}```\n",
            kind.id(),
            kind.message(),
            kind.source(),
            kind.explain(),
            example.text,
            example.twin
        )
        .unwrap();
        if let Some(with) = example.with {
            write!(page, "\nEither is linked with this file:\n\n```c\n{with}```\n").unwrap();
        }
    }
    page
}
