//! Who looks after scratch when we are killed and cannot.
//!
//! A shell waits for the end of a pipe that only this process holds. When the pipe ends it
//! kills what was started in the scratch folder, and removes the folder. A signal that the
//! kernel sends to children of the dead would reach compilers, but not the processes that
//! these have started.

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::run::{Reach, family};

/// `$1` is the folder. Processes are known by `TMPDIR`, which all have that were started in
/// it. The open file says whether the name still means the same folder: the number may be
/// that of another process by now, and in another root the name that of another folder.
const SCRIPT: &str = "exec 9<\"$1\"
read nothing
for process in /proc/[0-9]*; do
    grep -qzF \"TMPDIR=$1/\" \"$process/environ\" && [ \"$process/root$1\" -ef /dev/fd/9 ] &&
        kill -9 \"${process#/proc/}\"
done 2>/dev/null
[ \"$1\" -ef /dev/fd/9 ] && rm -rf \"$1\"
";

pub struct Guard(Child);

impl Guard {
    /// Nobody where there is no shell: then the next one sweeps.
    pub fn new(folder: &Path) -> Option<Guard> {
        Guard::start(folder).ok()
    }

    fn start(folder: &Path) -> io::Result<Guard> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "sh"]).arg(folder);
        // Whoever reads what we say is not to wait for the guard.
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Guard(family::spawn(command, None, Reach::Anywhere)?))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Ended before the pipe is: we clean up ourselves.
        let _ = family::end(&self.0);
    }
}
