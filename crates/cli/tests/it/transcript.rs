//! Transcripts: a line `$ command`, lines `> …` that continue it, and what it
//! prints, with `[status N]` at the end if it fails. Prose stands before the
//! first command.

use crate::session::Session;

pub fn replay(session: &Session, transcript: &str) -> (String, usize) {
    let mut out = String::new();
    let mut commands = 0;
    let mut lines = transcript.lines().peekable();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let Some(command) = line.strip_prefix("$ ") else { continue };
        let mut script = command.to_owned();
        while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
            out += &format!("{more}\n");
            script += &format!("\n{}", &more[2..]);
        }
        // What was expected goes, what is printed comes.
        while lines.next_if(|line| !line.starts_with("$ ")).is_some() {}
        let (printed, status) = session.run(&script);
        out += &printed;
        match status {
            Some(0) => {}
            Some(status) => out += &format!("[status {status}]\n"),
            None => out += "[killed]\n",
        }
        commands += 1;
    }
    (out, commands)
}
