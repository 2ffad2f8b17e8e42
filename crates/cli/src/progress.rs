//! How far a hunt is: lines that change on a terminal, else plain lines.

use std::io::IsTerminal;
use std::time::Duration;

use elenchus_campaign::hunt::Summary;
use rustix::termios::tcgetwinsize;

use crate::talk;

/// On a terminal the lines change so often.
const LIVE: Duration = Duration::from_millis(200);
/// Elsewhere there is a line so often; the first comes sooner: within a second of the
/// start, looking at compilers included.
const PLAIN: Duration = Duration::from_secs(10);
const FIRST: Duration = Duration::from_millis(300);

/// Of a terminal that does not tell.
const WIDTH: u16 = 80;

pub struct Progress {
    live: bool,
    next: Duration,
    limit: Option<Duration>,
}

impl Progress {
    pub fn new(limit: Option<Duration>) -> Progress {
        let live = std::io::stderr().is_terminal() && can_go_back();
        Progress { live, next: if live { LIVE } else { FIRST }, limit }
    }

    /// Shows how far it is, if it is time to.
    pub fn show(&mut self, summary: &Summary) {
        if summary.elapsed < self.next {
            return;
        }
        if self.live {
            self.next = summary.elapsed + LIVE;
            let told = tcgetwinsize(std::io::stderr()).map(|size| size.ws_col);
            let width = told.ok().filter(|&width| width > 0).unwrap_or(WIDTH);
            talk::mention(&drawn(&view(summary, self.limit), width.into()));
        } else {
            let rounds = summary.elapsed.as_secs() / PLAIN.as_secs() + 1;
            self.next = PLAIN * u32::try_from(rounds).unwrap_or(u32::MAX);
            talk::mention(&format!("{}\n", line(summary, self.limit)));
        }
    }

    /// Makes room for something else.
    pub fn clear(&self) {
        if self.live {
            talk::mention("\r\x1b[J");
        }
    }
}

/// Whether the cursor of this terminal can be moved.
fn can_go_back() -> bool {
    std::env::var_os("TERM").is_some_and(|name| name != "dumb")
}

/// Lines that the next ones replace: the cursor goes back to where they begin. None is
/// longer than the terminal is wide, or it would not.
fn drawn(lines: &[String], width: usize) -> String {
    let short = |line: &String| line.chars().take(width.saturating_sub(1)).collect::<String>();
    let shown: Vec<String> = lines.iter().map(short).collect();
    let up = match lines.len() {
        0 | 1 => String::new(),
        more => format!("\x1b[{}A", more - 1),
    };
    format!("\r\x1b[J{}{up}\r", shown.join("\n"))
}

/// For a log.
fn line(summary: &Summary, limit: Option<Duration>) -> String {
    let found: u64 = summary.findings.values().flat_map(|kinds| kinds.values()).sum();
    format!("{}, {found} findings, {} new bugs", work(summary, limit), summary.new_bugs)
}

/// For a terminal: what is done, who has the processor, who is accused of what.
fn view(summary: &Summary, limit: Option<Duration>) -> Vec<String> {
    let left = match limit.map(|limit| limit.saturating_sub(summary.elapsed)) {
        Some(left) => format!(", {} left", in_words(left)),
        None => String::new(),
    };
    let seed = summary.seed.map_or(String::new(), |seed| format!("; seed {seed}"));
    let mut lines = vec![format!("{}{left}", work(summary, limit))];
    let all = (summary.compile + summary.run + summary.own).as_secs_f64().max(0.001);
    let share = |time: Duration| 100.0 * time.as_secs_f64() / all;
    lines.push(format!(
        "processor: compilers {:.0}%, programs {:.0}%, own {:.1}%{seed}",
        share(summary.compile),
        share(summary.run),
        share(summary.own)
    ));
    if !summary.accused.is_empty() {
        lines.push(format!("new bugs: {}", summary.new_bugs));
    }
    for (compiler, kinds) in &summary.accused {
        let kinds = kinds.iter().map(|(kind, count)| format!("{count} {}", kind.name()));
        lines.push(format!("{compiler}: {}", kinds.collect::<Vec<_>>().join(", ")));
    }
    lines.truncate(MOST);
    lines
}

/// Lines of a view: a hunt with many compilers shall not fill the terminal.
const MOST: usize = 8;

fn work(summary: &Summary, limit: Option<Duration>) -> String {
    let seconds = summary.elapsed.as_secs_f64().max(0.001);
    let of = limit.map_or(String::new(), |limit| format!(" of {}", in_words(limit)));
    format!(
        "{}{of}: {} programs, {} tests, {:.1} tests/s",
        in_words(summary.elapsed),
        summary.programs,
        summary.tests,
        summary.tests as f64 / seconds,
    )
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

/// How many may be at work at once.
pub fn jobs(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST_JOBS).contains(number));
    number.ok_or_else(|| format!("say a number from 1 to {MOST_JOBS}"))
}

const MOST_JOBS: usize = 1024;

const DAY: u64 = 86400;
const LONGEST: u64 = 10_000 * DAY;

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
            'd' => DAY,
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
    match seconds {
        _ if text.is_empty() => Err(wrong()),
        0 => Err("at least 1s".into()),
        1..=LONGEST => Ok(Duration::from_secs(seconds)),
        _ => Err(format!("at most {}d", LONGEST / DAY)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use elenchus_campaign::finding::{Kind, State};

    use super::*;

    fn summary() -> Summary {
        let found = BTreeMap::from([(Kind::Crash, 1), (Kind::WrongOutput, 2)]);
        Summary {
            programs: 7,
            tests: 70,
            seed: Some(41),
            findings: BTreeMap::from([(State::Confirmed, found.clone())]),
            accused: BTreeMap::from([("tcc".to_owned(), found)]),
            new_bugs: 2,
            elapsed: Duration::from_secs(35),
            compile: Duration::from_secs(57),
            run: Duration::from_secs(2),
            own: Duration::from_secs(1),
            ..Summary::default()
        }
    }

    #[test]
    fn a_terminal_shows_work_shares_and_who_is_accused() {
        let shown = view(&summary(), Some(Duration::from_secs(60)));
        let expected = [
            "35s of 1m00s: 7 programs, 70 tests, 2.0 tests/s, 25s left",
            "processor: compilers 95%, programs 3%, own 1.7%; seed 41",
            "new bugs: 2",
            "tcc: 1 crash, 2 wrong-output",
        ];
        assert_eq!(shown, expected);
        assert_eq!(
            line(&summary(), None),
            "35s: 7 programs, 70 tests, 2.0 tests/s, 3 findings, 2 new bugs"
        );
    }

    #[test]
    fn the_cursor_goes_back_to_where_the_lines_begin() {
        let lines = ["one".to_owned(), "a long line".to_owned(), "three".to_owned()];
        assert_eq!(drawn(&lines, 7), "\r\x1b[Jone\na long\nthree\x1b[2A\r");
        assert_eq!(drawn(&lines[..1], 80), "\r\x1b[Jone\r");
    }

    #[test]
    fn times_are_read_and_written() {
        let check = |text: &str, expected: u64, said: &str| {
            let time = duration(text).unwrap();
            assert_eq!((time.as_secs(), in_words(time).as_str()), (expected, said), "{text}");
        };
        check("90", 90, "1m30s");
        check("45s", 45, "45s");
        check("1h30m", 5400, "1h30m");
        for wrong in ["", "x", "1x", "m", "0", "99999999999999999999h", "9999999d"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
