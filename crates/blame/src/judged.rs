//! What the abstract machine says of a case: the right answer, if there is one.

use std::path::Path;

use elenchus_compilers::Preprocess;
use elenchus_compilers::toolchain::{Family, STANDARD, Toolchain};
use elenchus_judge::{Judge, Judgement, Program, Unit, Unknown};
use elenchus_lang::rules::Language;
use elenchus_machine::Limits;

/// A program that is looked at by itself may take longer than one of a hunt.
pub const LIMITS: Limits =
    Limits { steps: 500_000_000, memory: 1 << 30, stack: 8 << 20, output: 1 << 20 };

/// Judges a program whose files lie in `folder`, read as the compiler reads it
/// when it is told `level`.
pub fn judged(
    program: &Program,
    toolchain: &Toolchain,
    level: &[String],
    input: &[u8],
    args: &[String],
    folder: &Path,
) -> Judgement {
    let texts = match texts(program, toolchain, level, folder) {
        Ok(texts) => texts,
        Err(why) => return Judgement::Unknown(why),
    };
    let language = match language(program, level) {
        Ok(language) => language,
        Err(why) => return Judgement::Unknown(why),
    };
    let units = program.units().zip(&texts);
    let units: Vec<Unit> = units.map(|(file, text)| Unit { name: &file.name, text }).collect();
    let judge = Judge {
        input: input.to_vec(),
        args: args.to_vec(),
        ..Judge::new(toolchain.target, language, LIMITS)
    };
    judge.judge(&units)
}

fn flags<'a>(program: &'a Program, level: &'a [String]) -> impl Iterator<Item = &'a str> {
    level.iter().chain(&program.flags).map(String::as_str)
}

/// What a program is written in when the compiler is told `level`.
pub fn language(program: &Program, level: &[String]) -> Result<Language, Unknown> {
    let flags = std::iter::once(STANDARD).chain(flags(program, level));
    Language::GNU17.with_options(flags).map_err(Unknown::Dialect)
}

/// The files as the compiler reads them when it is told `level`.
pub fn texts(
    program: &Program,
    toolchain: &Toolchain,
    level: &[String],
    folder: &Path,
) -> Result<Vec<Vec<u8>>, Unknown> {
    let language = language(program, level)?;
    let mut command = Preprocess::new(toolchain.preprocessor()).within(folder);
    if toolchain.family != Family::Other {
        // With optimisation, glibc's headers define some functions of the library again.
        command = command.standard(language.name()).flag("-fno-inline");
    }
    let command = flags(program, level).fold(command, |all, flag| all.flag(flag));
    let text = |name| {
        let text = command.run(&folder.join(name));
        text.map_err(|error| Unknown::NotPreprocessed(error.to_string()))
    };
    program.units().map(|file| text(&file.name)).collect()
}
