//! Where in a program a fault is, and how it stands where types have other sizes.

use std::path::Path;

use elenchus_blame::judged::{self, language, texts};
use elenchus_front::source::{Original, SourceFile, SourceText, file_of};
use elenchus_judge::{Judge, Judgement, Unit};
use elenchus_lang::target::TARGETS;
use elenchus_lang::tree;
use elenchus_machine::Verdict;
use serde::Serialize;

use super::{Asked, Standing};
use crate::program::{Answer, Program};

/// How a program stands on another target than that of the compiler.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OnTarget {
    pub target: &'static str,
    pub standing: Standing,
    /// What the machine says, with the answer if that is another.
    pub words: String,
}

/// The same text on all other targets; nothing if preprocessing makes another text of it
/// there.
pub fn others(asked: &Asked, own: Option<&Answer>, folder: &Path) -> Vec<OnTarget> {
    let Asked { program, toolchain, level, input, args } = *asked;
    let (Ok(texts), Ok(language)) =
        (texts(program, toolchain, level, folder), language(program, level))
    else {
        return Vec::new();
    };
    if !is_the_same_everywhere(program) {
        return Vec::new();
    }
    let units: Vec<Unit> = units(program, &texts).collect();
    let others = TARGETS.iter().filter(|target| target.name != toolchain.target.name);
    let look = |target| {
        let judge = Judge::new(target, language, judged::LIMITS);
        Judge { input: input.to_vec(), args: args.to_vec(), ..judge }.judge(&units)
    };
    others
        .map(|target| {
            let (standing, words) = match look(target) {
                Judgement::Valid(answer) if own == Some(&answer) => {
                    (Standing::Defined, "the same".to_owned())
                }
                Judgement::Valid(answer) => {
                    let output = elenchus_judge::bytes::quoted(answer.output.trim_ascii_end(), 60);
                    (Standing::Defined, format!("{output}, {}", answer.end))
                }
                fault @ Judgement::Invalid(_) => (Standing::AtFault, fault.to_string()),
                other => (Standing::Unknown, other.to_string()),
            };
            OnTarget { target: target.name, standing, words }
        })
        .collect()
}

fn units<'a>(program: &'a Program, texts: &'a [Vec<u8>]) -> impl Iterator<Item = Unit<'a>> {
    program.units().zip(texts).map(|(file, text)| Unit { name: &file.name, text })
}

/// Whether nothing in a program is for the preprocessor: neither a directive nor a macro
/// that compilers have by themselves, such as `__SIZE_TYPE__`.
fn is_the_same_everywhere(program: &Program) -> bool {
    let is_directive = |line: &[u8]| line.trim_ascii_start().first() == Some(&b'#');
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_macro =
        |word: &[u8]| word.starts_with(b"__") && !word.iter().any(u8::is_ascii_lowercase);
    program.files.iter().all(|file| {
        let text = &file.text;
        !text.split(|byte| *byte == b'\n').any(is_directive)
            && !text.split(|byte| !is_word(byte)).any(is_macro)
    })
}

/// Where a fault is, as `file:line:column` of what the user wrote.
pub fn place(asked: &Asked, verdict: &Verdict, folder: &Path) -> Option<String> {
    let Asked { program, toolchain, level, .. } = *asked;
    let texts = texts(program, toolchain, level, folder).ok()?;
    let mut tree = tree::Program::new(toolchain.target, language(program, level).ok()?);
    let mut files = Vec::new();
    for (file, text) in program.units().zip(texts) {
        let name = file.name.to_string_lossy().into_owned();
        let original = Original::File(file.text.clone());
        files.push(SourceFile::parse(&mut tree, SourceText { name, text, original }));
    }
    let span = verdict.span()?;
    let spot = file_of(&files, span)?.spot(span);
    let column = spot.column.map_or(String::new(), |column| format!(":{column}"));
    let file = Path::new(spot.file).file_name().unwrap_or_default().to_string_lossy();
    Some(format!("{file}:{}{column}", spot.line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ProgramFile;

    #[test]
    fn what_the_preprocessor_may_change_is_not_the_same_everywhere() {
        let check = |text: &str, expected: bool| {
            let files = vec![ProgramFile::new("program.c", text)];
            let program = Program { files, flags: Vec::new() };
            assert_eq!(is_the_same_everywhere(&program), expected, "{text}");
        };
        check("int main(void) { return 0; }", true);
        check("__attribute__((noinline)) int f(void);", true);
        check("  #include <stdio.h>\n", false);
        check("void *malloc(__SIZE_TYPE__);", false);
        check("int a = __LONG_MAX__ > 7;", false);
        check("int __x1, __;", false);
    }
}
