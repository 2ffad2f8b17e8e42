//! The options that say which C a file is in, as compilers have them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ArgMatches;
use clap::builder::PossibleValuesParser;
use elenchus_compilers::Preprocess;
use elenchus_lang::rules;
use elenchus_lang::target::{TARGETS, Target};

#[derive(clap::Args)]
#[command(next_help_heading = "Language")]
pub struct LanguageOptions {
    /// Look for headers in DIR
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<OsString>,

    /// Undefine a macro; -D and -U count in the order given
    #[arg(short = 'U', value_name = "NAME")]
    undefine: Vec<OsString>,

    /// The edition of C, also written -std=STD [default: gnu17]
    #[arg(long, value_name = "STD", value_parser = language, default_value = "gnu17",
          hide_default_value = true, overrides_with = "std")]
    std: rules::Language,

    /// What compilers are told of the language, as in -fwrapv, -funsigned-char,
    /// -fno-strict-aliasing; the last one counts
    #[arg(short = 'f', value_name = "OPTION", value_parser = dialect, allow_hyphen_values = true)]
    options: Vec<String>,

    /// The machine that the program is for
    #[arg(long, value_name = "TARGET", default_value = TARGETS[0].name, overrides_with = "target",
          value_parser = PossibleValuesParser::new(TARGETS.iter().map(|target| target.name)))]
    target: String,

    /// The compiler whose preprocessor is used, and its first arguments
    #[arg(long, value_name = "COMMAND", default_value = "cc", overrides_with = "cc")]
    cc: String,
}

impl LanguageOptions {
    /// The edition with what the options make of it.
    pub fn language(&self) -> Result<rules::Language, rules::UnknownOption> {
        let options: Vec<String> = self.options().collect();
        self.std.with_options(options.iter().map(String::as_str))
    }

    /// As compilers take them.
    fn options(&self) -> impl Iterator<Item = String> + '_ {
        self.options.iter().map(|option| format!("-f{option}"))
    }

    pub fn target(&self) -> &'static Target {
        Target::by_name(&self.target).unwrap_or(Target::x86_64())
    }

    /// The preprocessor with all options; `matches` tells the order of some.
    pub fn preprocess(&self, matches: &ArgMatches) -> Preprocess {
        let mut preprocess = Preprocess::new(self.cc.split_whitespace());
        // Said even if it is the default: the compiler's may be another.
        preprocess = preprocess.standard(self.std.name());
        if self.target == "i386-linux" {
            preprocess = preprocess.flag("-m32");
        }
        for option in self.options() {
            preprocess = preprocess.flag(option);
        }
        for folder in &self.include {
            preprocess = preprocess.include(folder);
        }
        let place = |id: &str| matches.indices_of(id).into_iter().flatten();
        let defines = place("define").zip(&self.define).map(|(at, name)| (at, true, name));
        let undefines = place("undefine").zip(&self.undefine).map(|(at, name)| (at, false, name));
        let mut macros: Vec<_> = defines.chain(undefines).collect();
        macros.sort();
        for (_, is_define, name) in macros {
            preprocess =
                if is_define { preprocess.define(name) } else { preprocess.undefine(name) };
        }
        preprocess
    }

    /// What the user should know of the combination of options.
    pub fn warning(&self) -> Option<String> {
        let native = ["x86_64-linux", "i386-linux"].contains(&self.target.as_str());
        (!native && self.cc == "cc").then(|| {
            format!(
                "`cc` takes headers and macros of this machine, not of {}: \
                 name a compiler for it with --cc, or give preprocessed files",
                self.target
            )
        })
    }
}

fn language(name: &str) -> Result<rules::Language, String> {
    let all = || rules::Language::names().collect::<Vec<_>>().join(", ");
    rules::Language::by_name(name).ok_or_else(|| format!("it is one of {}", all()))
}

fn dialect(option: &str) -> Result<String, rules::UnknownOption> {
    rules::Language::GNU17.with_options([format!("-f{option}").as_str()])?;
    Ok(option.to_owned())
}

/// Compilers write long options with one dash: `-std=c11` becomes `--std=c11`.
pub fn as_long_options(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut options_end = false;
    let rewrite = |argument: OsString| {
        options_end |= argument == "--";
        match argument.to_str() {
            Some(text) if !options_end && (text == "-std" || text.starts_with("-std=")) => {
                format!("-{text}").into()
            }
            _ => argument,
        }
    };
    arguments.map(rewrite).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dash_is_enough_for_std() {
        let given = ["elenchus", "-std=c11", "-std", "gnu99", "--", "-std=x"];
        let rewritten = as_long_options(given.into_iter().map(OsString::from));
        assert_eq!(rewritten, ["elenchus", "--std=c11", "--std", "gnu99", "--", "-std=x"]);
    }
}
