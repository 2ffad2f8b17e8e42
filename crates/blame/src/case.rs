//! A program that one compiler gets wrong.

use elenchus_compilers::toolchain::{Given, Toolchain, words};
use elenchus_judge::{Answer, Program};

/// A program, the compiler that gets it wrong, and what would be right.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    pub toolchain: &'a Toolchain,
    /// What the compiler is told besides, such as `-O2`.
    pub level: Vec<String>,
    pub program: &'a Program,
    /// What the program reads from its standard input.
    pub input: Vec<u8>,
    /// Its arguments, without its name.
    pub args: Vec<String>,
    /// What it does when it is compiled rightly. Nobody needs to know that if it
    /// is not compiled at all.
    pub expected: Option<Answer>,
}

/// A command as users write it, `gcc-12 -O2 -fwrapv`: the compiler, and what it is
/// told, which can be changed.
pub fn parted(command: &str) -> (Given, Vec<String>) {
    let mut program = words(command);
    let first = program.iter().position(|word| word.starts_with('-')).unwrap_or(program.len());
    let level = program.split_off(first);
    (Given { command: program.clone(), ..Given::command(&program.join(" ")) }, level)
}

/// Whether flags choose a level.
pub fn has_level(flags: &[String]) -> bool {
    flags.iter().any(|flag| flag.starts_with("-O"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_a_compiler_and_flags() {
        let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let check = |text: &str, command: &[&str], level: &[&str]| {
            let (given, flags) = parted(text);
            assert_eq!((given.command, flags), (own(command), own(level)), "{text}");
        };
        check("gcc-12 -O2 -fwrapv", &["gcc-12"], &["-O2", "-fwrapv"]);
        check("ccache gcc -O1 -D 'A B'", &["ccache", "gcc"], &["-O1", "-D", "A B"]);
        check("tcc", &["tcc"], &[]);
    }
}
