//! What each configuration compiles: the program's texts as its own
//! preprocessor gives them, at its level, with its options. Each distinct text
//! is judged once; where nothing can change the text, nobody is asked for it.

use std::ffi::{OsStr, OsString};
use std::io;

use elenchus_compilers::find;
use elenchus_compilers::run::{Finished, Limits, Room};
use elenchus_compilers::toolchain::{Tool, Toolchain};
use elenchus_judge::Unknown;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;

use crate::bench::Bench;
use crate::judge::{Judgement, Reading, language, language_at};
use crate::lab::{Configuration, Lab};
use crate::program::{Answer, Program, ProgramFile, mentions};
use crate::standard;

/// What is known of the texts of a program.
pub struct Readings {
    /// What its source says of it, as it is for x86-64.
    answer: Option<Answer>,
    distinct: Vec<Distinct>,
    /// Which of them a configuration compiles.
    of: Vec<(Configuration, usize)>,
    by_making: Vec<(Making, usize)>,
}

/// A text, and what is said of it.
pub struct Distinct {
    pub target: &'static str,
    /// Not there if the answer was known without it, or if there is no text.
    reading: Option<Reading>,
    pub judgement: Judgement,
    /// The configurations that compile it.
    pub configurations: Vec<Configuration>,
}

/// How a text is made: equal for configurations that certainly compile the same.
#[derive(PartialEq)]
struct Making {
    target: &'static str,
    language: Language,
    /// Nothing if the text is the same whoever makes it.
    command: Option<(Vec<OsString>, Option<u128>)>,
}

/// The largest text that is judged.
const LARGEST: u64 = 64 << 20;

/// With these words a program is another one at another time.
const CLOCKS: &[&str] = &["__TIME__", "__DATE__", "__TIMESTAMP__"];

impl Readings {
    pub fn new(answer: Option<Answer>) -> Readings {
        Readings { answer, distinct: Vec::new(), of: Vec::new(), by_making: Vec::new() }
    }

    /// What is said of the text that a configuration compiles, if it was read.
    pub fn judgement(&self, configuration: &Configuration) -> Option<&Judgement> {
        let of = self.of.iter().find(|(one, _)| one == configuration);
        of.and_then(|(_, at)| self.distinct.get(*at)).map(|one| &one.judgement)
    }

    /// All texts, in the order in which they were read.
    pub fn distinct(self) -> Vec<Distinct> {
        self.distinct
    }

    pub fn judgements(&self) -> impl Iterator<Item = &Judgement> {
        self.distinct.iter().map(|one| &one.judgement)
    }

    /// Reads and judges what a configuration compiles, unless the same text was.
    /// Of what an analyser reads there is nothing to say: it runs nothing.
    pub fn read(
        &mut self,
        lab: &Lab,
        bench: &Bench,
        configuration: &Configuration,
    ) -> io::Result<()> {
        let toolchain = &lab.toolchains[configuration.toolchain];
        if toolchain.tool == Tool::Analyser || self.judgement(configuration).is_some() {
            return Ok(());
        }
        let at = self.place(lab, bench, toolchain, &configuration.level)?;
        self.distinct[at].configurations.push(configuration.clone());
        self.of.push((configuration.clone(), at));
        Ok(())
    }

    /// The place of the text that a tool chain compiles at a level.
    fn place(
        &mut self,
        lab: &Lab,
        bench: &Bench,
        toolchain: &Toolchain,
        level: &[String],
    ) -> io::Result<usize> {
        let target = toolchain.target.name;
        let making = match making(lab, bench, toolchain, level)? {
            Ok(making) => making,
            Err(unknown) => return Ok(self.add(target, None, Judgement::Unknown(unknown))),
        };
        if let Some((_, at)) = self.by_making.iter().find(|(known, _)| *known == making) {
            return Ok(*at);
        }
        let usual = making.command.is_none()
            && target == Target::x86_64().name
            && language(&[]).is_ok_and(|usual| usual == making.language);
        let at = match &self.answer {
            Some(answer) if usual => self.add(target, None, Judgement::Valid(answer.clone())),
            _ => self.judged(target, reading(lab, bench, toolchain, level)?),
        };
        self.by_making.push((making, at));
        Ok(at)
    }

