//! The root with the compilers, made in steps. Each step sees what is there,
//! so that one that was stopped is done again, and a finished one is quick.

use std::collections::BTreeSet;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use super::Place;
use super::choice::{self, Compiler, Version};
use super::host::{self, Source};
use super::inside;
use super::versions::{self, Row};

/// The suite that developers upload to, and the one for what is too new for it.
const SUITES: [&str; 2] = ["sid", "experimental"];

/// What the system without compilers takes, with what it is made of.
const BASE_BYTES: u64 = 1_000_000_000;

pub fn make(place: &Place) -> Result<()> {
    let _lock = Lock::take(place)?;
    let source = host::source()?;
    if !place.root().is_dir() {
        base(place, &source)?;
    }
    inside::prepare(&place.root())?;
    configure(&place.root(), &source)?;
    println!("newest: asking apt what there is");
    if !inside::works(place, &["apt-get", "update", "-qq"])? {
        source.answers()?;
        bail!("apt-get update failed inside {}, see above", place.root().display());
    }
    let list = inside::read(place, &["apt-cache", "search", "--names-only", "."])?;
    let available = choice::names(&list);
    let compilers = choice::choose(&available, host::compilers());
    if compilers.is_empty() {
        bail!("{} have no compiler that is newer than the host's", SUITES.join(" and "));
    }
    install(place, &source, &compilers, &choice::always(&available))?;
    let rows: Vec<Row> = compilers.iter().map(|one| row(place, one)).collect::<Result<_>>()?;
    if rows.iter().all(|row| row.command.is_none()) {
        bail!("no compiler could be installed, see above");
    }
    link_cc(&place.root(), &compilers)?;
    Ok(std::fs::write(place.versions(), versions::written(&rows))?)
}

/// Keeps others from making the same root. The lock is held by a child that
/// waits for its input to end, which it does when this process ends, however.
struct Lock {
    holder: Child,
}

impl Lock {
    fn take(place: &Place) -> Result<Lock> {
        let (shell, lock) = (Shell::new()?, place.lock());
        let mut holder =
            Command::from(cmd!(shell, "flock --nonblock {lock} sh -c 'echo; exec cat'"))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .context("cannot run flock")?;
        let mut held = [0];
        let said = holder.stdout.as_mut().context("the output is piped")?.read_exact(&mut held);
        if said.is_err() {
            bail!("{} is being made by another call: wait for it", place.root().display());
        }
        Ok(Lock { holder })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        drop(self.holder.stdin.take());
        // It ends because its input has ended; nobody asks how.
        let _ = self.holder.wait();
    }
}

/// The system without compilers. It is made beside its place, so that a root
/// that is there is a whole one.
fn base(place: &Place, source: &Source) -> Result<()> {
    host::debootstrap()?;
    host::room(&place.dir, BASE_BYTES)?;
    if place.part().exists() {
        // Nothing is mounted in it: what debootstrap mounted went with it.
        std::fs::remove_dir_all(place.part())?;
    }
    std::fs::create_dir_all(place.cache())?;
    println!("newest: making a Debian of {} in {}", SUITES[0], place.root().display());
    let mut debootstrap = inside::alone("debootstrap")?;
    debootstrap.arg("--variant=minbase");
    debootstrap.arg(format!("--cache-dir={}", place.cache().display()));
    if source.mirror.starts_with("https:") {
        debootstrap.arg("--include=ca-certificates");
    }
    debootstrap.arg(SUITES[0]).arg(place.part()).arg(&source.mirror);
    if let Some(proxy) = source.proxy() {
        debootstrap.env("http_proxy", proxy);
    }
    if !debootstrap.status().context("cannot run unshare")?.success() {
        source.answers()?;
        bail!("debootstrap failed, see above; called again, this starts there");
    }
    std::fs::remove_dir_all(place.cache())?;
    Ok(std::fs::rename(place.part(), place.root())?)
}

