//! The page of figures is the one that the log gives.

use elenchus_records::figures::{LOG, PAGE, render};

use super::tree::{Tree, Violation};

pub fn check(tree: &Tree) -> Vec<Violation> {
    let text = |path| tree.file(path).and_then(|file| file.text.as_deref()).unwrap_or("");
    match render(text(LOG)) {
        Ok(page) if page == text(PAGE) => Vec::new(),
        Ok(_) => {
            vec![Violation::new(PAGE, 0, "not what the log gives: cargo xtask bless figures")]
        }
        Err(error) => vec![Violation::new(LOG, 0, format!("{error:#}: put the line right"))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stale_page_is_seen() {
        let page = render("").unwrap();
        assert!(check(&Tree::of(&[(PAGE, &page)])).is_empty());
        assert_eq!(check(&Tree::of(&[(PAGE, "old")])).len(), 1);
        assert_eq!(check(&Tree::of(&[(PAGE, &page), (LOG, "x\n")])).len(), 1);
    }
}
