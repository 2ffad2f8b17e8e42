//! What was installed: a table with tabs, kept beside the root.

/// A line of the table: a compiler that was to be installed.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is called with; nothing when it could not be installed.
    pub command: Option<String>,
    /// The package, and its version.
    pub package: String,
    pub version: String,
    /// The first line of what it says of itself.
    pub says: String,
}

const HEAD: [&str; 4] = ["command", "package", "version", "says"];
const ABSENT: &str = "-";

/// The table as it is written: later tools read it by its tabs.
pub fn written(rows: &[Row]) -> String {
    let mut text = HEAD.join("\t") + "\n";
    for row in rows {
        let command = row.command.as_deref().unwrap_or(ABSENT);
        let cells = [command, &row.package, &row.version, &row.says];
        text.push_str(&cells.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t"));
        text.push('\n');
    }
    text
}

/// The table as it is read by people: its columns stand below each other.
pub fn aligned(table: &str) -> String {
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    let mut widths: Vec<usize> = Vec::new();
    for row in &rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let row = |command: Option<&str>, package: &str, version: &str, says: &str| Row {
            command: command.map(str::to_string),
            package: package.to_string(),
            version: version.to_string(),
            says: says.to_string(),
        };
        let table = written(&[
            row(Some("gcc-17"), "gcc-snapshot", "1:20261020-1", "gcc (Debian) 17.0.0"),
            row(None, "clang-99", "1:99", "could not be\tinstalled"),
        ]);
        assert_eq!(table.lines().last(), Some("-\tclang-99\t1:99\tcould not be installed"));
        let expected = "\
command  package       version       says
gcc-17   gcc-snapshot  1:20261020-1  gcc (Debian) 17.0.0
-        clang-99      1:99          could not be installed
";
        assert_eq!(aligned(&table), expected);
        assert_eq!(aligned(""), "");
    }
}
