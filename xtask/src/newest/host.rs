//! What the host gives: the right to mount, a mirror, debootstrap, and the
//! compilers that it has. What it lacks is a [`Skip`] that says what to do.

use std::collections::BTreeSet;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use elenchus_records::packages::{Skip, has_command};
use xshell::{Shell, cmd};

use super::choice::Newest;
use super::inside;

/// Where packages come from, as the host's apt knows it.
pub struct Source {
    /// The mirror of Debian.
    pub mirror: String,
    /// The lines of apt's configuration that name proxies.
    pub proxies: String,
}

/// Skips where this user cannot mount.
pub fn may_mount() -> Result<()> {
    if said("id", &["-u"])?.trim() != "0" {
        return skip("only root can make a Debian in a folder, and enter it: run this as root");
    }
    if !has_command("unshare") {
        return skip("there is no `unshare`: apt-get install util-linux");
    }
    let tried = inside::alone("true")?.stderr(Stdio::null()).status();
    if !tried.context("cannot run unshare")?.success() {
        return skip(
            "this root may not mount anything, as in most containers: run this on the machine \
             itself, or in a container that has CAP_SYS_ADMIN",
        );
    }
    Ok(())
}

fn skip<T>(why: &str) -> Result<T> {
    bail!(Skip(why.to_string()))
}

/// Skips where debootstrap is not here and cannot be installed.
pub fn debootstrap() -> Result<()> {
    if has_command("debootstrap") {
        return Ok(());
    }
    if has_command("apt-get") {
        println!("newest: installing debootstrap");
        let shell = Shell::new()?;
        let apt = cmd!(shell, "apt-get install -y -qq --no-install-recommends debootstrap");
        // Whether it worked is seen below.
        let _ = apt.env("DEBIAN_FRONTEND", "noninteractive").quiet().ignore_stdout().run();
    }
    if !has_command("debootstrap") {
        return skip("there is no `debootstrap`, and apt did not give it: install it");
    }
    Ok(())
}

/// The mirror and the proxies that apt is set up with.
pub fn source() -> Result<Source> {
    if !has_command("apt-get") {
        return skip("there is no apt, which knows a mirror of Debian: run this on Debian");
    }
    let mut found = mirror(&targets()?);
    if found.is_none() {
        // Lists that were deleted to save room, as images do, say nothing.
        println!("newest: apt has no lists: apt-get update");
        // Whether it worked is seen from what it knows then.
        let shell = Shell::new()?;
        let _ = cmd!(shell, "apt-get update -qq").quiet().run();
        found = mirror(&targets()?);
    }
    let Some(mirror) = found else {
        return skip("apt is set up with no mirror of Debian that is reached by http or https");
    };
    let proxies = proxies(&said("apt-config", &["dump"])?);
    Ok(Source { mirror, proxies })
}

fn targets() -> Result<String> {
    let format = "$(ORIGIN)\t$(LABEL)\t$(COMPONENT)\t$(REPO_URI)";
    said("apt-get", &["indextargets", "--format", format, "Created-By: Packages"])
}

/// The first mirror of Debian itself (not of its security updates, nor of
/// others) that is reached the same from inside a root.
fn mirror(targets: &str) -> Option<String> {
    targets.lines().find_map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        ["Debian", "Debian", "main", uri] if uri.starts_with("http") => Some(uri.to_string()),
        _ => None,
    })
}

fn proxies(config: &str) -> String {
    let named = |line: &&str| line.starts_with("Acquire::http") && line.contains("::Proxy");
    config.lines().filter(named).map(|line| format!("{line}\n")).collect()
}

impl Source {
    /// The proxy for all, which debootstrap asks the environment for.
    pub fn proxy(&self) -> Option<&str> {
        let value = self
            .proxies
            .lines()
            .find_map(|line| line.strip_prefix("Acquire::http::Proxy \"")?.strip_suffix("\";"))?;
        (!value.is_empty() && value != "DIRECT").then_some(value)
    }

    /// Skips where nobody answers; asked after something failed, so that a
    /// missing network is told from other failures.
    pub fn answers(&self) -> Result<()> {
        let environment = std::env::var("http_proxy").ok();
        let way = self.proxy().or(environment.as_deref()).unwrap_or(&self.mirror);
        let addresses = endpoint(way).and_then(|to| to.to_socket_addrs().ok());
        let limit = Duration::from_secs(5);
        if addresses
            .is_some_and(|mut all| all.any(|to| TcpStream::connect_timeout(&to, limit).is_ok()))
        {
            return Ok(());
        }
        skip(
            "no network: the mirror that apt is set up with does not answer; once it does, this \
             goes on where it stopped",
        )
    }
}

