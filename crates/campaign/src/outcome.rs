//! What became of a program on one configuration.

use elenchus_compilers::breakdown::breaks_down;
use elenchus_compilers::run::{End, Finished};
use elenchus_judge::bytes;
use serde::{Deserialize, Serialize};

use crate::program::{Answer, Ended};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Outcome {
    /// The compiler broke down, and said this.
    Crash {
        message: String,
        /// What ended it, if it did not end by itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signal: Option<i32>,
    },
    /// The compiler did not end.
    Hang,
    /// The compiler printed without end.
    Flood,
    /// The compiler filled its folder.
    Full,
    /// The compiler started processes without end.
    Swarm,
    /// The compiler took memory without end.
    Greedy,
    /// The compiler refused the program, and said this.
    Rejected { message: String },
    /// The compiler ended well, and made nothing that could be started.
    NoProgram,
    /// The program has no definition of something that it uses, says the linker.
    Undefined { name: String },
    /// It compiled, and was not run.
    Compiled,
    /// It ran to an end.
    Ran(Answer),
    /// The program did not end.
    Endless {
        #[serde(with = "bytes::stored")]
        output: Vec<u8>,
    },
    /// The program printed, wrote files or started processes without end.
    Gush,
    /// Two compilations gave different programs.
    Unstable,
    /// With debugging information it is another program, says the compiler.
    DebugDiffers { message: String },
    /// The program accessed a volatile object otherwise: reads and writes with
    /// their sizes.
    Accesses { object: String, offset: u64, expected: String, actual: String },
    /// A sanitizer stopped the program, and said this.
    Alarm { message: String },
    /// This defect, in this line, goes unseen; or, where something is `said`, something else
    /// is seen.
    Unseen { defect: String, file: String, line: usize, said: Option<String> },
    /// The compiler took so many milliseconds, others this.
    Slow { time: u64, usual: u64 },
    /// The compiler took so many kilobytes of memory, others this.
    Bloated { memory: u64, usual: u64 },
    /// We were interrupted.
    Stopped,
}

/// Whether every error of a compiler is a warning that it takes for one, as
/// clang does with `a < b < c`: the flag that would turn it off is named.
pub fn only_warns(message: &str) -> bool {
    let is_warning = |line: &str| line.contains("[-W") && line.ends_with(']');
    let mut errors = message.lines().filter(|line| line.contains("error: ")).peekable();
    errors.peek().is_some() && errors.all(is_warning)
}

/// A shell says so of a command that was ended by a signal.
const BY_SIGNAL: i32 = 128;

impl Outcome {
    /// What a compiler did, if it gave no program.
    pub fn of_compiler(finished: &Finished) -> Option<Outcome> {
        let said = [&finished.stderr[..], &finished.stdout[..]].concat();
        let message = String::from_utf8_lossy(&said).trim().to_owned();
        match finished.end {
            End::Exit(0) => None,
            // A driver says so of the compiler that it started.
            End::Exit(_) if message.contains("File size limit exceeded") => Some(Outcome::Full),
            End::Exit(status) if status > BY_SIGNAL || breaks_down(&message) => {
                Some(Outcome::Crash { message, signal: None })
            }
            End::Exit(_) => Some(Outcome::Rejected { message }),
            End::Signal(signal) => {
                let message = format!("{message}\nsignal {signal}");
                Some(Outcome::Crash { message, signal: Some(signal) })
            }
            End::Cpu | End::Wall => Some(Outcome::Hang),
            End::Flood => Some(Outcome::Flood),
            End::Full => Some(Outcome::Full),
            End::Swarm => Some(Outcome::Swarm),
            End::Memory => Some(Outcome::Greedy),
            End::Stopped => Some(Outcome::Stopped),
        }
    }

    /// What a program did.
    pub fn of_program(finished: Finished) -> Outcome {
        let output = finished.stdout;
        match finished.end {
            End::Exit(status) => Outcome::Ran(Answer { end: Ended::Status(status), output }),
            End::Signal(signal) => Outcome::Ran(Answer::signal(signal)),
            End::Cpu | End::Wall => Outcome::Endless { output },
            End::Flood | End::Full | End::Memory | End::Swarm => Outcome::Gush,
            End::Stopped => Outcome::Stopped,
        }
    }

    /// In a few words, for people.
    pub fn in_words(&self) -> String {
        match self {
            Outcome::Crash { .. } => "the compiler crashes".into(),
            Outcome::Hang => "the compiler does not end".into(),
            Outcome::Flood => "the compiler prints without end".into(),
            Outcome::Full => "the compiler writes files without end".into(),
            Outcome::Swarm => "the compiler starts processes without end".into(),
            Outcome::Greedy => "the compiler takes memory without end".into(),
            Outcome::Rejected { .. } => "the compiler rejects it".into(),
            Outcome::NoProgram => "the compiler ends well and makes no program".into(),
            Outcome::Undefined { name } => format!("the program does not define `{name}` (6.9p5)"),
            Outcome::Compiled => "compiles".into(),
            Outcome::Ran(answer) => {
                format!("{}, {}", bytes::quoted(answer.output.trim_ascii_end(), 60), answer.end)
            }
            Outcome::Endless { .. } => "the program does not end".into(),
            Outcome::Gush => "the program prints without end".into(),
            Outcome::Unstable => "two compilations give different programs".into(),
            Outcome::DebugDiffers { .. } => "debugging information changes the code".into(),
            Outcome::Accesses { object, offset, expected, actual } => {
                let same = expected.bytes().zip(actual.bytes()).take_while(|(a, b)| a == b).count();
                let part = |text: &str| -> String {
                    text.chars().skip(same.saturating_sub(10)).take(30).collect()
                };
                let (expected, actual) = (part(expected), part(actual));
                format!("the volatile {object}+{offset} is accessed {actual} instead of {expected}")
            }
            Outcome::Alarm { .. } => "a sanitizer stops the program".into(),
            Outcome::Unseen { defect, line, said: None, .. } => {
                format!("no alarm, and line {line} has this defect: {defect}")
            }
            Outcome::Unseen { defect, line, said: Some(said), .. } => {
                format!("it is line {line} that has this defect: {defect}; but it says: {said}")
            }
            Outcome::Slow { time, usual } => {
                format!("the compiler takes {time} ms of processor time; usual are {usual} ms")
            }
            Outcome::Bloated { memory, usual } => {
                format!("the compiler takes {memory} kB of memory; usual are {usual} kB")
            }
            Outcome::Stopped => "interrupted".into(),
        }
    }

    /// What the compiler said, if it matters.
    pub fn message(&self) -> Option<&str> {
        match self {
            Outcome::Crash { message, .. }
            | Outcome::Rejected { message }
            | Outcome::DebugDiffers { message }
            | Outcome::Alarm { message } => Some(message),
            Outcome::NoProgram => Some("error: it ended well and made no program"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::only_warns;

    #[test]
    fn warnings_that_are_errors_are_told_from_errors() {
        let chained = "a.c:1:36: error: chained comparison 'X < Y < Z' does not behave the same \
                       as a mathematical expression [-Wparentheses]";
        assert!(only_warns(chained));
        assert!(only_warns(&format!("{chained}\n    1 | return a < b < c;\n1 error generated.")));
        assert!(!only_warns(&format!("{chained}\na.c:2:1: error: expected expression")));
        assert!(!only_warns("a.c:2:1: error: expected expression"));
        assert!(!only_warns("a.c:2:1: warning: unused [-Wunused]\ncollect2: ld failed"));
        assert!(!only_warns(""));
    }
}