    fn judged(&mut self, target: &'static str, reading: Result<Reading, Unknown>) -> usize {
        let reading = match reading {
            Ok(reading) => reading,
            Err(unknown) => return self.add(target, None, Judgement::Unknown(unknown)),
        };
        let same = |one: &Distinct| one.reading.as_ref().is_some_and(|one| one.is_same(&reading));
        match self.distinct.iter().position(same) {
            Some(at) => at,
            None => {
                let judgement = reading.judgement();
                self.add(target, Some(reading), judgement)
            }
        }
    }

    fn add(
        &mut self,
        target: &'static str,
        reading: Option<Reading>,
        judgement: Judgement,
    ) -> usize {
        let configurations = Vec::new();
        self.distinct.push(Distinct { target, reading, judgement, configurations });
        self.distinct.len() - 1
    }
}

/// The text that a tool chain compiles at a level, made anew.
pub fn reading(
    lab: &Lab,
    bench: &Bench,
    toolchain: &Toolchain,
    level: &[String],
) -> io::Result<Result<Reading, Unknown>> {
    let flags = &bench.program.flags;
    let language = match language_at(toolchain, level, flags) {
        Ok(language) => language,
        Err(unknown) => return Ok(Err(unknown)),
    };
    if CLOCKS.iter().any(|clock| mentions(bench.program, clock)) {
        let why = "its text depends on the time when it is compiled";
        return Ok(Err(Unknown::NotPreprocessed(why.to_owned())));
    }
    let mut instead = None;
    let mut units = Vec::new();
    for file in bench.program.units() {
        let text = if is_done(lab, bench, toolchain, level, file)? {
            file.text.clone()
        } else {
            match text(lab, bench, toolchain, level, &file.name, &mut instead)? {
                Ok(text) => text,
                Err(why) => return Ok(Err(Unknown::NotPreprocessed(why))),
            }
        };
        units.push((file.name.clone(), text));
    }
    Ok(Ok(Reading { target: toolchain.target, language, units, instead }))
}

fn making(
    lab: &Lab,
    bench: &Bench,
    toolchain: &Toolchain,
    level: &[String],
) -> io::Result<Result<Making, Unknown>> {
    let target = toolchain.target.name;
    let flags = &bench.program.flags;
    let language = match language_at(toolchain, level, flags) {
        Ok(language) => language,
        Err(unknown) => return Ok(Err(unknown)),
    };
    if is_plain(lab, bench.program, toolchain, level)? {
        return Ok(Ok(Making { target, language, command: None }));
    }
    // Levels that have the same macros make the same text, if they differ in
    // nothing else.
    let is_level = |option: &String| option.starts_with("-O");
    let (optimise, rest): (Vec<String>, Vec<String>) = level.iter().cloned().partition(is_level);
    let hash = match rest.is_empty() {
        true => lab.predefined(toolchain, &optimise, flags)?.hash,
        false => None,
    };
    let level = if hash.is_some() { &rest } else { level };
    let command = toolchain.preprocess(level, flags, OsStr::new(""));
    Ok(Ok(Making { target, language, command: Some((command, hash)) }))
}

/// Whether the text of a program is the same for whoever compiles it.
fn is_plain(
    lab: &Lab,
    program: &Program,
    toolchain: &Toolchain,
    level: &[String],
) -> io::Result<bool> {
    let first = toolchain.levels.first().map_or(&[][..], Vec::as_slice);
    let options = toolchain.options(level, &program.flags);
    Ok(lab.predefined(toolchain, first, &[])?.leaves(program, &options))
}

/// Whether there is nothing to preprocess in a file.
fn is_done(
    lab: &Lab,
    bench: &Bench,
    toolchain: &Toolchain,
    level: &[String],
    file: &ProgramFile,
) -> io::Result<bool> {
    let preprocessed = file.name.as_encoded_bytes().ends_with(b".i");
    let has_lines = || {
        file.text.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"#"))
    };
    Ok(preprocessed || (!has_lines() && is_plain(lab, bench.program, toolchain, level)?))
}

