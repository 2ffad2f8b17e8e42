//! The programs of gcc.c-torture/execute that gcc's code passes here.
//!
//! A program passes when `gcc -std=gnu11 -O0` compiles it and it ends with
//! status 0. Options in a test's own comments count where they name no target
//! and say which C it is in (`-std=`, `-fwrapv`): the machine is given them, too. Others
//! (`-finstrument-functions`) do not, nor do those of its `.x` file.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use elenchus_records::context::Context;
use elenchus_records::packages::need;
use serde::{Deserialize, Serialize};

use crate::call::call;
use crate::corpus::{STANDARD, gcc, version};
use crate::hash::fnv1a;
use crate::native::{self, Ended};
use crate::parallel;

/// What a program may take.
const SECONDS: u64 = 10;

/// Part of the name of what is kept: changes with what is done here.
const EDITION: u32 = 3;

/// Options beside `-std=` that say which language a program is in.
const LANGUAGE: &[&str] =
    &["-fgnu89-inline", "-fwrapv", "-fno-strict-aliasing", "-fno-strict-overflow"];

/// A program that passes natively.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Passing {
    /// From the folder `execute` on.
    pub name: String,
    pub standard: String,
    /// What else says which language it is in.
    pub options: Vec<String>,
    /// Its preprocessed units.
    pub texts: Vec<PathBuf>,
    /// What it prints.
    pub output: Vec<u8>,
}

/// The programs that pass, kept in `target/torture` with their texts.
pub fn passing(ctx: &Context) -> Result<Vec<Passing>> {
    let suite = gcc(ctx)?.join("gcc.c-torture/execute");
    need(["gcc"])?;
    let key = fnv1a(format!("{EDITION} {}", version("gcc")?).as_bytes()) as u32;
    let folder = ctx.path("target/torture").join(format!("gcc-{key:08x}"));
    let list = folder.join("passing.json");
    if let Ok(text) = std::fs::read(&list) {
        return Ok(serde_json::from_slice(&text)?);
    }
    println!("asking gcc which programs of gcc.c-torture/execute pass");
    let tests = tests(&suite)?;
    let answers = parallel::map(&tests, ctx.threads, |test| test.ask(&suite, &folder));
    let mut passing = Vec::new();
    for answer in answers {
        passing.extend(answer?);
    }
    std::fs::write(&list, serde_json::to_vec(&passing)?)?;
    Ok(passing)
}

/// A test with all that belongs to it.
#[derive(Debug, PartialEq, Eq)]
struct Test {
    name: String,
    /// From the folder `execute` on; the first is the test itself.
    units: Vec<String>,
}

fn tests(suite: &Path) -> Result<Vec<Test>> {
    let mut tests = Vec::new();
    for folder in ["", "ieee/", "builtins/"] {
        let entries = std::fs::read_dir(suite.join(folder))?.collect::<Result<Vec<_>, _>>()?;
        let names = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned());
        tests.extend(names.filter_map(|name| test(folder, &name)));
    }
    tests.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tests)
}

fn test(folder: &str, name: &str) -> Option<Test> {
    let stem = name.strip_suffix(".c")?;
    let name = format!("{folder}{name}");
    if folder != "builtins/" {
        return Some(Test { name: name.clone(), units: vec![name] });
    }
    if stem.ends_with("-lib") {
        return None;
    }
    let units = vec![name.clone(), format!("{folder}{stem}-lib.c"), format!("{folder}lib/main.c")];
    Some(Test { name, units })
}

impl Test {
    /// Compiles and runs it; where it passes, its texts are made too.
    fn ask(&self, suite: &Path, folder: &Path) -> Result<Option<Passing>> {
        let source = std::fs::read(suite.join(&self.name))?;
        let options = options(&String::from_utf8_lossy(&source));
        let standard = options.iter().rev().find_map(|option| option.strip_prefix("-std="));
        let standard = standard.unwrap_or(STANDARD).to_string();
        let language = options.iter().filter(|option| LANGUAGE.contains(&option.as_str()));
        let language: Vec<String> = language.cloned().collect();
        let mut args = vec![format!("-std={STANDARD}"), "-w".to_string()];
        args.extend(options);
        if self.units.len() > 1 {
            args.push(format!("-I{}", suite.join("builtins").display()));
        }
        let stem = self.name.trim_end_matches(".c");
        let program = folder.join(stem).with_extension("exe");
        std::fs::create_dir_all(program.parent().context("it is in a folder")?)?;
        let build = call("gcc").args(&args).args(["-O0", "-o"]).arg(&program);
        let build = build.args(self.units.iter().map(|unit| suite.join(unit))).arg("-lm");
        if !build.seconds(120).run()?.succeeded() {
            return Ok(None);
        }
        let ran = native::execute(call(&program), SECONDS);
        std::fs::remove_file(&program)?;
        let ran = ran?;
        if ran.end != Ended::Code(0) {
            return Ok(None);
        }
        let mut texts = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let text = folder.join(format!("{stem}.{number}.i"));
            let made = call("gcc").args(&args).arg("-E").arg(suite.join(unit)).run()?;
            if !made.succeeded() {
                return Ok(None);
            }
            std::fs::write(&text, made.stdout)?;
            texts.push(text);
        }
        let (name, output) = (self.name.clone(), ran.output);
        Ok(Some(Passing { name, standard, options: language, texts, output }))
    }
}

/// The options in `dg-options` and `dg-additional-options` without a target.
fn options(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in source.lines().filter(|line| line.contains("dg-")) {
        let rest = line.split_once("dg-options").or(line.split_once("dg-additional-options"));
        let mut parts = rest.map_or("", |(_, rest)| rest).split('"');
        let (Some(_), Some(words), Some(after)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        if !after.contains("target") {
            let simple = |word: &&str| {
                let starts = ["-D", "-std="].iter().any(|known| word.starts_with(known));
                starts || LANGUAGE.contains(word)
            };
            found.extend(words.split_whitespace().filter(simple).map(str::to_string));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_without_a_target_count() {
        let source = "/* { dg-options \"-O2 -fwrapv -DY -std=c99\" } */\n\
             /* { dg-additional-options \"-DX=1\" { target avr } } */\n\
             /* { dg-options { \"-fgnu89-inline\" } } */ int i; // dg-do\n";
        assert_eq!(options(source), ["-fwrapv", "-DY", "-std=c99", "-fgnu89-inline"]);
    }

    #[test]
    fn builtins_have_companions() {
        assert_eq!(test("", "README"), None);
        assert_eq!(test("builtins/", "abs-1-lib.c"), None);
        let abs = test("builtins/", "abs-1.c").unwrap();
        assert_eq!(abs.units, ["builtins/abs-1.c", "builtins/abs-1-lib.c", "builtins/lib/main.c"]);
        assert_eq!(test("ieee/", "hugeval.c").unwrap().units, ["ieee/hugeval.c"]);
    }
}
