//! The options of a compiler, made fewer as long as the bug is there.

use std::io;

/// Levels from the lowest one that optimises.
const LEVELS: &[&str] = &["-O1", "-Os", "-O2", "-O3"];

/// Leaves out words of a command and lowers its level; the first word is the compiler.
/// `shows` says whether the bug is there with a command.
pub fn fewer(
    command: &[String],
    mut shows: impl FnMut(&[String]) -> io::Result<bool>,
) -> io::Result<Vec<String>> {
    let mut now = command.to_vec();
    loop {
        let before = now.len();
        for at in (1..now.len()).rev() {
            if !now[at].starts_with('-') {
                continue;
            }
            // What an option needs goes with it, as in `-I FOLDER`.
            let next = now.get(at + 1).filter(|next| !next.starts_with('-'));
            for count in next.map(|_| 2).into_iter().chain([1]) {
                let mut without = now.clone();
                without.drain(at..at + count);
                if shows(&without)? {
                    now = without;
                    break;
                }
            }
        }
        if now.len() == before {
            break;
        }
    }
    let Some(at) = now.iter().position(|word| word.starts_with("-O")) else { return Ok(now) };
    let lower = LEVELS.iter().take_while(|level| **level != now[at]);
    for level in lower {
        let mut lowered = now.clone();
        lowered[at] = (*level).to_owned();
        if shows(&lowered)? {
            return Ok(lowered);
        }
    }
    Ok(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &str, shows: impl Fn(&str) -> bool, expected: &str) {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let left = fewer(&words, |words| Ok(shows(&words.join(" ")))).unwrap();
        assert_eq!(left.join(" "), expected);
    }

    #[test]
    fn what_is_not_needed_goes() {
        let all = "gcc -O3 -I folder -fa -fb -D NAME -fc";
        check(all, |words| words.contains("-fb"), "gcc -fb");
        check(all, |words| words.contains("-D NAME"), "gcc -D NAME");
        check(all, |words| words.contains("-fa") && words.contains("-fc"), "gcc -fa -fc");
    }

    #[test]
    fn the_level_becomes_lower() {
        let optimises = |words: &str| words.contains("-O") && !words.contains("-O1");
        check("gcc -fa -O3", optimises, "gcc -Os");
        check("gcc -O3", |words| words.contains("-O"), "gcc -O1");
        check("gcc -O3", |words| words.contains("-O3"), "gcc -O3");
        check("gcc -O0", |words| words.contains("-O0"), "gcc -O0");
    }
}