/// What a configuration makes of a file; or why there is no text.
fn text(
    lab: &Lab,
    bench: &Bench,
    toolchain: &Toolchain,
    level: &[String],
    file: &OsStr,
    instead: &mut Option<String>,
) -> io::Result<Result<Vec<u8>, String>> {
    let flags = &bench.program.flags;
    let first = toolchain.levels.first().map_or(&[][..], Vec::as_slice);
    let mut said = None;
    if lab.predefined(toolchain, first, &[])?.gives_text {
        let done = ask(lab, bench, toolchain, toolchain.preprocess(level, flags, file))?;
        if done.succeeded() {
            return Ok(Ok(done.stdout));
        }
        said = Some(done);
    }
    let by = by_machine(toolchain, level, flags);
    if let Some(words) = &by {
        let done = ask(lab, bench, toolchain, words.iter().cloned().chain([file.into()]).collect());
        if let Some(done) = done.ok().filter(Finished::succeeded) {
            let command: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
            *instead = Some(command.join(" "));
            return Ok(Ok(done.stdout));
        }
    }
    Ok(Err(why(toolchain, said)))
}

/// Why a tool chain gives no text.
fn why(toolchain: &Toolchain, said: Option<Finished>) -> String {
    let Some(said) = said else {
        return format!("{} does not preprocess, and no `cc` does it instead", toolchain.name);
    };
    let stderr = String::from_utf8_lossy(&said.stderr).trim().to_owned();
    format!("{} does not preprocess it ({}): {stderr}", toolchain.name, said.end)
}

/// The machine's own preprocessor, where it is one for the same target, with all
/// definitions and folders of the configuration.
fn by_machine(toolchain: &Toolchain, level: &[String], flags: &[String]) -> Option<Vec<OsString>> {
    let data_model: &[&str] = match toolchain.target.name {
        "x86_64-linux" => &[],
        "i386-linux" => &["-m32"],
        _ => return None,
    };
    let standard = format!("-std={}", language_at(toolchain, level, flags).ok()?.name());
    let here = find::preprocessor();
    find::find(&here)?;
    let words = [here.as_str()].into_iter().chain(data_model.iter().copied()).map(OsString::from);
    let options = text_options(&toolchain.options(level, flags));
    let words = words.chain([standard.into()]).chain(options.into_iter().map(Into::into));
    Some(words.chain(["-E".into()]).collect())
}

/// Options that say which text a file is.
const TEXT: &[&str] =
    &["-D", "-U", "-I", "-include", "-imacros", "-isystem", "-iquote", "-idirafter"];

/// Those of some options that say which text a file is, with their words.
pub fn text_options(options: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut options = options.iter();
    while let Some(option) = options.next() {
        if TEXT.iter().any(|start| option.starts_with(start)) {
            found.push(option.clone());
            if TEXT.contains(&option.as_str()) {
                found.extend(options.next().cloned());
            }
        }
    }
    found
}

/// Whether the text of a program may depend on who preprocesses it: it asks for macros,
/// or uses names that may be some.
pub fn depends_on_macros(program: &Program) -> bool {
    let asks = |line: &[u8]| {
        let directive = line.trim_ascii().strip_prefix(b"#").map(<[u8]>::trim_ascii);
        directive.is_some_and(|rest| rest.starts_with(b"if") || rest.starts_with(b"elif"))
    };
    let asks_in = |file: &ProgramFile| file.text.split(|byte| *byte == b'\n').any(asks);
    program.files.iter().any(asks_in) || standard::reserved(program).is_some()
}

fn ask(
    lab: &Lab,
    bench: &Bench,
    toolchain: &Toolchain,
    words: Vec<OsString>,
) -> io::Result<Finished> {
    let limits = lab.allowance.of(toolchain).compiling(bench.program.size());
    let stdout = Room { keep: LARGEST, flood: LARGEST };
    lab.start(words, &bench.place()?, &Limits { stdout, ..limits })
}

#[cfg(test)]
mod tests {
    use super::*;
    use elenchus_compilers::toolchain::words;

    #[test]
    fn options_that_make_the_text() {
        let check = |options: &str, expected: &str| {
            assert_eq!(text_options(&words(options)).join(" "), expected, "{options}");
        };
        check("-w -DX -O2 -U Y -ffoo -I /a", "-DX -U Y -I /a");
        check("-include a.h -isystem/b -c", "-include a.h -isystem/b");
        check("-D", "-D");
    }

    #[test]
    fn programs_that_ask_who_compiles_them() {
        let check = |text: &str, expected: bool| {
            let files = vec![ProgramFile::new("program.c", text)];
            let program = Program { files, flags: Vec::new() };
            assert_eq!(depends_on_macros(&program), expected, "{text}");
        };
        check("#include <stdio.h>\n#define X 1\nint x = X;\n", false);
        check(" # ifdef X\n#endif\n", true);
        check("int x = __INT_MAX__;\n", true);
    }
}
