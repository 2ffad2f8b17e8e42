//! The judge, asked about a text that some configuration compiles.

use std::ffi::OsString;

use elenchus_compilers::flags;
use elenchus_compilers::toolchain::{STANDARD, Toolchain};
use elenchus_judge::{Judge, Touch, Unit, Unknown};
use elenchus_lang::rules::{Language, UnknownOption};
use elenchus_lang::target::Target;
use elenchus_machine::Limits;

pub use elenchus_judge::Judgement;

/// What a program may take; others are not judged.
pub(crate) const LIMITS: Limits =
    Limits { steps: 20_000_000, memory: 256 << 20, stack: 4 << 20, output: 1 << 20 };

/// A program after preprocessing, and what it is read as.
#[derive(Clone, Debug)]
pub struct Reading {
    pub target: &'static Target,
    pub language: Language,
    /// Names and texts of its units.
    pub units: Vec<(OsString, Vec<u8>)>,
    /// Who preprocessed it, if that was not the compiler itself.
    pub instead: Option<String>,
}

impl Reading {
    pub fn judgement(&self) -> Judgement {
        self.judge().judge(&self.units())
    }

    /// The accesses of a valid program to its volatile variables, in order;
    /// nothing if they are not known.
    pub fn volatiles(&self) -> Option<Vec<Touch>> {
        self.judge().volatiles(&self.units()).1
    }

    /// Whether it speaks of something of this name that it does not define.
    pub fn lacks(&self, name: &str) -> bool {
        self.judge().lacks(&self.units(), name)
    }

    /// Whether the same is to be said of both.
    pub fn is_same(&self, other: &Reading) -> bool {
        (self.target.name, self.language, &self.units)
            == (other.target.name, other.language, &other.units)
    }

    fn judge(&self) -> Judge<'_> {
        Judge::new(self.target, self.language, LIMITS)
    }

    fn units(&self) -> Vec<Unit<'_>> {
        self.units.iter().map(|(name, text)| Unit { name, text }).collect()
    }
}

/// The language of a program with these options, if nobody says more.
pub fn language(flags: &[String]) -> Result<Language, Unknown> {
    let flags = std::iter::once(STANDARD).chain(flags.iter().map(String::as_str));
    Language::GNU17.with_options(flags).map_err(Unknown::Dialect)
}

/// Options whose next word belongs to them.
const TAKE_A_WORD: &[&str] = &["-mllvm", "--param", "-Xlinker", "-Xassembler"];

/// How options begin that say what a program means; there are many others, and
/// what is not known of these is not passed over.
const TELLING: &[&str] = &["-f", "-std=", "-ansi", "-O", "-trigraphs"];

/// How options begin that lay out data otherwise. The target of a command was measured
/// with them; at a level, or for a program, nobody has looked.
const LAYOUT: &[&str] = &[
    "-m16",
    "-m32",
    "-m64",
    "-mx32",
    "-mabi=",
    "-malign-double",
    "-mms-bitfields",
    "-mlong-double-",
    "-m96bit-long-double",
    "-m128bit-long-double",
];

/// Options under which x87 may keep more digits than C says; and, in `@FILE`, options
/// that nobody here sees.
fn is_opaque(option: &str) -> bool {
    let x87 = ["-mno-sse", "-mno-sse2", "-msoft-float"].contains(&option);
    let keeps_more = option.strip_prefix("-mfpmath=").is_some_and(|unit| unit != "sse");
    x87 || keeps_more || option.starts_with('@')
}

/// The language that a tool chain compiles a program in at a level.
pub fn language_at(
    toolchain: &Toolchain,
    level: &[String],
    extra: &[String],
) -> Result<Language, Unknown> {
    let harmless = flags::all(toolchain.family);
    let options = toolchain.options(level, extra);
    let lays_out = |option: &&String| LAYOUT.iter().any(|start| option.starts_with(start));
    let unknown = level.iter().chain(extra).find(lays_out);
    if let Some(option) = unknown.or_else(|| options.iter().find(|one| is_opaque(one))) {
        return Err(Unknown::Dialect(UnknownOption(option.clone())));
    }
    let mut telling: Vec<String> = Vec::new();
    let mut options = options.into_iter();
    while let Some(option) = options.next() {
        if TAKE_A_WORD.contains(&option.as_str()) {
            options.next();
        } else if TELLING.iter().any(|start| option.starts_with(start))
            && !harmless.contains(&option)
        {
            telling.push(option);
        }
    }
    language(&telling)
}
