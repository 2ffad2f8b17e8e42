//! `elenchus.toml`: compilers and sources of a hunt, written down.

use std::path::{Path, PathBuf};

use elenchus_compilers::pipeline;
use elenchus_compilers::toolchain::{Given, Patience, Run, Tool, words};
use elenchus_produce::generate::Preset;
use serde::Deserialize;
use thiserror::Error;

use crate::paths;
use crate::source::Source;

/// The most seconds of processor time that a process may be given: a week.
pub const LONGEST: u64 = 7 * 86400;

/// The size of generated programs, unless somebody says otherwise.
pub const SIZE: u64 = 10_000;

/// The largest program of a hunt. Compilers take minutes for more, and a hunt that is
/// told to end could not end at once while it is written.
pub const LARGEST: u64 = 4 << 20;

/// What the file may say.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    compiler: Vec<Checked>,
    #[serde(default)]
    source: Vec<From>,
}

/// A compiler that makes sense.
#[derive(Deserialize)]
#[serde(try_from = "Compiler")]
struct Checked(Given);

impl TryFrom<Compiler> for Checked {
    type Error = String;

    fn try_from(compiler: Compiler) -> Result<Checked, String> {
        compiler.given().map(Checked)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Compiler {
    /// What it is started with; of a pipeline, there are several.
    command: Option<String>,
    pipeline: Option<Vec<String>>,
    /// `interpreter` or `analyser`, if it does not compile.
    kind: Option<String>,
    name: Option<String>,
    /// Options of each level, lowest first.
    #[serde(default)]
    levels: Vec<String>,
    /// What runs a program, `none` if nothing does.
    run: Option<String>,
    /// Seconds of processor time.
    compile_limit: Option<u64>,
    run_limit: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct From {
    preset: Option<String>,
    size: Option<u64>,
    /// In several files.
    #[serde(default)]
    split: bool,
    generator: Option<String>,
    corpus: Option<PathBuf>,
    enumerate: Option<PathBuf>,
    #[serde(default)]
    cflags: String,
    #[serde(default = "one")]
    weight: u32,
}

fn one() -> u32 {
    1
}

/// A source and how often it has its turn.
pub type Weighted = (Source, u32);

#[derive(Default, PartialEq, Debug)]
pub struct Config {
    pub compilers: Vec<Given>,
    pub sources: Vec<Weighted>,
}

#[derive(Debug, Error)]
pub enum ConfigError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{}: {what}", path.display())]
    Wrong { path: PathBuf, what: String },
}

impl Config {
    /// Reads a file; folders in it count from where it lies.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| ConfigError::Read { path: path.to_path_buf(), source })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Config::parse(&text, folder)
            .map_err(|what| ConfigError::Wrong { path: path.to_path_buf(), what })
    }

    fn parse(text: &str, folder: &Path) -> Result<Config, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        let compilers = file.compiler.into_iter().map(|Checked(given)| given).collect();
        let sources = file.source.into_iter().map(|source| source.weighted(folder));
        Ok(Config { compilers, sources: sources.collect::<Result<_, _>>()? })
    }
}

impl Compiler {
    fn given(self) -> Result<Given, String> {
        let (given, tool) = match (&self.command, &self.pipeline, self.kind.as_deref()) {
            (Some(command), None, kind) => (Given::command(command), tool(kind)?),
            (None, Some(steps), None) => {
                let steps: Vec<Vec<String>> = steps.iter().map(|step| words(step)).collect();
                if let Some(fault) = pipeline::fault(&steps) {
                    return Err(fault);
                }
                let first = Given::command(
                    steps.first().and_then(|step| step.first()).map_or("", |word| word),
                );
                (first, Tool::Pipeline(steps))
            }
            _ => return Err("a compiler has a command (and a kind), or a pipeline".into()),
        };
        let run = match self.run.as_deref() {
            None => Run::Native,
            Some("none") => Run::Never,
            Some(command) => Run::With(words(command)),
        };
        for (name, limit) in [("compile-limit", self.compile_limit), ("run-limit", self.run_limit)]
        {
            if limit.is_some_and(|limit| !(1..=LONGEST).contains(&limit)) {
                return Err(format!("{name} is a number of seconds from 1 to {LONGEST}"));
            }
        }
        let levels = self.levels.iter().map(|level| words(level)).collect();
        let patience = Patience { compile: self.compile_limit, run: self.run_limit };
        let name = self.name.unwrap_or(given.name);
        Ok(Given { name, levels, run, tool, patience, ..given })
    }
}

fn tool(kind: Option<&str>) -> Result<Tool, String> {
    match kind {
        None | Some("compiler") => Ok(Tool::Compiler),
        Some("interpreter") => Ok(Tool::Interpreter),
        Some("analyser") => Ok(Tool::Analyser),
        Some(other) => Err(format!("the kinds are compiler, interpreter, analyser; not `{other}`")),
    }
}

impl From {
    fn weighted(self, folder: &Path) -> Result<Weighted, String> {
        let cflags = &self.cflags;
        let source = match (&self.preset, &self.generator, &self.corpus, &self.enumerate) {
            (Some(preset), None, None, None) => generate(preset, self.size, self.split)?,
            (None, Some(command), None, None) => external(command, cflags, folder)?,
            (None, None, Some(corpus), None) => self::folder(&folder.join(corpus), cflags, folder)?,
            (None, None, None, Some(corpus)) => variants(&folder.join(corpus), cflags, folder)?,
            _ => return Err("a source has one of preset, generator, corpus, enumerate".into()),
        };
        match self.weight {
            0 => Err("a weight is at least 1".into()),
            weight => Ok((source, weight)),
        }
    }
}