/// apt inside gets its packages from where the host's apt does.
fn configure(root: &Path, source: &Source) -> Result<()> {
    let lines = SUITES.map(|suite| format!("deb {} {suite} main\n", source.mirror));
    std::fs::write(root.join("etc/apt/sources.list"), lines.concat())?;
    // A mirror that is a copy may be older than the date that it expires at.
    let settings = format!(
        "Acquire::Check-Valid-Until \"false\";\nAcquire::Languages \"none\";\n\
         APT::Install-Recommends \"false\";\n{}",
        source.proxies
    );
    std::fs::write(root.join("etc/apt/apt.conf.d/90newest"), settings)?;
    // Where names are asked for changes with the network that the host is in.
    if Path::new("/etc/resolv.conf").is_file() {
        replace(&root.join("etc/resolv.conf"), |to| std::fs::copy("/etc/resolv.conf", to))?;
    }
    Ok(())
}

fn install(place: &Place, source: &Source, compilers: &[Compiler], always: &[&str]) -> Result<()> {
    mend(place)?;
    let all = compilers.iter().flat_map(Compiler::packages).chain(always.iter().copied());
    let all: Vec<&str> = all.collect();
    if let Some(needed) = needed(place, &all)? {
        host::room(&place.dir, needed)?;
    }
    println!("newest: installing {}", all.join(" "));
    if !apt_install(place, &all)? {
        source.answers()?;
        // In a development suite a package often waits for another: the
        // others are not to wait with it.
        for compiler in compilers {
            let packages: Vec<&str> = compiler.packages().chain(always.iter().copied()).collect();
            if !apt_install(place, &packages)? {
                apt_install(place, &[&compiler.package])?;
            }
        }
    }
    inside::works(place, &["apt-get", "clean"])?;
    Ok(())
}

/// Finishes what an earlier call had begun to install when it was stopped.
fn mend(place: &Place) -> Result<()> {
    // It fails for what is half written, and apt does nothing before it.
    inside::works(place, &["dpkg", "--configure", "-a"])?;
    let format = "--showformat=${db:Status-Abbrev}\t${Package}\n";
    let states = inside::read(place, &["dpkg-query", "--show", format])?;
    for package in half_installed(&states) {
        // apt does not look for the archive in the other suite by itself.
        let again = |suite| {
            let apt = ["apt-get", "install", "-y", "-qq", "--reinstall", "--fix-broken"];
            inside::works(place, &[&apt[..], &["-t", suite, package]].concat())
        };
        let _ = again(SUITES[0])? || again(SUITES[1])?;
    }
    Ok(())
}

/// Packages that dpkg was writing when it was stopped: it wants them again
/// from the beginning.
fn half_installed(states: &str) -> Vec<&str> {
    let named = states.lines().filter_map(|line| line.split_once('\t'));
    named.filter(|(state, _)| state.ends_with('R')).map(|(_, package)| package).collect()
}

fn apt_install(place: &Place, packages: &[&str]) -> Result<bool> {
    let apt = ["apt-get", "install", "-y", "-qq", "--fix-broken", "-o", "Dpkg::Use-Pty=0"];
    inside::works(place, &[&apt, packages].concat())
}

/// How much room the packages take while they are installed; nothing where
/// apt cannot install them together.
fn needed(place: &Place, packages: &[&str]) -> Result<Option<u64>> {
    let simulated = [&["apt-get", "install", "--simulate", "-qq"], packages].concat();
    let Ok(plan) = inside::read(place, &simulated) else { return Ok(None) };
    let new = planned(&plan);
    if new.is_empty() {
        return Ok(Some(0));
    }
    let words: Vec<&str> =
        ["apt-cache", "show", "--no-all-versions"].into_iter().chain(new).collect();
    Ok(Some(bytes(&inside::read(place, &words)?)))
}

