//! The files of GCC's test suite that `gcc -std=gnu11 -w` accepts.
//!
//! Options in the files' own comments (dg-options) are not honoured: the sets
//! are the files that are valid as they stand.

use std::path::{Path, PathBuf};

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::packages::need;

use super::{STANDARD, folder, gcc, version};
use crate::hash::fnv1a;
use crate::parallel;
use crate::{compile, files};

/// How many files of gcc.dg are in its sample.
pub const DG_SAMPLE: usize = 3000;

/// The call that decides, as lists that are kept name it.
const CALL: &str = "gcc -std=gnu11 -w -fsyntax-only";

/// How long gcc may take for a file.
const SECONDS: u64 = 300;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Set {
    /// gcc.c-torture/execute with ieee and builtins, without helper files.
    Execute,
    /// gcc.c-torture/compile.
    Compile,
    /// A fixed sample of [`DG_SAMPLE`] accepted files of gcc.dg and its
    /// folders: the first in the order of FNV-1a (64 bits) of the path from
    /// `gcc.dg` on, so that it depends on nothing but the names.
    Dg,
}

impl Set {
    pub fn name(self) -> &'static str {
        match self {
            Set::Execute => "execute",
            Set::Compile => "compile",
            Set::Dg => "dg",
        }
    }

    fn root(self) -> &'static str {
        match self {
            Set::Execute => "gcc.c-torture/execute",
            Set::Compile => "gcc.c-torture/compile",
            Set::Dg => "gcc.dg",
        }
    }

    /// The candidates among all files, in the order in which they are taken.
    fn order(self, mut files: Vec<String>) -> Vec<String> {
        match self {
            Set::Execute => {
                files.retain(|file| !file.contains("/lib/"));
                files.sort();
            }
            Set::Compile => files.sort(),
            Set::Dg => files.sort_by_key(|file| (fnv1a(file.as_bytes()), file.clone())),
        }
        files
    }

    fn limit(self) -> usize {
        match self {
            Set::Execute | Set::Compile => usize::MAX,
            Set::Dg => DG_SAMPLE,
        }
    }
}

/// The accepted files of `set`, in a fixed order.
pub fn accepted(ctx: &Context, set: Set) -> Result<Vec<PathBuf>> {
    let suite = gcc(ctx)?;
    need(["gcc"])?;
    let list = folder(ctx)?.join(format!("{}.list", set.name()));
    let key = key()?;
    if let Some(names) = read_list(&list, &key) {
        return Ok(names.iter().map(|name| suite.join(name)).collect());
    }
    println!("corpus: asking gcc which files of {} it accepts", set.root());
    let files = files::below(&suite.join(set.root()), "c")?;
    let names = files.iter().filter_map(|file| file.strip_prefix(&suite).ok());
    let candidates = set.order(names.map(|name| name.to_string_lossy().into_owned()).collect());
    let names = filter(ctx, &suite, &candidates, set.limit())?;
    std::fs::write(&list, format!("{key}\n{}\n", names.join("\n")))?;
    Ok(names.iter().map(|name| suite.join(name)).collect())
}

/// What a cached list depends on: its first line.
fn key() -> Result<String> {
    Ok(format!("# {CALL}: {}", version("gcc")?))
}

fn read_list(list: &Path, key: &str) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(list).ok()?;
    let mut lines = text.lines();
    (lines.next() == Some(key)).then(|| lines.map(str::to_string).collect())
}

/// The first `limit` candidates that gcc accepts, asked in batches so that a
/// sample does not ask about the whole suite.
fn filter(ctx: &Context, suite: &Path, candidates: &[String], limit: usize) -> Result<Vec<String>> {
    let mut taken = Vec::new();
    for batch in candidates.chunks(256) {
        let answers = parallel::map(batch, ctx.threads, |name| accepts(&suite.join(name)));
        for (name, answer) in batch.iter().zip(answers) {
            if answer? && taken.len() < limit {
                taken.push(name.clone());
            }
        }
        if taken.len() == limit {
            break;
        }
    }
    Ok(taken)
}

fn accepts(file: &Path) -> Result<bool> {
    let check = compile::sources("gcc", STANDARD).arg("-fsyntax-only").arg(file);
    Ok(check.seconds(SECONDS).keep(0).run()?.succeeded())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helper_files_are_left_out() {
        let files = ["x/execute/b.c", "x/execute/builtins/lib/main.c", "x/execute/a.c"];
        let order = Set::Execute.order(files.map(str::to_string).to_vec());
        assert_eq!(order, ["x/execute/a.c", "x/execute/b.c"]);
    }
}
