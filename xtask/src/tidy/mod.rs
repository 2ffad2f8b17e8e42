//! `cargo xtask tidy`: what the compiler does not check about the repository.
//!
//! A check is a function from the tree of files to its violations, in a file
//! of its own, with one line in [`CHECKS`]. Checks read nothing but the tree,
//! so their tests need no repository.

mod banned;
mod claims;
mod figures;
mod found;
mod layers;
mod length;
mod links;
mod lints;
mod listed;
mod map;
mod module_docs;
mod paths;
mod size;
mod tree;

use std::process::ExitCode;

use anyhow::Result;
use elenchus_records::context::Context;

use tree::{Tree, Violation};

type Check = fn(&Tree) -> Vec<Violation>;

const CHECKS: &[(&str, Check)] = &[
    ("layers", layers::check),
    ("lints", lints::check),
    ("length", length::check),
    ("size", size::check),
    ("paths", paths::check),
    ("map", map::check),
    ("module-docs", module_docs::check),
    ("banned", banned::check),
    ("links", links::check),
    ("figures", figures::check),
    ("claims", claims::check),
    ("listed", listed::check),
    ("found", found::check),
];

pub fn run(ctx: &Context) -> Result<ExitCode> {
    let tree = Tree::load(ctx)?;
    let mut count = 0;
    for (name, check) in CHECKS {
        for violation in check(&tree) {
            println!("{violation} [{name}]");
            count += 1;
        }
    }
    if count == 0 {
        println!("tidy: {} files, {} checks, nothing to do", tree.files.len(), CHECKS.len());
    } else {
        println!("tidy: {count} to put right");
    }
    Ok(if count == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
