//! No source file is longer than a reader can hold.

use super::tree::{Tree, Violation};

const LIMIT: usize = 800;

/// Longer files: path, limit, and the reason why one file is better than two.
const ALLOWED: &[(&str, usize, &str)] = &[];

pub fn check(tree: &Tree) -> Vec<Violation> {
    check_with(tree, ALLOWED)
}

fn check_with(tree: &Tree, allowed: &[(&str, usize, &str)]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.with_ending(".rs") {
        let lines = file.lines().count();
        let limit = allowed.iter().find(|row| row.0 == file.path).map_or(LIMIT, |row| row.1);
        if lines > limit {
            let what = format!(
                "{lines} lines, and {limit} are allowed: split it by idea, \
                 or give a reason in xtask/src/tidy/length.rs"
            );
            found.push(Violation::new(&file.path, limit + 1, what));
        }
    }
    for (path, _, reason) in allowed {
        let lines = tree.file(path).map_or(0, |file| file.lines().count());
        if lines <= LIMIT {
            let what =
                format!("no longer over {LIMIT} lines ({reason}): drop its row in length.rs");
            found.push(Violation::new(path, 0, what));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_need_a_row_and_rows_need_long_files() {
        let text = "x\n".repeat(LIMIT + 1);
        let tree = Tree::of(&[("a.rs", &text), ("b.md", &text)]);
        assert_eq!(check_with(&tree, &[]).len(), 1);
        assert!(check_with(&tree, &[("a.rs", 900, "a table")]).is_empty());
        assert_eq!(check_with(&Tree::of(&[]), &[("a.rs", 900, "a table")]).len(), 1);
    }
}
