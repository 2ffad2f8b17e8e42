//! What works in a scratch folder stays in it.

use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use elenchus_compilers::probe;
use elenchus_compilers::run::{End, Finished, Limits, Reach, Task, run};
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::Given;

use crate::{NEVER, wall};

/// A scratch folder that confines, or the reason why there is none.
fn scratch(base: &Path) -> Option<Scratch> {
    let scratch = Scratch::within(base).unwrap();
    if !scratch.kept().fully() {
        eprintln!("skipped: {}", scratch.kept());
        return None;
    }
    Some(scratch)
}

fn bash(script: &str, folder: &Path, reach: Reach) -> Finished {
    let words = ["bash", "-c", script].map(Into::into).to_vec();
    let limits = Limits { reach, ..wall(30_000) };
    run(&Task { words, folder: Some(folder.into()) }, &limits, &NEVER).unwrap()
}

#[test]
fn it_writes_to_scratch_only() {
    let base = tempfile::tempdir().unwrap();
    let Some(scratch) = scratch(base.path()) else { return };
    let folder = scratch.fresh("a").unwrap();
    let outside = base.path().join("outside");
    fs::write(&outside, "before").unwrap();
    let check = |script: &str, works: bool| {
        let script = script.replace("OUT", &outside.display().to_string());
        let finished = bash(&script, &folder, Reach::Scratch);
        assert_eq!(finished.end == End::Exit(0), works, "{script}: {finished:?}");
    };
    check("echo x > inside && mkdir b && mv inside b/moved && rm -r b", true);
    check("echo x > /dev/null && mktemp && cat OUT", true);
    check("echo x > OUT", false);
    check("echo x > OUT.new", false);
    check("rm OUT", false);
    check("mkdir OUT.folder", false);
    check("ln -s here OUT.link", false);
    check("truncate -s 0 OUT", false);
    check("ln -s OUT link && echo x > link", false);
    check("(setsid sh -c 'echo x > OUT')", false);
    assert_eq!(fs::read_to_string(&outside).unwrap(), "before");
    // It is the confinement that does it.
    let script = format!("echo x > {}", outside.display());
    assert_eq!(bash(&script, &folder, Reach::Anywhere).end, End::Exit(0));
    assert_eq!(fs::read_to_string(&outside).unwrap(), "x\n");
}

#[test]
fn a_compiler_may_need_the_temporary_folder_too() {
    let base = tempfile::tempdir().unwrap();
    let Some(scratch) = scratch(base.path()) else { return };
    let folder = scratch.fresh("a").unwrap();
    let script = "touch /tmp/elenchus-test-$$ && rm /tmp/elenchus-test-$$";
    assert_ne!(bash(script, &folder, Reach::Scratch).end, End::Exit(0));
    assert_eq!(bash(script, &folder, Reach::Temporary).end, End::Exit(0));
    // Who needs it is measured: pcc and others do not look at TMPDIR.
    let compiler = base.path().join("cc");
    fs::write(&compiler, format!("#!/bin/sh\n{script} || exit 1\nexec gcc \"$@\"\n")).unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    let given = Given::command(&compiler.display().to_string());
    let measured = probe::measure(&given, &scratch.fresh("probe").unwrap()).unwrap();
    assert_eq!(measured.reach, Reach::Temporary);
    let gcc = probe::measure(&Given::command("gcc"), &scratch.fresh("probe").unwrap()).unwrap();
    assert_eq!(gcc.reach, Reach::Scratch);
    let elsewhere = Path::new(env!("CARGO_TARGET_TMPDIR"));
    if elsewhere.starts_with("/tmp") {
        eprintln!("skipped: this is built in /tmp, so there is no elsewhere to try");
        return;
    }
    let script = format!("touch {}/elenchus-test", elsewhere.display());
    assert_ne!(bash(&script, &folder, Reach::Temporary).end, End::Exit(0));
}

#[test]
fn it_has_no_network() {
    let base = tempfile::tempdir().unwrap();
    let Some(scratch) = scratch(base.path()) else { return };
    let folder = scratch.fresh("a").unwrap();
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    tcp.set_nonblocking(true).unwrap();
    udp.set_nonblocking(true).unwrap();
    let (stream, packets) = (tcp.local_addr().unwrap().port(), udp.local_addr().unwrap().port());
    let script = format!(
        "echo x > /dev/tcp/127.0.0.1/{stream}; echo x > /dev/udp/127.0.0.1/{packets}; exit 0"
    );
    let mut buffer = [0; 8];
    assert_eq!(bash(&script, &folder, Reach::Scratch).end, End::Exit(0));
    assert_eq!(tcp.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
    assert_eq!(udp.recv(&mut buffer).unwrap_err().kind(), ErrorKind::WouldBlock);
    // It is the confinement that does it.
    bash(&script, &folder, Reach::Anywhere);
    assert!(tcp.accept().is_ok());
    assert_eq!(udp.recv(&mut buffer).unwrap(), 2);
}

#[test]
fn it_cannot_end_us() {
    let base = tempfile::tempdir().unwrap();
    let Some(scratch) = scratch(base.path()) else { return };
    let folder = scratch.fresh("a").unwrap();
    let finished = bash("kill -0 $$ && ! kill -0 $PPID", &folder, Reach::Scratch);
    let said = String::from_utf8_lossy(&finished.stderr).into_owned();
    // Older kernels do not know this restriction.
    assert!(finished.end == End::Exit(0) || said.is_empty(), "{finished:?}");
}

#[test]
fn whoever_works_elsewhere_is_free() {
    let base = tempfile::tempdir().unwrap();
    let _scratch = Scratch::within(base.path()).unwrap();
    assert_eq!(bash("echo x > file", base.path(), Reach::Scratch).end, End::Exit(0));
}
