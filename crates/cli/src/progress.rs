//! How far a hunt is: a line that changes on a terminal, else plain lines.

use std::io::IsTerminal;
use std::time::Duration;

use elenchus_campaign::hunt::Summary;

use crate::talk;

/// On a terminal the line changes so often.
const LIVE: Duration = Duration::from_millis(200);
/// Elsewhere there is a line so often; the first comes sooner.
const PLAIN: Duration = Duration::from_secs(10);
const FIRST: Duration = Duration::from_secs(1);

pub struct Progress {
    live: bool,
    next: Duration,
    limit: Option<Duration>,
}

impl Progress {
    pub fn new(limit: Option<Duration>) -> Progress {
        let live = std::io::stderr().is_terminal();
        Progress { live, next: if live { LIVE } else { FIRST }, limit }
    }

    /// Shows how far it is, if it is time to.
    pub fn show(&mut self, summary: &Summary) {
        if summary.elapsed < self.next {
            return;
        }
        let line = self.line(summary);
        if self.live {
            self.next = summary.elapsed + LIVE;
            talk::say(&format!("\r\x1b[K{line}"));
        } else {
            let rounds = summary.elapsed.as_secs() / PLAIN.as_secs() + 1;
            self.next = PLAIN * u32::try_from(rounds).unwrap_or(u32::MAX);
            talk::say(&format!("{line}\n"));
        }
    }

    /// Makes room for something else.
    pub fn clear(&self) {
        if self.live {
            talk::say("\r\x1b[K");
        }
    }

    fn line(&self, summary: &Summary) -> String {
        let seconds = summary.elapsed.as_secs_f64().max(0.001);
        let left = match self.limit {
            Some(limit) => format!(" of {}", in_words(limit)),
            None => String::new(),
        };
        let found: u64 = summary.findings.values().flat_map(|kinds| kinds.values()).sum();
        format!(
            "{}{left}: {} programs, {} tests, {:.1} tests/s, {found} findings, {} new bugs",
            in_words(summary.elapsed),
            summary.programs,
            summary.tests,
            summary.tests as f64 / seconds,
            summary.new_bugs,
        )
    }
}

/// `1h02m`, `3m05s`, `12s`.
pub fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s}s"),
        (0, m, s) => format!("{m}m{s:02}s"),
        (h, m, _) => format!("{h}h{m:02}m"),
    }
}

/// `90`, `90s`, `10m`, `2h`, `1h30m`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "say 90s, 10m, 2h or 1h30m".to_owned();
    let mut seconds = 0u64;
    let mut number = String::new();
    for c in text.chars() {
        let unit = match c {
            's' => 1,
            'm' => 60,
            'h' => 3600,
            'd' => 86400,
            _ => {
                number.push(c);
                continue;
            }
        };
        let count: u64 = std::mem::take(&mut number).parse().map_err(|_| wrong())?;
        seconds =
            seconds.checked_add(count.checked_mul(unit).ok_or_else(wrong)?).ok_or_else(wrong)?;
    }
    if !number.is_empty() {
        let count: u64 = number.parse().map_err(|_| wrong())?;
        seconds = seconds.checked_add(count).ok_or_else(wrong)?;
    }
    if text.is_empty() { Err(wrong()) } else { Ok(Duration::from_secs(seconds)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        let check = |text: &str, expected: u64, said: &str| {
            let time = duration(text).unwrap();
            assert_eq!((time.as_secs(), in_words(time).as_str()), (expected, said), "{text}");
        };
        check("90", 90, "1m30s");
        check("45s", 45, "45s");
        check("1h30m", 5400, "1h30m");
        for wrong in ["", "x", "1x", "m", "99999999999999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
