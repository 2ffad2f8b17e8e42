//! The lists of undefined behaviour in other people's programs are well
//! formed, in order, and do not grow: each row is one program that cannot
//! test the machine.

use elenchus_records::listed::{CSMITH, TORTURE, parse};

use super::tree::{Tree, Violation};

/// How many rows a list may have. To add one, argue for it in the list and
/// raise the number: the change is seen twice.
const MOST: &[(&str, usize)] = &[(TORTURE, 115), (CSMITH, 2)];

pub fn check(tree: &Tree) -> Vec<Violation> {
    MOST.iter().flat_map(|(path, most)| check_list(tree, path, *most)).collect()
}

fn check_list(tree: &Tree, path: &str, most: usize) -> Option<Violation> {
    let Some(text) = tree.file(path).and_then(|file| file.text.as_deref()) else {
        return Some(Violation::new(path, 0, "the list is gone"));
    };
    let rows = match parse(text) {
        Ok(rows) => rows,
        Err((line, what)) => return Some(Violation::new(path, line, what)),
    };
    if !rows.is_sorted_by(|a, b| a.file < b.file) {
        return Some(Violation::new(path, 0, "files are not in order, or one is there twice"));
    }
    let what = match rows.len() {
        count if count > most => format!("{count} rows, and {most} are allowed"),
        count if count < most => format!("only {count} rows are left of {most}: keep it so"),
        _ => return None,
    };
    Some(Violation::new(path, 0, format!("{what}: the number is in xtask/src/tidy/listed.rs")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_neither_grows_nor_is_disordered() {
        let row = |file: &str| format!("{file}\t1\tleft-shift\t6.5.7p4\twhy\n");
        let count = |text: &str, most| {
            usize::from(check_list(&Tree::of(&[("l", text)]), "l", most).is_some())
        };
        assert_eq!(count(&row("a.c"), 1), 0);
        assert_eq!(count(&row("a.c"), 0), 1);
        assert_eq!(count(&row("a.c"), 2), 1);
        assert_eq!(count(&(row("b.c") + &row("a.c")), 2), 1);
        assert_eq!(count("x\n", 0), 1);
    }
}
