//! Other programs, run with a limit on their time.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

/// What a program said.
pub struct Output {
    pub success: bool,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Output {
    /// The first error among a compiler's messages, without its place.
    pub fn first_error(&self) -> String {
        first_error(&self.stderr)
    }
}

/// The first error among a compiler's messages, without its place.
pub fn first_error(messages: &str) -> String {
    let line = messages.lines().find(|line| line.contains("error: "));
    let line = line.or(messages.lines().next()).unwrap_or("no message");
    line.split_once("error: ").map_or(line, |(_, message)| message).to_string()
}

/// Runs `program`, whose messages are in English whatever the user's
/// language; after `seconds` it is ended and has failed.
pub fn output<A: AsRef<OsStr>>(
    seconds: u32,
    program: &str,
    args: impl IntoIterator<Item = A>,
) -> Result<Output> {
    let output = Command::new("timeout")
        .arg(seconds.to_string())
        .arg(program)
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {program}"))?;
    let mut stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    // What `timeout` answers when it had to end the program.
    if output.status.code() == Some(124) {
        stderr.push_str(&format!("error: {program} takes more than {seconds} seconds\n"));
    }
    Ok(Output { success: output.status.success(), stdout: output.stdout, stderr })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_cut_off() {
        let messages = "a.c: In function 'f':\na.c:1:2: error: no\na.c:2:2: error: yes\n";
        assert_eq!(first_error(messages), "no");
        assert_eq!(first_error(""), "no message");
    }

    #[test]
    fn what_takes_too_long_is_ended() {
        let output = output(1, "sleep", ["10"]).unwrap();
        assert!(!output.success && output.first_error().contains("more than 1 seconds"));
    }
}
