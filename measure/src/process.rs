//! Other programs, run with a limit on their time.

use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::cpu::{self, End, Usage};

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
    let limit = Duration::from_secs(seconds.into());
    let watched = watch(Command::new(program).args(args), limit, usize::MAX)?;
    let mut stderr = String::from_utf8_lossy(&watched.stderr).into_owned();
    if watched.end == End::TimedOut {
        stderr.push_str(&format!("error: {program} takes more than {seconds} seconds\n"));
    }
    Ok(Output { success: watched.end == End::Code(0), stdout: watched.stdout, stderr })
}

/// A program that was watched until its end.
pub struct Watched {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub wall: Duration,
    pub usage: Usage,
}

/// Runs a command without input; after `limit` it is ended, with all that it
/// started. Of each of its outputs the first `most` bytes are kept.
pub fn watch(command: &mut Command, limit: Duration, most: usize) -> Result<Watched> {
    let start = Instant::now();
    cpu::dies_with_us(command);
    let mut child = command
        .env("LC_ALL", "C")
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {}", command.get_program().to_string_lossy()))?;
    let stdout = child.stdout.take().context("the output is piped")?;
    let stderr = child.stderr.take().context("the output is piped")?;
    std::thread::scope(|scope| {
        let stdout = scope.spawn(move || read(stdout, most));
        let stderr = scope.spawn(move || read(stderr, most));
        let (end, usage) = cpu::wait(child.id(), limit)?;
        let wall = start.elapsed();
        let stdout = stdout.join().unwrap_or_default();
        let stderr = stderr.join().unwrap_or_default();
        Ok(Watched { end, stdout, stderr, wall, usage })
    })
}

/// The first bytes; the rest is read and dropped, so that nobody waits.
fn read(mut from: impl Read, most: usize) -> Vec<u8> {
    let mut kept = Vec::new();
    // What cannot be read any more has come to its end.
    let _ = from.by_ref().take(most as u64).read_to_end(&mut kept);
    let _ = std::io::copy(&mut from, &mut std::io::sink());
    kept
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

    #[test]
    fn ends_are_told_apart_and_floods_are_cut() {
        let run = |script: &str| {
            watch(Command::new("sh").args(["-c", script]), Duration::from_secs(5), 10).unwrap()
        };
        assert_eq!(run("exit 7").end, End::Code(7));
        assert_eq!(run("kill -9 $$").end, End::Signal(9));
        let flood = run("head -c 100000 /dev/zero; echo x >&2");
        assert_eq!((flood.stdout.len(), &flood.stderr[..]), (10, &b"x\n"[..]));
        assert!(flood.usage.peak > 0);
    }
}
