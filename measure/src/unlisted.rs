//! The machine's verdicts on programs of others, beside the lists of those
//! whose undefined behaviour is real.

use elenchus_records::listed::{Row, UNSPECIFIED};

use crate::machine::{Verdict, Word};

/// Whether a verdict needs a row.
pub fn needs_row(verdict: &Verdict) -> bool {
    matches!(verdict.word, Word::Undefined | Word::Unspecified)
}

/// What is reported and not listed, and what is listed and no longer reported:
/// names and reasons. `judged` are all programs that were run.
pub fn differences(rows: &[Row], judged: &[(&str, &Verdict)]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (name, verdict) in judged {
        let row = rows.iter().find(|row| row.file == *name);
        let reported = needs_row(verdict).then(|| (verdict.line, kind(verdict)));
        match (row, reported) {
            (Some(row), Some(reported)) if (row.line, &row.kind[..]) == reported => {}
            (None, None) => {}
            (None, Some(_)) => {
                found.push((name.to_string(), format!("not listed: {}", verdict.shown())));
            }
            (Some(row), _) => {
                let was = format!("listed as {} in line {}", row.kind, row.line);
                found.push((name.to_string(), format!("{was}, and now {}", verdict.shown())));
            }
        }
    }
    for row in rows {
        if !judged.iter().any(|(name, _)| *name == row.file) {
            found.push((row.file.clone(), "listed, and not among the programs".to_string()));
        }
    }
    found
}

fn kind(verdict: &Verdict) -> &str {
    if verdict.word == Word::Unspecified { UNSPECIFIED } else { &verdict.kind }
}

#[cfg(test)]
mod tests {
    use elenchus_records::listed::parse;

    use super::*;

    #[test]
    fn rows_are_compared() {
        let rows = parse("# a list\na.c\t3\tleft-shift\t6.5.7p4\twhy\n").unwrap();
        let mut verdict = Verdict::new(Word::Undefined, "");
        (verdict.kind, verdict.line) = ("left-shift".to_string(), 3);
        assert!(differences(&rows, &[("a.c", &verdict)]).is_empty());
        assert_eq!(differences(&rows, &[]).len(), 1);
        assert_eq!(differences(&rows, &[("a.c", &verdict), ("b.c", &verdict)]).len(), 1);
        verdict.line = 4;
        assert_eq!(differences(&rows, &[("a.c", &verdict)]).len(), 1);
        verdict.word = Word::Exit;
        assert_eq!(differences(&rows, &[("a.c", &verdict)]).len(), 1);
    }
}
