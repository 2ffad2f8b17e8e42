//! What a tool says of a program: which lines of it are accused.

/// The words of sanitizers and analysers.
const ALARMS: &[&str] =
    &["runtime error:", "ERROR: AddressSanitizer:", "WARNING: MemorySanitizer:", "warning:"];

/// What was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Nothing,
    /// An alarm that names the line, or no line at all: who has no symbols is not wrong.
    There,
    /// An alarm, with its words, that names other lines only.
    Elsewhere(String),
}

/// Reads what was printed of the file `name`, where `line` has the defect.
pub fn said(text: &str, name: &str, line: usize) -> Said {
    let Some(alarm) = text.lines().map(str::trim).find(|line| is_alarm(line)) else {
        return Said::Nothing;
    };
    let named = lines(text, name);
    match named.is_empty() || named.contains(&line) {
        true => Said::There,
        false => Said::Elsewhere(alarm.to_owned()),
    }
}

/// The first words of an alarm.
pub fn alarm(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| is_alarm(line))
}

fn is_alarm(line: &str) -> bool {
    ALARMS.iter().any(|words| line.contains(words))
}

/// For `grep -E`.
pub fn pattern() -> String {
    ALARMS.join("|")
}

/// All lines of a file that are named.
fn lines(text: &str, name: &str) -> Vec<usize> {
    let mark = format!("{name}:");
    let after = text.split(mark.as_str()).skip(1);
    let number = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok()
    };
    after.filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alarms_of_tools_that_are_in_use() {
        let check = |text: &str, expected: Said| assert_eq!(said(text, "program.c", 17), expected);
        let overflow = "program.c:17:19: runtime error: signed integer overflow";
        check(overflow, Said::There);
        check("checksum = 5\n", Said::Nothing);
        let elsewhere = overflow.replace("17:19", "7:1");
        check(&elsewhere, Said::Elsewhere(elsewhere.clone()));
        let stack = "==9==ERROR: AddressSanitizer: heap-use-after-free on address 0x6020\n\
                     READ of size 4 at 0x6020 thread T0\n    #0 0x4 in f /tmp/a/program.c:17\n    \
                     #1 0x5 in main /tmp/a/program.c:90";
        check(stack, Said::There);
        check(&stack.replace(":17", ":170"), Said::Elsewhere(stack.lines().next().unwrap().into()));
        check("==9==ERROR: AddressSanitizer: SEGV on unknown address\n  #0 0x4", Said::There);
        check("program.c:17:3: warning: double free [unix.Malloc]", Said::There);
    }
}
