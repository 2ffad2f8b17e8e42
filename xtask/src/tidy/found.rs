//! The table of who finds what is the one that tests/c/undefined gives.

use elenchus_records::found::{Found, NOT_YET, PAGE, PEERS, PROGRAMS};

use super::tree::{Tree, Violation};

pub fn check(tree: &Tree) -> Vec<Violation> {
    let text = |path| tree.file(path).and_then(|file| file.text.as_deref()).unwrap_or("");
    let all = tree.files.iter();
    let paths = all.filter_map(|file| file.path.strip_prefix(PROGRAMS)?.strip_prefix('/'));
    let found = match Found::new(paths, text(NOT_YET), text(PEERS)) {
        Ok(found) => found,
        Err(error) => return vec![Violation::new(PEERS, 0, error.to_string())],
    };
    match found.renew(text(PAGE)) {
        Some(page) if page == text(PAGE) => Vec::new(),
        Some(_) => vec![Violation::new(PAGE, 0, "its table is old: cargo xtask bless found")],
        None => vec![Violation::new(PAGE, 0, "has no place for the table of who finds what")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_table_is_seen() {
        let place = "<!-- made by `cargo xtask bless found` -->\n<!-- end -->\n";
        let tree = |page: &str| Tree::of(&[(PAGE, page), (PEERS, "name\tp\n"), (NOT_YET, "")]);
        assert_eq!(check(&tree("")).len(), 1);
        assert_eq!(check(&tree(place)).len(), 1);
        let page = Found::new([].into_iter(), "", "name\tp\n").unwrap().renew(place).unwrap();
        assert!(check(&tree(&page)).is_empty());
    }
}
