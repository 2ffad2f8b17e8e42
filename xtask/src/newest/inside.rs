//! Programs inside the root that was made.
//!
//! They run in a mount namespace of their own. What is mounted for them
//! (/proc, /sys, /dev, /dev/shm, the folder of the hunts) is seen by them only,
//! and the kernel unmounts it when the last of them is gone: at the end, at
//! Ctrl-C, at a failure, even after `kill -9`. Nothing is left to be tidied up.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use super::Place;

/// Where the hunts work, inside.
const HUNT: &str = "/hunt";
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Of the caller's environment: how the terminal is, and the way to the
/// network. All else would make a finding depend on whose shell it was.
const KEPT: &[&str] =
    &["TERM", "COLUMNS", "NO_COLOR", "http_proxy", "https_proxy", "ftp_proxy", "no_proxy"];

/// Called with the root, the folder of the hunts, and the words of a command.
/// With all that is mounted below the host's /dev comes its /dev/shm: hunts
/// inside and outside see each other's scratch folders there, and take others.
const ENTER: &str = r#"
set -e
root=$1 hunt=$2
shift 2
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount --bind "$hunt" "$root/hunt"
exec chroot "$root" env -C /hunt "$@"
"#;

/// A command in a mount namespace of its own.
pub fn alone(program: &str) -> Result<Command> {
    let shell = Shell::new()?;
    Ok(cmd!(shell, "unshare --mount --propagation private -- {program}").into())
}

/// `program` inside the root of `place`, in the folder of the hunts.
pub fn command(place: &Place, program: &str) -> Result<Command> {
    let mut command = alone("sh")?;
    command.args(["-c", ENTER, "sh"]).arg(place.root()).arg(place.hunt()).arg(program);
    command.env_clear().envs([("PATH", PATH), ("HOME", HUNT), ("LC_ALL", "C.UTF-8")]);
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    Ok(command)
}

/// Makes the folder that the hunts are mounted at.
pub fn prepare(root: &Path) -> Result<()> {
    let hunt = root.join(HUNT.trim_start_matches('/'));
    std::fs::create_dir_all(hunt).context("cannot make the folder of the hunts")
}

/// What a command inside prints; its messages go to the terminal.
pub fn read(place: &Place, words: &[&str]) -> Result<String> {
    let output = spoken(place, words)?.stderr(Stdio::inherit()).output();
    let output = output.context("cannot run unshare")?;
    if !output.status.success() {
        bail!("`{}` failed inside: {}", words.join(" "), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a command inside ends well; what it prints goes to the terminal.
pub fn works(place: &Place, words: &[&str]) -> Result<bool> {
    Ok(spoken(place, words)?.status().context("cannot run unshare")?.success())
}

fn spoken(place: &Place, words: &[&str]) -> Result<Command> {
    let mut command = command(place, words[0])?;
    command.args(&words[1..]);
    Ok(command)
}