/// Host and port of an address.
fn endpoint(address: &str) -> Option<(&str, u16)> {
    let (scheme, rest) = address.split_once("://")?;
    let usual = if scheme == "https" { 443 } else { 80 };
    let host = rest.split('/').next()?;
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => Some((name, port.parse().ok()?)),
        _ => Some((host, usual)),
    }
}

/// The newest gcc and clang of the host.
pub fn compilers() -> Newest {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let commands: BTreeSet<String> = std::env::split_paths(&path)
        .filter_map(|folder| folder.read_dir().ok())
        .flat_map(|entries| entries.flatten())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| is_compiler(name))
        .collect();
    let versions: Vec<(String, String)> = commands
        .into_iter()
        .filter_map(|command| {
            let version = said(&command, &["-dumpversion"]).ok()?;
            Some((command, version))
        })
        .collect();
    Newest::of(versions.iter().map(|(command, version)| (command.as_str(), version.as_str())))
}

/// `gcc`, `clang-14`; not `gcc-ar`.
fn is_compiler(command: &str) -> bool {
    match command.split_once('-') {
        Some((family, version)) => is_compiler(family) && version.parse::<u32>().is_ok(),
        None => matches!(command, "gcc" | "clang"),
    }
}

/// How many bytes are free for `folder`.
pub fn free(folder: &Path) -> Result<u64> {
    let folder = folder.to_string_lossy();
    let said = said("df", &["--output=avail", "-B1", &folder])?;
    let bytes = said.lines().last().and_then(|line| line.trim().parse().ok());
    bytes.with_context(|| format!("df does not say how much room {folder} has"))
}

/// Skips where `folder` has less room than is needed.
pub fn room(folder: &Path, needed: u64) -> Result<()> {
    let free = free(folder)?;
    if free >= needed {
        return Ok(());
    }
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    skip(&format!(
        "no room: {} has {:.1} GB left, and {:.1} GB are needed: make room, or take a folder \
         elsewhere",
        folder.display(),
        gigabytes(free),
        gigabytes(needed)
    ))
}

/// What a program prints; of one that fails, what it printed before.
fn said(program: &str, args: &[&str]) -> Result<String> {
    let shell = Shell::new()?;
    let output = cmd!(shell, "{program} {args...}").env("LC_ALL", "C").ignore_status();
    let output = output.quiet().ignore_stderr().output();
    let output = output.with_context(|| format!("cannot run {program}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_is_debian_s_own() {
        let targets = "\
Debian\tDebian-Security\tmain\thttp://one.example/security/
Other\tother\tmain\thttps://two.example/apt/
Debian\tDebian\tcontrib\thttp://three.example/debian/
Debian\tDebian\tmain\tfile:/srv/debian/
Debian\tDebian\tmain\thttp://four.example/debian/
Debian\tDebian\tmain\thttp://five.example/debian/
";
        assert_eq!(mirror(targets).as_deref(), Some("http://four.example/debian/"));
        assert_eq!(mirror("\t\tmain\thttp://four.example/debian/\n"), None);
    }

    #[test]
    fn proxies_are_taken_over() {
        let config = "\
APT::Architecture \"amd64\";
Acquire::http \"\";
Acquire::http::Proxy \"http://user@cache.example:3142\";
Acquire::http::Proxy::four.example \"DIRECT\";
";
        let source = Source { mirror: String::new(), proxies: proxies(config) };
        assert_eq!(source.proxies.lines().count(), 2);
        assert_eq!(source.proxy(), Some("http://user@cache.example:3142"));
        assert_eq!(source.proxy().and_then(endpoint), Some(("cache.example", 3142)));
        let none = Source { mirror: String::new(), proxies: proxies("Acquire::http \"\";\n") };
        assert_eq!(none.proxy(), None);
    }

    #[test]
    fn addresses_have_ports() {
        assert_eq!(endpoint("http://four.example/debian/"), Some(("four.example", 80)));
        assert_eq!(endpoint("https://four.example"), Some(("four.example", 443)));
        assert_eq!(endpoint("http://[::1]/debian"), Some(("[::1]", 80)));
        assert_eq!(endpoint("http://[::1]:81/debian"), Some(("[::1]", 81)));
        assert_eq!(endpoint("nothing"), None);
    }

    #[test]
    fn compilers_are_known_by_their_names() {
        let names = ["gcc", "gcc-12", "clang-14", "gcc-ar", "gcc-ar-12", "clang++", "clang-", "cc"];
        let found: Vec<_> = names.into_iter().filter(|name| is_compiler(name)).collect();
        assert_eq!(found, ["gcc", "gcc-12", "clang-14"]);
    }
}
