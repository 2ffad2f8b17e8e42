//! What is said to the user on stderr.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on nothing is said of how things go.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Prints text on stderr. Where that fails there is nobody to tell.
pub fn say(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Prints how things go, for those who want to know.
pub fn mention(text: &str) {
    if !QUIET.load(Ordering::Relaxed) {
        say(text);
    }
}

/// Prints a line that begins with the program's name.
pub fn complain(message: &str) {
    say(&format!("elenchus: {message}\n"));
}
