//! Paths in options and commands count from where the user wrote them. What is compiled
//! or started lies in other folders: so they are named in full.

use std::path::Path;

use elenchus_compilers::toolchain::words;

/// Options that a path follows, joined or as the next word.
const BEFORE_PATHS: &[&str] =
    &["-I", "-L", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"];

/// Options for programs, written in a folder.
pub fn options(cflags: &str, here: &Path) -> Vec<String> {
    let mut options = words(cflags);
    let mut takes_next = false;
    for option in &mut options {
        let joined = BEFORE_PATHS.iter().find(|prefix| option.starts_with(**prefix));
        let prefix = match joined {
            _ if takes_next => 0,
            Some(prefix) => prefix.len(),
            None => continue,
        };
        takes_next = !takes_next && prefix == option.len();
        if takes_next {
            continue;
        }
        if let Some(full) = full(&option[prefix..], here) {
            option.replace_range(prefix.., &full);
        }
    }
    options
}

/// A command, written in a folder: a program is looked for on PATH if its name has no
/// slash, and what else is the name of a file is that file.
pub fn command(text: &str, here: &Path) -> String {
    let mut command = words(text);
    let mut changed = false;
    for (index, word) in command.iter_mut().enumerate() {
        let may_be_file = if index == 0 { word.contains('/') } else { here.join(&word).is_file() };
        if let Some(full) = may_be_file.then(|| full(word, here)).flatten() {
            changed |= *word != full;
            *word = full;
        }
    }
    match changed {
        true => command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
        false => text.to_owned(),
    }
}

/// In full, if it is there.
fn full(path: &str, here: &Path) -> Option<String> {
    let full = std::path::absolute(here.join(path)).ok().filter(|full| full.exists())?;
    full.to_str().map(str::to_owned)
}

/// A word as [`words`] reads it.
fn quoted(word: &str) -> String {
    let special = |c: char| c.is_whitespace() || c == '\'' || c == '"';
    match word.contains(special) || word.is_empty() {
        true if word.contains('\'') => {
            // Quotes of one kind stand in quotes of the other.
            word.split('\'').map(|part| format!("'{part}'")).collect::<Vec<_>>().join("\"'\"")
        }
        true => format!("'{word}'"),
        false => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_options_are_named_in_full() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let src = here.join("src").display().to_string();
        let check = |cflags: &str, expected: &str| {
            assert_eq!(options(cflags, here).join(" "), expected.replace("SRC", &src), "{cflags}");
        };
        check("-Isrc -DX", "-ISRC -DX");
        check("-I src -I/none -Inone", "-I SRC -I/none -Inone");
        check("-isystem src -include src/lib.rs", "-isystem SRC -include SRC/lib.rs");
        // The name of a macro may be that of a folder, too.
        check("-D src -O2 src", "-D src -O2 src");
    }

    #[test]
    fn a_command_means_the_files_beside_it() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = here.display().to_string();
        let check = |text: &str, expected: &str| {
            assert_eq!(command(text, here), expected.replace("HERE", &folder), "{text}");
        };
        check("csmith -s {seed}  -o {out}", "csmith -s {seed}  -o {out}");
        check("./src/lib.rs {seed} 'a b'", "HERE/src/lib.rs {seed} 'a b'");
        check("python3 Cargo.toml -o {out}", "python3 HERE/Cargo.toml -o {out}");
        // No file, and no program of the user's folder.
        check("src --mode src -o {out}", "src --mode src -o {out}");
    }

    #[test]
    fn quoted_words_are_read_again() {
        for word in ["a", "", "a b", "it's", "\"", "'\"' '"] {
            assert_eq!(words(&quoted(word)), [word]);
        }
    }
}