/// The packages that apt would install.
fn planned(plan: &str) -> BTreeSet<&str> {
    plan.lines().filter_map(|line| line.strip_prefix("Inst ")?.split(' ').next()).collect()
}

/// Archives and files of the packages in an answer of `apt-cache show`.
fn bytes(shown: &str) -> u64 {
    let field = |line: &str| -> Option<u64> {
        let (name, value) = line.split_once(": ")?;
        let unit = match name {
            "Installed-Size" => 1024,
            "Size" => 1,
            _ => return None,
        };
        Some(value.parse::<u64>().ok()? * unit)
    };
    shown.lines().filter_map(field).sum()
}

/// What was installed of a compiler.
fn row(place: &Place, compiler: &Compiler) -> Result<Row> {
    let package = compiler.package.clone();
    if !place.root().join(compiler.file()).exists() {
        let (version, says) = ("-".to_string(), "apt could not install it".to_string());
        return Ok(Row { command: None, package, version, says });
    }
    let format = "--showformat=${Version}";
    let version = inside::read(place, &["dpkg-query", "--show", format, &package])?;
    let file = format!("/{}", compiler.file());
    let says = inside::read(place, &[&file, "--version"])?;
    let says = says.lines().next().unwrap_or_default().to_string();
    let command = match compiler.version {
        Version::Release(_) => package.clone(),
        Version::Snapshot => link_snapshot(place, compiler)?,
    };
    Ok(Row { command: Some(command), package, version, says })
}

/// A snapshot is in a folder of its own. A name with its number, as releases
/// have it, puts it on PATH; where a release has that name, the package's.
fn link_snapshot(place: &Place, compiler: &Compiler) -> Result<String> {
    let file = format!("/{}", compiler.file());
    let said = inside::read(place, &[&file, "-dumpversion"])?;
    let number = choice::major(&said).with_context(|| format!("{file} has no version"))?;
    let mut name = format!("{}-{number}", compiler.family);
    if place.root().join("usr/bin").join(&name).exists() {
        name = compiler.family.to_string();
    }
    link(&place.root(), &name, &file)?;
    Ok(name)
}

/// `cc`, which preprocesses for the machine, is the newest gcc that was released.
fn link_cc(root: &Path, compilers: &[Compiler]) -> Result<()> {
    let released = |one: &&Compiler| one.family == "gcc" && one.version != Version::Snapshot;
    let there = |one: &&Compiler| root.join(one.file()).exists();
    let newest = compilers.iter().filter(released).rfind(there);
    newest.map_or(Ok(()), |newest| link(root, "cc", &format!("/{}", newest.file())))
}

fn link(root: &Path, name: &str, to: &str) -> Result<()> {
    replace(&root.join("usr/local/bin").join(name), |link| symlink(to, link))
}

/// Makes a file or link where another may be. That is removed before: to write
/// to a link of the root could write to a file of the host.
fn replace<T>(path: &Path, make: impl FnOnce(&Path) -> std::io::Result<T>) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => make(path),
    }
    .with_context(|| format!("cannot make {}", path.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn apt_s_plan_is_read() {
        let plan = "\
Inst libc6 [2.42-1] (2.43-7 Debian:unstable [amd64])
Inst gcc-16 (16.2.0-4 Debian:unstable [amd64])
Conf libc6 (2.43-7 Debian:unstable [amd64])
";
        assert_eq!(planned(plan).into_iter().collect::<Vec<_>>(), ["gcc-16", "libc6"]);
    }

    #[test]
    fn what_dpkg_was_writing_is_known() {
        let states = "ii \tlibc6\niHR\tlibllvm24\niU \tgcc-16\n";
        assert_eq!(half_installed(states), ["libllvm24"]);
    }

    #[test]
    fn room_is_for_archives_and_files() {
        let shown = "Package: a\nInstalled-Size: 3\nSize: 100\n\nPackage: b\nSize: 7\nSized: 9\n";
        assert_eq!(bytes(shown), 3 * 1024 + 107);
    }
}
