//! Every crate says first what it is for.

use super::tree::{Tree, Violation};

pub fn check(tree: &Tree) -> Vec<Violation> {
    let roots = tree
        .files
        .iter()
        .filter(|file| file.path.ends_with("src/lib.rs") || file.path.ends_with("src/main.rs"));
    roots
        .filter(|file| !file.text.as_deref().unwrap_or("").starts_with("//! "))
        .map(|file| {
            let what = "starts without a module doc: say what the crate is for \
                        and what it must not know";
            Violation::new(&file.path, 1, what)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_doc_comes_first() {
        let tree = Tree::of(&[
            ("crates/a/src/lib.rs", "//! A.\n"),
            ("crates/b/src/lib.rs", "mod x;\n"),
            ("crates/b/src/x.rs", ""),
        ]);
        assert_eq!(check(&tree).len(), 1);
    }
}
