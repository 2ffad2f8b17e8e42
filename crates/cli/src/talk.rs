//! What is said to the user on stderr.

use std::io::Write;

/// Prints text on stderr. Where that fails there is nobody to tell.
pub fn say(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Prints a line that begins with the program's name.
pub fn complain(message: &str) {
    say(&format!("elenchus: {message}\n"));
}
