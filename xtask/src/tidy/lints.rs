//! Every crate takes part in the workspace's lints.

use super::tree::{Tree, Violation};

pub fn check(tree: &Tree) -> Vec<Violation> {
    let manifests = tree.files.iter().filter(|file| file.crate_of_manifest().is_some());
    manifests
        .filter(|file| {
            let manifest: Option<toml::Table> = file.text.as_deref().and_then(|t| t.parse().ok());
            let lints = manifest.as_ref().and_then(|m| m.get("lints")?.get("workspace"));
            lints.and_then(|value| value.as_bool()) != Some(true)
        })
        .map(|file| {
            let what = "the workspace's lints are not in force: add `[lints] workspace = true`";
            Violation::new(&file.path, 0, what)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_asked_for() {
        let tree = Tree::of(&[
            ("crates/a/Cargo.toml", "[lints]\nworkspace = true\n"),
            ("crates/b/Cargo.toml", "[package]\n"),
        ]);
        let found = check(&tree);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path, "crates/b/Cargo.toml");
    }
}
