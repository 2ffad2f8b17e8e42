//! Programs of others whose undefined behaviour is really there: lists in the
//! repository, with an argument for each.
//!
//! A list is a table with tabs between its columns: file, line, kind (or
//! `unspecified`), clause, argument. Lines that begin with `#` are for people.

use anyhow::{Context as _, Result};

use crate::context::Context;

/// What c-torture has of it.
pub const TORTURE: &str = "tests/torture-undefined.tsv";
/// What Csmith's programs have, apart from what is known of packed structs.
pub const CSMITH: &str = "tests/csmith-undefined.tsv";

/// What stands for a kind where a result is unspecified.
pub const UNSPECIFIED: &str = "unspecified";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read() {
        let rows = parse("# a list\na.c\t3\tleft-shift\t6.5.7p4\twhy\n").unwrap();
        assert_eq!(rows[0].line, 3);
        assert_eq!(parse("a.c\t3\n").unwrap_err().0, 1);
        assert_eq!(parse("a.c\t3\tx\t\twhy\n").unwrap_err().0, 1);
    }
}
