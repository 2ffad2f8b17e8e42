//! Programs of others whose undefined behaviour is really there: lists in the
//! repository, with an argument for each.
//!
//! A list is a table with tabs between its columns: file, line, kind (or
//! `unspecified`), clause, argument. Lines that begin with `#` are for people.

use anyhow::{Context as _, Result};

use crate::context::Context;
use crate::machine::{Verdict, Word};

/// What c-torture has of it.
pub const TORTURE: &str = "tests/torture-undefined.tsv";
/// What Csmith's programs have, apart from what is known of packed structs.
pub const CSMITH: &str = "tests/csmith-undefined.tsv";

/// What stands for a kind where a result is unspecified.
const UNSPECIFIED: &str = "unspecified";

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub file: String,
    pub line: u32,
    pub kind: String,
    pub clause: String,
    pub argument: String,
}

/// The rows of a list; the error names the line that is none.
pub fn parse(text: &str) -> Result<Vec<Row>, (usize, String)> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, number, kind, clause, argument] = cells[..] else {
            let what = "not five columns: file, line, kind, clause, argument";
            return Err((index + 1, what.to_string()));
        };
        let Ok(number) = number.parse() else {
            return Err((index + 1, format!("`{number}` is not a line")));
        };
        if [kind, clause, argument].iter().any(|cell| cell.trim().is_empty()) {
            return Err((index + 1, "kind, clause and argument must be there".to_string()));
        }
        rows.push(Row {
            file: file.to_string(),
            line: number,
            kind: kind.to_string(),
            clause: clause.to_string(),
            argument: argument.to_string(),
        });
    }
    Ok(rows)
}

pub fn read(ctx: &Context, path: &str) -> Result<Vec<Row>> {
    let text = std::fs::read_to_string(ctx.path(path)).with_context(|| format!("no {path}"))?;
    parse(&text).map_err(|(line, what)| anyhow::anyhow!("{path}:{line}: {what}"))
}

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
    use super::*;

    #[test]
    fn rows_are_read_and_compared() {
        let rows = parse("# a list\na.c\t3\tleft-shift\t6.5.7p4\twhy\n").unwrap();
        assert_eq!(rows[0].line, 3);
        assert_eq!(parse("a.c\t3\n").unwrap_err().0, 1);
        assert_eq!(parse("a.c\t3\tx\t\twhy\n").unwrap_err().0, 1);
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
