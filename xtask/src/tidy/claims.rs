//! Every C program under tests/c is run by some harness.

use super::tree::{Tree, Violation};

/// A folder under tests/c and the test that runs every file in it.
const HARNESSES: &[(&str, &str)] = &[
    ("tests/c/dialects", "crates/machine/tests/it/dialects.rs"),
    ("tests/c/facts", "crates/produce/tests/it/facts.rs"),
    ("tests/c/language", "crates/machine/tests/it/library.rs"),
    ("tests/c/library", "crates/machine/tests/it/library.rs"),
    ("tests/c/pass", "crates/front/tests/it/programs.rs"),
    ("tests/c/reject", "crates/front/tests/it/programs.rs"),
    ("tests/c/kernels", "measure/src/tasks/machine/speed/kernels.rs"),
    ("tests/c/undefined", "crates/machine/tests/it/undefined.rs"),
];

pub fn check(tree: &Tree) -> Vec<Violation> {
    check_with(tree, HARNESSES)
}

fn check_with(tree: &Tree, harnesses: &[(&str, &str)]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.files.iter().filter(|file| file.path.starts_with("tests/c/")) {
        let claimed = harnesses.iter().any(|(folder, _)| {
            file.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        });
        if !claimed {
            let what = "no harness runs it: put it in a folder of the table in \
                        xtask/src/tidy/claims.rs, or add the folder and its harness there";
            found.push(Violation::new(&file.path, 0, what));
        }
    }
    for (folder, harness) in harnesses {
        if tree.file(harness).is_none() {
            let what = format!("the harness of {folder} is gone: put its row in claims.rs right");
            found.push(Violation::new(harness, 0, what));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_need_a_harness_and_harnesses_a_file() {
        let tree = Tree::of(&[("tests/c/pass/a.c", ""), ("crates/x/tests/pass.rs", "")]);
        assert_eq!(check_with(&tree, &[]).len(), 1);
        assert!(check_with(&tree, &[("tests/c/pass", "crates/x/tests/pass.rs")]).is_empty());
        assert_eq!(check_with(&tree, &[("tests/c/pass", "gone.rs")]).len(), 1);
    }
}
