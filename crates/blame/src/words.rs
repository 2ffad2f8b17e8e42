//! What was found, for people: the answer first, and beside it all that was tried.

use std::fmt;

use crate::blame::Blame;
use crate::checkpoint::FirstWrong;
use crate::flags::Lower;

/// Lines, each ended.
impl fmt::Display for Blame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.pass, &self.function) {
            (Some(pass), Some(function)) => writeln!(f, "pass: {pass}, in function '{function}'")?,
            (Some(pass), None) => writeln!(f, "pass: {pass}")?,
            (None, _) => writeln!(f, "pass: unknown")?,
        }
        for evidence in &self.evidence {
            writeln!(f, "  {}: {}", evidence.method.name(), evidence.words)?;
        }
        if !self.cures.is_empty() {
            writeln!(f, "  cured without any of {}", self.cures.join(", "))?;
        }
        if let Some(flags) = &self.flags {
            let given = flags.given.join(" ");
            writeln!(f, "flags: {}", if given.is_empty() { "none is needed" } else { &given })?;
            if let Some(lower) = &flags.lower {
                writeln!(f, "  {lower}")?;
            }
            if !flags.cures.is_empty() {
                writeln!(f, "  cured by any of {}", flags.cures.join(" "))?;
            }
        }
        if let Some(versions) = &self.versions {
            writeln!(f, "versions: {}", versions.words)?;
        }
        if let Some(builds) = &self.builds {
            writeln!(f, "builds: {}", builds.words)?;
        }
        if let Some(value) = &self.value {
            write!(f, "{value}")?;
        }
        match &self.cut {
            Some(cut) => writeln!(f, "not all was tried: {cut}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for FirstWrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FirstWrong { place, function, expression, ty, expected, actual, .. } = self;
        writeln!(f, "first wrong value: {place}, in function '{function}': {expression}")?;
        writeln!(f, "  of type {ty}: it must be {expected}, and is {actual}")?;
        writeln!(
            f,
            "  the program stays wrong with {} of {} values looked at",
            self.checked, self.of
        )
    }
}

impl fmt::Display for Lower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = &self.level;
        match self.flags.as_deref() {
            None => write!(f, "right at {level}"),
            Some([]) => write!(f, "right at {level}, with all flags of the higher level too"),
            Some(flags) => write!(f, "right at {level}, wrong with {level} {}", flags.join(" ")),
        }
    }
}
