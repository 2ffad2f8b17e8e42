//! Calls and attributes that we do without, and what to use in their place.
//!
//! Types that clippy can resolve by path are banned in `clippy.toml`; here is
//! what depends on the place in the tree.

use super::tree::{File, Tree, Violation};

struct Ban {
    /// What a line of code must not contain. In two pieces where this file
    /// would break its own rule.
    text: &'static str,
    /// Where the rule holds: paths that start so; everywhere when empty.
    within: &'static [&'static str],
    /// Where it does not.
    except: &'static [&'static str],
    /// Whether it holds in tests as well.
    in_tests: bool,
    advice: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        text: concat!("Command", "::new"),
        within: &[],
        except: &["crates/compilers/"],
        in_tests: false,
        advice: "only `compilers` starts processes: call it, or pass its result in",
    },
    Ban {
        text: concat!("std::", "fs"),
        within: &["crates/lang/", "crates/front/", "crates/machine/", "crates/produce/"],
        except: &[],
        in_tests: false,
        advice: "this crate reads no files: take the bytes as an argument",
    },
    Ban {
        text: concat!("].kind", " = "),
        within: &["crates/machine/", "crates/produce/", "crates/campaign/", "crates/cli/"],
        except: &[],
        in_tests: false,
        advice: "nodes that exist are written by `lang::edits`: an edit, `fill` or `change_expr`",
    },
    Ban {
        text: concat!("&& ", "let "),
        within: &[],
        except: &[],
        in_tests: true,
        advice: "needs Rust 1.88, and the README promises 1.86: nest, or match",
    },
    Ban {
        text: concat!("Edit", "ion::"),
        within: &[],
        except: &["crates/lang/src/rules/"],
        in_tests: false,
        advice: "only `lang::rules` compares editions: ask the language for a rule by its name",
    },
    Ban {
        text: concat!("== Language", "::"),
        within: &[],
        except: &["crates/lang/src/rules/"],
        in_tests: false,
        advice: "no language is compared with another: ask it for a rule by its name",
    },
    Ban {
        text: concat!("todo", "!("),
        within: &[],
        except: &[],
        in_tests: true,
        advice: "return an error that names what is not supported",
    },
    Ban {
        text: concat!("unimplemented", "!("),
        within: &[],
        except: &[],
        in_tests: true,
        advice: "return an error that names what is not supported",
    },
    Ban {
        text: concat!("dbg", "!("),
        within: &[],
        except: &[],
        in_tests: true,
        advice: "remove it",
    },
    Ban {
        text: concat!("#[ign", "ore"),
        within: &[],
        except: &[],
        in_tests: true,
        advice: "make the test skip by name where something is missing, or move it to a soak",
    },
];

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.with_ending(".rs") {
        for ban in BANS.iter().filter(|ban| ban.holds_in(&file.path)) {
            check_file(file, ban, &mut found);
        }
    }
    found
}

impl Ban {
    fn holds_in(&self, path: &str) -> bool {
        let under = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
        (self.within.is_empty() || under(self.within))
            && !under(self.except)
            && (self.in_tests || !is_test_file(path))
    }
}

fn check_file(file: &File, ban: &Ban, found: &mut Vec<Violation>) {
    for (number, line) in file.lines() {
        // Unit tests are the last thing in a file.
        if !ban.in_tests && line.trim_start().starts_with("#[cfg(test)]") {
            break;
        }
        let code = line.split("//").next().unwrap_or("");
        if code.contains(ban.text) {
            found.push(Violation::new(
                &file.path,
                number,
                format!("`{}`: {}", ban.text, ban.advice),
            ));
        }
    }
}

fn is_test_file(path: &str) -> bool {
    path.starts_with("tests/") || path.contains("/tests/") || path.ends_with("/tests.rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        check(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn the_place_decides() {
        let start = format!("let c = {}(\"cc\");\n", BANS[0].text);
        assert_eq!(count("crates/lang/src/a.rs", &start), 1);
        assert_eq!(count("crates/compilers/src/a.rs", &start), 0);
        assert_eq!(count("crates/lang/tests/a.rs", &start), 0);
        assert_eq!(count("crates/lang/src/a.rs", &format!("#[cfg(test)]\n{start}")), 0);
        assert_eq!(count("crates/lang/src/a.rs", &format!("// {start}")), 0);
    }

    #[test]
    fn some_hold_in_tests_too() {
        let skipped = format!("{}]\n", BANS[BANS.len() - 1].text);
        assert_eq!(count("crates/lang/tests/a.rs", &skipped), 1);
    }
}