/// Our generator by the name of a preset.
pub fn generate(preset: &str, size: Option<u64>, split: bool) -> Result<Source, String> {
    let names = || Preset::ALL.map(Preset::name).join(", ");
    let preset = Preset::by_name(preset)
        .ok_or_else(|| format!("there is no preset `{preset}`: they are {}", names()))?;
    let (preset, size) = (preset.name().into(), size.unwrap_or(SIZE));
    if !(1..=LARGEST).contains(&size) {
        return Err(format!("the size of a program is from 1 to {LARGEST} bytes"));
    }
    Ok(Source::Generate { preset, size, split, portable: false, dice: false })
}

/// The same, with vectors, `__int128` and more in some of its programs.
pub fn with_dice(source: Source) -> Source {
    match source {
        Source::Generate { preset, size, split, portable, .. } => {
            Source::Generate { preset, size, split, portable, dice: true }
        }
        other => other,
    }
}

/// The same with a planted defect in each program; other sources stay as they are.
pub fn planted(source: Source) -> Source {
    match source {
        Source::Generate { preset, size, .. } => Source::Plant { preset, size },
        other => other,
    }
}

/// Another generator, as it is named in a folder.
pub fn external(command: &str, cflags: &str, here: &Path) -> Result<Source, String> {
    if !command.contains("{out}") && !command.contains("{dir}") {
        return Err(format!(
            "the generator `{command}` has no {{out}} and no {{dir}}: where does it write to?"
        ));
    }
    let command = paths::command(command, here);
    Ok(Source::Command { command, flags: paths::options(cflags, here) })
}

/// The C files of a folder.
pub fn folder(folder: &Path, cflags: &str, here: &Path) -> Result<Source, String> {
    let source = Source::folder(folder, paths::options(cflags, here))
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    match source.count() {
        Some(0) => Err(none_in(folder)),
        _ => Ok(source),
    }
}

/// Variants of the C files below a folder.
pub fn variants(folder: &Path, cflags: &str, here: &Path) -> Result<Source, String> {
    let source = Source::variants(folder, paths::options(cflags, here))
        .map_err(|error| error.to_string())?;
    match &source {
        Source::Variants { files, .. } if files.is_empty() => Err(none_in(folder)),
        _ => Ok(source),
    }
}

fn none_in(folder: &Path) -> String {
    format!("there is no C file in {}", folder.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_can_be_said() {
        let text = r#"
            [[compiler]]
            command = "aarch64-linux-gnu-gcc -static"
            name = "arm"
            levels = ["", "-O2 -ftree-vectorize"]
            run = "qemu-aarch64 -cpu max"
            [[compiler]]
            command = "mycc"
            run = "none"
            compile-limit = 30
            [[compiler]]
            name = "llvm"
            pipeline = ["clang -c {in} -o {out}", "clang {in} -o {out}"]
            [[compiler]]
            command = "tcc -run {in}"
            kind = "interpreter"
            [[source]]
            preset = "mix"
            size = 500
            weight = 3
            [[source]]
            generator = "csmith --seed {seed} -o {out}"
            cflags = "-I/usr/include/csmith"
        "#;
        let config = Config::parse(text, Path::new("")).unwrap();
        let arm = &config.compilers[0];
        assert_eq!((arm.name.as_str(), arm.levels[1].len()), ("arm", 2));
        assert_eq!(arm.run, Run::With(vec!["qemu-aarch64".into(), "-cpu".into(), "max".into()]));
        assert_eq!(config.compilers[1].run, Run::Never);
        assert_eq!(config.compilers[1].patience.compile, Some(30));
        assert_eq!(config.compilers[2].command, ["clang"]);
        assert!(matches!(&config.compilers[2].tool, Tool::Pipeline(steps) if steps.len() == 2));
        assert_eq!(config.compilers[3].tool, Tool::Interpreter);
        assert_eq!(config.sources[0].1, 3);
        let Source::Command { flags, .. } = &config.sources[1].0 else { panic!() };
        assert_eq!(flags, &["-I/usr/include/csmith"]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let check = |text: &str, part: &str| {
            let error = Config::parse(text, Path::new("")).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        check("[[compiler]]\ncomand = 'gcc'", "line 2");
        check("[[compiler]]\nkind = 'analyser'", "has a command");
        check("[[compiler]]\ncommand = 'x'\nkind = 'odd'", "not `odd`");
        check("[[compiler]]\npipeline = ['a {in}']", "has no {out}");
        check("[[source]]\npreset = 'odd'", "arithmetic, scalar, mix, whole");
        check("[[compiler]]\ncommand = 'x'\nrun-limit = 9223372036854775807", "from 1 to 604800");
        check("[[compiler]]\ncommand = 'x'\ncompile-limit = -1", "line 3");
        check("[[source]]\npreset = 'mix'\nsize = 9223372036854775807", "from 1 to 4194304");
        check("[[source]]\npreset = 'mix'\nweight = 0", "at least 1");
        check("[[source]]\npreset = 'mix'\ncorpus = 'x'", "one of");
        check("[[source]]\ngenerator = 'csmith'", "{out}");
        check("[[source]]\ncorpus = 'no-such-folder'", "no-such-folder");
    }
}
