//! What was seen of a case, and whether it is the same symptom.

use std::fmt;

use elenchus_compilers::run::{End, Finished};
use elenchus_judge::{Answer, Ended, bytes};

/// What became of the program on one way to compile it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// It does what it must; or it compiles, where that is the question.
    Right,
    /// It does something else.
    Otherwise(Answer),
    /// It does not end, or prints without end.
    Endless,
    /// There is no program: the compiler ended so, and said this.
    NoProgram { end: End, line: String },
}

/// What one way to compile says about the cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The symptom is there.
    Shows,
    /// It is not, and the program is right.
    Cured,
    /// Something else is wrong, so nothing is known.
    Unclear,
}

impl Seen {
    /// Of a compiler that gave no program.
    pub fn no_program(finished: &Finished) -> Seen {
        if let End::Cpu | End::Wall = finished.end {
            return Seen::NoProgram { end: End::Cpu, line: String::new() };
        }
        let said = [&finished.stderr[..], &finished.stdout[..]].concat();
        Seen::NoProgram { end: finished.end, line: telling(&String::from_utf8_lossy(&said)) }
    }

    /// Of a program that ran.
    pub fn of_run(finished: Finished, expected: &Answer) -> Option<Seen> {
        let output = finished.stdout;
        let answer = match finished.end {
            End::Exit(status) => Answer { end: Ended::Status(status), output },
            End::Signal(signal) => Answer::signal(signal),
            End::Stopped => return None,
            _ => return Some(Seen::Endless),
        };
        Some(if answer == *expected { Seen::Right } else { Seen::Otherwise(answer) })
    }

    /// Whether this is the symptom that `symptom` is.
    pub fn side(&self, symptom: &Seen) -> Side {
        let is_wrong = |seen: &Seen| matches!(seen, Seen::Otherwise(_) | Seen::Endless);
        match self {
            Seen::Right => Side::Cured,
            _ if is_wrong(self) && is_wrong(symptom) => Side::Shows,
            _ if self == symptom => Side::Shows,
            _ => Side::Unclear,
        }
    }

    /// Whether the program must be run to see it.
    pub fn is_of_program(&self) -> bool {
        !matches!(self, Seen::NoProgram { .. })
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Right => f.write_str("right"),
            Seen::Otherwise(answer) => {
                let output = bytes::quoted(answer.output.trim_ascii_end(), 60);
                write!(f, "wrong code: {output}, {}", answer.end)
            }
            Seen::Endless => f.write_str("wrong code: the program does not end"),
            Seen::NoProgram { end: End::Cpu, .. } => f.write_str("the compiler does not end"),
            Seen::NoProgram { end, line } if line.is_empty() => {
                write!(f, "the compiler fails ({end})")
            }
            Seen::NoProgram { end, line } => write!(f, "the compiler fails ({end}): {line}"),
        }
    }
}

/// The line of a message that says what happened, without its place and numbers,
/// which are others when a program is compiled otherwise.
pub fn telling(said: &str) -> String {
    let is_telling = |line: &&str| {
        let lower = line.to_lowercase();
        ["error", "assertion", "unreachable"].iter().any(|word| lower.contains(word))
    };
    let line = said.lines().find(is_telling).or_else(|| said.lines().next()).unwrap_or("");
    let line = line.split_once("error: ").map_or(line, |(_, rest)| rest);
    let mut out = String::new();
    let mut chars = line.trim().chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_ascii_digit() {
            while chars.next_if(char::is_ascii_alphanumeric).is_some() {}
            out.push('N');
        } else {
            out.push(c);
        }
    }
    out.chars().take(LONGEST).collect()
}

/// How much of a message is kept.
const LONGEST: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    fn status(status: i32) -> Seen {
        Seen::Otherwise(Answer { end: Ended::Status(status), output: Vec::new() })
    }

    #[test]
    fn messages_differ_in_places_and_numbers() {
        let one = "a.c: In function 'f':\na.c:3:1: internal compiler error: in foo, at x.c:12\n";
        assert_eq!(telling(one), "in foo, at x.c:N");
        assert_eq!(telling("fatal error: error in backend: x"), "error in backend: x");
        assert_eq!(telling("killed\n"), "killed");
        assert_eq!(telling(""), "");
    }

    #[test]
    fn wrong_is_wrong_but_a_crash_is_another_thing() {
        let crash = |line: &str| Seen::NoProgram { end: End::Exit(1), line: line.into() };
        assert_eq!(status(1).side(&status(2)), Side::Shows);
        assert_eq!(Seen::Endless.side(&status(2)), Side::Shows);
        assert_eq!(crash("a").side(&status(2)), Side::Unclear);
        assert_eq!(crash("a").side(&crash("b")), Side::Unclear);
        assert_eq!(crash("a").side(&crash("a")), Side::Shows);
        assert_eq!(Seen::Right.side(&crash("a")), Side::Cured);
        assert_eq!(status(1).side(&crash("a")), Side::Unclear);
    }
}
