//! Guides: a block of `sh` is a script, and the next block, if it is `text`,
//! is what it prints.

use crate::session::Session;

pub fn replay(session: &Session, guide: &str) -> (String, usize) {
    let mut out = String::new();
    let mut scripts = 0;
    // Of the last script, until somebody asks.
    let mut printed = None;
    let mut lines = guide.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let Some(language) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let mut content: String = block.iter().map(|line| format!("{line}\n")).collect();
        match language {
            "sh" => printed = run(session, &content, &mut scripts),
            "text" => content = printed.take().unwrap_or(content),
            _ => printed = None,
        }
        out += &format!("{content}```\n");
    }
    (out, scripts)
}

/// What a script prints. The tests themselves are not run again, and nothing is
/// installed.
fn run(session: &Session, script: &str, scripts: &mut usize) -> Option<String> {
    if script.contains("cargo xtask") {
        return None;
    }
    *scripts += 1;
    let (printed, status) = session.run(&format!("set -e\n{script}"));
    assert_eq!(status, Some(0), "{script}{printed}");
    Some(printed)
}
