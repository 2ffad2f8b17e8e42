//! The command of the accused compiler, made shorter.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::words;
use elenchus_judge::ProgramFile;
use elenchus_lang::target::Target;
use elenchus_reduce::flags::fewer;

use super::{Args, Refusal, rules, test};

/// What must stay as it is.
pub struct Shows<'a> {
    pub args: &'a Args,
    pub target: &'static Target,
    pub kept: &'a str,
    pub files: &'a [ProgramFile],
    pub scratch: &'a Scratch,
    pub stop: &'a AtomicBool,
}

impl Shows<'_> {
    /// The command without what the bug does not need.
    pub fn fewer(&self, command: &str) -> io::Result<String> {
        let left = fewer(&words(command), |words| self.is_shown_by(&line(words)))?;
        Ok(line(&left))
    }

    /// Whether a command does what is kept, for a program that is valid by what the
    /// command says of the language.
    fn is_shown_by(&self, command: &str) -> io::Result<bool> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let known = match rules(self.args, Some(command), self.scratch) {
            Ok((rules, Some(accused))) if std::ptr::eq(rules.target, self.target) => {
                let rules = rules.fit(self.files);
                test(self.args, &rules, Some(accused), self.files, self.scratch, self.stop)
            }
            _ => return Ok(false),
        };
        match known {
            Ok((_, kept)) => Ok(self.args.any_bug || kept.as_deref() == Some(self.kept)),
            Err(Refusal::Request(_)) => Ok(false),
            Err(Refusal::Environment(why)) => Err(io::Error::other(why)),
        }
    }
}

/// As one would type it.
fn line(words: &[String]) -> String {
    let quoted = |word: &String| match word.is_empty() || word.contains(char::is_whitespace) {
        true => format!("'{word}'"),
        false => word.clone(),
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
