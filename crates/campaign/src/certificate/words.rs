//! A certificate for people.

use std::fmt;

use elenchus_judge::bytes;

use super::{Certificate, OnTarget, Standing};

/// Lines, each ended.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Certificate { target, language, .. } = self;
        let place = self.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
        match (self.standing, &self.answer) {
            (Standing::Defined, Some(answer)) => {
                let output = bytes::quoted(answer.output.trim_ascii_end(), 200);
                writeln!(f, "defined: it prints {output} and ends with {}", answer.end)?;
            }
            (Standing::AtFault, _) => writeln!(f, "at fault: {}{place}", self.verdict)?,
            _ => writeln!(f, "unknown: {}", self.verdict)?,
        }
        let machine = format!("the abstract machine of Elenchus {}", self.elenchus);
        let kinds = self.kinds;
        if self.standing == Standing::Defined {
            writeln!(f, "  by {machine}, for {language} on {target}: every operation")?;
            writeln!(
                f,
                "  of the run was checked for {kinds} kinds of undefined behaviour, and whether the answer"
            )?;
            writeln!(f, "  depends on anything that C leaves open")?;
        } else {
            writeln!(f, "  by {machine}, for {language} on {target}, where the run stopped")?;
        }
        for (standing, title) in STANDINGS {
            let of: Vec<&OnTarget> =
                self.others.iter().filter(|one| one.standing == *standing).collect();
            for (words, names) in together(&of) {
                writeln!(f, "  {title} on {names}: {words}")?;
            }
        }
        if self.others.is_empty() {
            writeln!(f, "  on other targets the preprocessed text is another one")?;
        }
        for one in &self.sanitizers {
            writeln!(f, "sanitizers, {}: {}", one.who, one.words)?;
        }
        if self.sanitizers.is_empty() {
            writeln!(f, "sanitizers were not asked")?;
        }
        Ok(())
    }
}

const STANDINGS: &[(Standing, &str)] = &[
    (Standing::Defined, "defined"),
    (Standing::AtFault, "at fault"),
    (Standing::Unknown, "unknown"),
];

/// Targets of which the same is to be said.
fn together(all: &[&OnTarget]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for one in all {
        match found.iter_mut().find(|(words, _)| *words == one.words) {
            Some((_, names)) => *names += &format!(", {}", one.target),
            None => found.push((one.words.clone(), one.target.to_owned())),
        }
    }
    found
}
