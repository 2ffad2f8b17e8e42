//! Hunts from the command line, against a compiler that breaks down.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// gcc, but at -O2 it breaks down over programs of a hunt, in a function that
/// the test chooses.
const BROKEN: &str = "#!/bin/sh
case \"$*\" in
*-O2*program.c*)
    for last; do :; done
    echo \"program.c:3:1: internal compiler error: in FUNCTION, at bar.c:12\" >&2
    exit 1 ;;
esac
exec gcc \"$@\"
";

/// In another function for every program: each is a bug of its own.
const EVERYWHERE: &str = "f$(cksum < $last | tr ' 0-9' _a-j)";

fn folder(function: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let compiler = folder.path().join("brokencc");
    fs::write(&compiler, BROKEN.replace("FUNCTION", function)).unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

fn elenchus(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_elenchus"));
    command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a command says, and its status.
fn output(folder: &Path, arguments: &str) -> (String, Option<i32>) {
    let Output { status, stdout, stderr } =
        elenchus(folder).args(arguments.split(' ')).output().unwrap();
    let said = [stdout, stderr].concat();
    (String::from_utf8(said).unwrap(), status.code())
}

/// A hunt with the one level that breaks down.
fn hunt(folder: &Path, more: &str) -> Command {
    let mut command = elenchus(folder);
    command.args(["hunt", "--cc", "./brokencc -O2", "--size", "1000", "--jobs", "2"]);
    command.args(more.split_whitespace());
    command
}

#[test]
fn from_a_hunt_to_a_report() {
    let folder = folder("foo");
    let path = folder.path();
    let first = hunt(path, "--count 2 --seed 1 --ci").output().unwrap();
    let said = String::from_utf8(first.stdout).unwrap();
    assert_eq!(first.status.code(), Some(1), "{said}");
    assert!(said.contains("confirmed 1: brokencc -O2: the compiler crashes"), "{said}");
    assert!(said.contains("2 programs, 2 tests") && said.contains("new bugs: 1"), "{said}");
    // The same once more: nothing new.
    assert_eq!(hunt(path, "--count 2 --seed 1 --ci").output().unwrap().status.code(), Some(0));

    let (said, status) = output(path, "list");
    assert!(said.contains("internal compiler error: in foo, at bar.c:N"), "{said}");
    assert_eq!((said.lines().count(), status), (2, Some(0)));
    let (said, _) = output(path, "list --json");
    assert!(said.contains("\"seen\":2") && said.contains("\"kind\":\"crash\""), "{said}");
    let (said, status) = output(path, "mark 2 reported --url https://example.org/1");
    assert_eq!(said, "the bug of finding 2 is marked as reported; findings of it here: 2\n");
    assert_eq!(status, Some(0));
    let (said, _) = output(path, "list");
    assert!(said.contains("bar.c:N [reported] [https://example.org/1]"), "{said}");
    assert_eq!(output(path, "mark 1 ignored").1, Some(0));
    assert!(output(path, "list").0.contains("1 ignored bugs are not shown"));
    assert_eq!(output(path, "list --all").0.lines().count(), 2);
    for (filter, shown) in [
        ("--kind crash --state confirmed", true),
        ("--kind hang", false),
        ("--compiler brokencc --since 1d", true),
        ("--compiler clang", false),
        ("--since 2001-02-03", true),
        ("--since 9999-01-01", false),
    ] {
        let (said, status) = output(path, &format!("list --all --json {filter}"));
        assert_eq!((!said.is_empty(), status), (shown, Some(0)), "{filter}: {said}");
    }
    assert_eq!(output(path, "list --since yesterday").1, Some(2));
    assert!(output(path, "list --all --color always").0.contains("\x1b[31mconfirmed"));
    assert!(!output(path, "list --all").0.contains('\x1b'));
    let (said, status) = output(path, "show 2");
    let siblings = "- finding 2: like 1: the compiler says the same\n";
    assert!(said.contains("- finding 1: the first\n") && said.contains(siblings), "{said}");
    assert_eq!(status, Some(0));
    let (said, status) = output(path, "report 1");
    assert_eq!((said.as_str(), status), ("finding-1/README.md\n", Some(0)));
    let make = |target: &str| {
        let mut command = Command::new("make");
        let ran = command.arg(target).current_dir(path.join("finding-1")).output().unwrap();
        ran.status.success()
    };
    assert!(make("check") && !make("program"));
    for script in ["repro.sh", "interesting.sh"] {
        let script = path.join("finding-1").join(script);
        let ran = Command::new(&script).current_dir(path.join("finding-1")).output().unwrap();
        assert!(ran.status.success(), "{}: {ran:?}", script.display());
    }
    let (said, status) = output(path, "replay 1");
    assert!(said.contains("still there: confirmed"), "{said}");
    assert_eq!(status, Some(0));
    fs::write(path.join("brokencc"), "#!/bin/sh\nexec gcc \"$@\"\n").unwrap();
    let (said, status) = output(path, "replay 1");
    assert!(said.contains("not seen any more"), "{said}");
    assert_eq!(status, Some(1));
    assert_eq!(output(path, "-q mark 1 fixed"), (String::new(), Some(0)));
    assert!(output(path, "list").0.contains("[fixed]"));
    let (said, status) = output(path, "delete 2 1");
    assert_eq!(said, "taken out: findings: 2; bugs of which none is left: 1\n");
    assert_eq!((output(path, "list").0.lines().count(), status), (1, Some(0)));
    assert_eq!(output(path, "delete 1").1, Some(2));
}

#[test]
fn new_bugs_are_in_the_report_for_pipelines_and_marked_ones_are_not_shown() {
    let folder = folder("foo<int>");
    let path = folder.path();
    let hunted = |more: &str| {
        let more = format!("--seed 1 --ci --junit out.xml {more}");
        let ran = hunt(path, &more).output().unwrap();
        let xml = fs::read_to_string(path.join("out.xml")).unwrap();
        let check = Command::new("python3")
            .args(["-c", "import xml.dom.minidom as x; x.parse('out.xml')"])
            .current_dir(path)
            .output();
        assert!(check.is_err() || check.is_ok_and(|ran| ran.status.success()), "{xml}");
        (ran.status.code(), String::from_utf8(ran.stdout).unwrap(), xml)
    };
    let (status, _, xml) = hunted("--count 1");
    assert_eq!(status, Some(1));
    assert!(xml.contains("tests=\"1\" failures=\"1\" errors=\"0\""), "{xml}");
    assert!(xml.contains("in foo&lt;int&gt;, at bar.c:N"), "{xml}");
    // Known now: no failure, though another program shows it.
    let (status, said, xml) = hunted("--count 2");
    assert_eq!(status, Some(0));
    assert!(said.contains("another of a known bug"), "{said}");
    assert!(xml.contains("tests=\"1\" failures=\"0\" errors=\"0\""), "{xml}");
    assert_eq!(output(path, "mark 1 known").1, Some(0));
    let (status, said, _) = hunted("--count 4");
    assert_eq!(status, Some(0));
    let held = "4 programs showed a marked bug, and were held back: brokencc -O2: crash: internal";
    assert!(!said.contains("confirmed") && said.contains(held), "{said}");
    assert!(!said.contains("times something well known"), "{said}");
    assert!(output(path, "list").0.contains("[known] (4 more held back)"));
    assert_eq!(hunted("--count 4 --strict").0, Some(1));
    assert_eq!(output(path, "mark 1 ignored").1, Some(0));
    let (said, _) = output(path, "list");
    assert!(said.contains("1 ignored bugs are not shown; programs that showed them: 10"), "{said}");
    assert_eq!(output(path, "mark 1 known").1, Some(0));
    // A report that cannot be written is said before the hunt.
    let ran = hunt(path, "--junit nowhere/out.xml").output().unwrap();
    assert_eq!(ran.status.code(), Some(3));
    let (_, _, xml) = hunted("--generator false{out}");
    assert!(xml.contains("errors=\"1\"") && xml.contains("no source gives"), "{xml}");
}

/// Runs a script with `$1`, a folder of 400 kB that is gone afterwards, and `$2`,
/// our program; nothing where that is not possible.
fn in_small_folder(folder: &Path, script: &str) -> Option<(String, Option<i32>)> {
    let small = folder.join("small");
    fs::create_dir(&small).unwrap();
    let mount = "mount -t tmpfs -o size=400k none \"$1\" || exit 99\n";
    let ran = Command::new("unshare")
        .args(["-rm", "sh", "-c", &format!("{mount}{script}"), "sh"])
        .args([&small, Path::new(env!("CARGO_BIN_EXE_elenchus"))])
        .current_dir(folder)
        .output();
    let Ok(Output { status, stdout, stderr }) = ran else {
        eprintln!("skipped: unshare is not here");
        return None;
    };
    let said = String::from_utf8([stdout, stderr].concat()).unwrap();
    if status.code() == Some(99) || said.contains("unshare failed") {
        eprintln!("skipped: nothing can be mounted here: {said}");
        return None;
    }
    Some((said, status.code()))
}

#[test]
fn a_store_without_room_stays_whole() {
    let folder = folder(EVERYWHERE);
    let script = "\
        $2 hunt --cc './brokencc -O2' --size 1000 --store $1/a.db --time 100s\n\
        echo \"status $?\"; mount -o remount,size=10m \"$1\"\n\
        $2 list --store $1/a.db";
    let Some((said, status)) = in_small_folder(folder.path(), script) else { return };
    assert!(said.contains("there is no room for the store: all that was shown"), "{said}");
    assert!(said.contains("status 3\n"), "{said}");
    assert_eq!(status, Some(0), "{said}");
    // All that was shown is listed.
    let shown = said.lines().filter(|line| line.starts_with("confirmed ")).count();
    let listed = said.lines().filter(|line| line.contains("brokencc -O2: crash:")).count();
    assert!(shown > 0 && listed == shown, "{shown} shown, {listed} listed: {said}");
}

#[test]
fn a_store_on_a_disk_for_reading_is_read() {
    let folder = folder(EVERYWHERE);
    let script = "\
        mount -o remount,size=10m \"$1\"\n\
        $2 hunt --cc './brokencc -O2' --size 1000 --store $1/a.db --count 2 > log 2>&1\n\
        mount -o remount,ro \"$1\"\n\
        $2 list --store $1/a.db && $2 show 1 --store $1/a.db > shown &&\n\
        $2 report 1 --store $1/a.db --out report && test -s shown -a -s report/repro.sh\n\
        echo \"status $?\"; $2 mark 1 known --store $1/a.db";
    let Some((said, status)) = in_small_folder(folder.path(), script) else { return };
    assert!(said.contains("brokencc -O2: crash:") && said.contains("status 0\n"), "{said}");
    assert!(said.contains("the store cannot be written where it is"), "{said}");
    assert_eq!(status, Some(3), "{said}");
}

#[test]
fn scratch_without_room_is_no_bug_of_a_compiler() {
    let folder = folder("foo");
    let greedy = "#!/bin/sh\n\
        case \"$*\" in *program.c*) head -c 9000000 /dev/zero > full 2>/dev/null ;; esac\n\
        exec gcc \"$@\"\n";
    fs::write(folder.path().join("brokencc"), greedy).unwrap();
    let script = "\
        mount -t tmpfs -o size=5m none /dev/shm || exit 99\n\
        mount -o remount,size=5m \"$1\"\n\
        TMPDIR=$1 $2 hunt --cc './brokencc -O2' --size 1000 --time 100s --jobs 1";
    let Some((said, status)) = in_small_folder(folder.path(), script) else { return };
    assert!(said.contains("cannot go on: no storage space; is there room"), "{said}");
    assert_eq!(status, Some(3), "{said}");
    assert!(!said.contains("confirmed") && !said.contains("disputed"), "{said}");
}

/// Two hunts at once on one store: no seed is tested twice, no finding is lost.
#[test]
fn two_hunts_share_a_store() {
    let folder = folder(EVERYWHERE);
    let both = [(); 2].map(|()| hunt(folder.path(), "--json --count 12").spawn().unwrap());
    let mut shown = Vec::new();
    for child in both {
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        assert_eq!(status.code(), Some(0), "{}", String::from_utf8_lossy(&stderr));
        let said = String::from_utf8(stdout).unwrap();
        let findings = said.lines().filter(|line| line.contains("\"event\":\"finding\""));
        shown.extend(findings.map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            (line["id"].as_i64().unwrap(), line["signature"].to_string())
        }));
    }
    let (said, _) = output(folder.path(), "list --json");
    assert_eq!((shown.len(), said.lines().count()), (24, 24), "{said}");
    shown.sort();
    shown.dedup();
    assert_eq!(shown.len(), 24);
}

#[test]
fn an_interrupted_hunt_has_a_true_summary() {
    let folder = folder("foo");
    let mut child = hunt(folder.path(), "").spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let begun = Instant::now();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let all = [vec![first], rest].concat();
    let shown = all.iter().filter(|line| line.starts_with("confirmed ")).count();
    assert!(all.iter().any(|line| line.contains("(interrupted)")), "{all:?}");
    assert!(all.iter().any(|line| *line == format!("confirmed: {shown} crash")), "{all:?}");
}

/// `timeout` sends its signal twice.
#[test]
fn a_hunt_that_is_told_to_end_twice_has_its_summary() {
    let folder = folder("foo");
    let child = hunt(folder.path(), "").spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let id = child.id().to_string();
    for _ in 0..2 {
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }
    let Output { status, stdout, .. } = child.wait_with_output().unwrap();
    let said = String::from_utf8(stdout).unwrap();
    assert!(status.success() && said.contains("(interrupted)"), "{status}: {said}");
}

/// Kills hunts at various moments: what was shown is stored, nothing is twice,
/// and seeds go on.
#[test]
fn a_killed_hunt_loses_nothing() {
    let folder = folder(EVERYWHERE);
    let mut shown = Vec::new();
    for round in 0..6 {
        let mut child = hunt(folder.path(), "--json").spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..=round % 3 {
            let mut line = String::new();
            lines.read_line(&mut line).unwrap();
            shown.push(line);
        }
        std::thread::sleep(Duration::from_millis(37 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut rest = String::new();
        lines.read_to_string(&mut rest).unwrap();
        shown.extend(rest.lines().filter(|line| line.ends_with('}')).map(str::to_owned));
    }
    let mut seeds = Vec::new();
    for line in &shown {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let (text, status) = output(folder.path(), &format!("show --json {}", line["id"]));
        assert_eq!(status, Some(0), "{text}");
        let stored: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(stored["seed"], line["seed"]);
        seeds.push((stored["source"].to_string(), stored["seed"].as_u64()));
    }
    let count = seeds.len();
    seeds.sort();
    seeds.dedup();
    assert_eq!(seeds.len(), count);
}

#[test]
fn what_is_asked_wrongly_is_said() {
    let folder = folder("foo");
    let check = |arguments: &str, status: i32, part: &str| {
        let (said, got) = output(folder.path(), arguments);
        assert!(said.contains(part), "{arguments}: {said}");
        assert_eq!(got, Some(status), "{arguments}: {said}");
    };
    check("list", 2, "there is no store elenchus.db: `elenchus hunt` makes one");
    check("hunt --cc no-such-cc", 3, "`no-such-cc` is not found");
    check("hunt --cc false", 3, "it does not compile a small program");
    check("hunt --time soon", 2, "say 90s, 10m, 2h or 1h30m");
    check("hunt --generator csmith", 2, "has no {out}");
    check("hunt --oracle odd", 2, "determinism, abi, volatile, sanitizer");
    check("hunt --preset odd", 2, "there is no preset `odd`");
    fs::write(folder.path().join("odd.toml"), "[[compiler]]\nname = 'x'\n").unwrap();
    check("hunt --config odd.toml", 2, "odd.toml: TOML parse error at line 1");
    check("hunt --corpus nowhere", 2, "cannot read nowhere");
    check("hunt --enumerate nowhere", 2, "cannot read nowhere");
    fs::create_dir_all(folder.path().join("none/below")).unwrap();
    check("hunt --enumerate none", 2, "there is no C file in none");
    check("hunt --generator no-such-command{out} --cc gcc --time 60s", 2, "cannot start");
    check("list", 0, "bug");
    check("mark 1 known", 2, "there is no finding 1");
    check("show 1", 2, "there is no finding 1");
    check("check missing.c --cc gcc", 2, "cannot read");
}

#[test]
fn what_was_found_is_made_small_and_blamed() {
    let folder = folder("foo");
    let path = folder.path();
    let hunted = hunt(path, "--count 1 --seed 1 --reduce --blame").output().unwrap();
    let said = String::from_utf8(hunted.stderr).unwrap();
    assert!(said.contains("finding 1: pass: unknown"), "{said}");
    let (shown, _) = output(path, "show 1");
    assert!(shown.contains("Reduced from a program of"), "{shown}");
    let blamed = "## Where it comes from\n\n```text\npass: unknown\n  disabling: the compiler does \
                  not list its passes\nflags: -O2\n```";
    assert!(shown.contains(blamed), "{shown}");
    let (reported, status) = output(path, "report 1 --out r");
    assert_eq!(status, Some(0), "{reported}");
    let size = |name: &str| fs::metadata(path.join("r").join(name)).unwrap().len();
    assert!(size("program.c") < 200 && size("original/program.c") > 500);
    // The one bug that there is is the test again.
    let (again, status) = output(path, "reduce --finding 1");
    assert_eq!(status, Some(0), "{again}");
    // Another program may have another blame.
    assert!(!output(path, "show 1").0.contains("Where it comes from"));
    let (again, status) = output(path, "blame --finding 1 --json");
    assert!(again.contains("\"finding\":1") && again.contains("\"pass\":null"), "{again}");
    assert_eq!(status, Some(1));
    let broken = fs::read_to_string(path.join("brokencc")).unwrap();
    fs::write(path.join("brokencc"), "#!/bin/sh\nexec gcc \"$@\"\n").unwrap();
    let (gone, status) = output(path, "blame --finding 1");
    assert!(gone.contains("the finding is not there any more"), "{gone}");
    assert_eq!(status, Some(1));
    // Fixed; but for large programs; back.
    let check = |script: &str, now: &str, mark: bool, status: i32| {
        fs::write(path.join("brokencc"), script).unwrap();
        let (said, got) = output(path, "recheck");
        assert!(said.contains(now) && said.ends_with(&format!("\n1 {}\n", now.trim())), "{said}");
        assert_eq!((got, output(path, "list").0.contains("[fixed]")), (Some(status), mark));
    };
    check(&broken, "still there", false, 0);
    let fixed = "#!/bin/sh\nexec gcc \"$@\"\n";
    let only_large = "*-O2*program.c*) grep -q main program.c || exec gcc \"$@\"";
    let partly = broken.replace("*-O2*program.c*)", only_large);
    check(&partly, "partly fixed", false, 0);
    check(fixed, "fixed", true, 0);
    check(fixed, "fixed", true, 0);
    check(&broken, "back", false, 1);
}

/// The configuration of the guide, pasted into `elenchus.toml`.
#[test]
fn the_configuration_of_the_guide_works_as_it_is() {
    let guide = include_str!("../../../../docs/hunt.md");
    let blocks: Vec<&str> = guide.split("```toml\n").skip(1).collect();
    let block = |at: usize| blocks[at].split("```").next().unwrap();
    let missing = |tool: &&&str| elenchus_compilers::find::find(tool).is_none();
    if let Some(tool) = ["gcc", "clang", "opt", "llc", "tcc"].iter().find(missing) {
        eprintln!("skipped: {tool} is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("elenchus.toml"), block(0)).unwrap();
    let (said, status) = output(path, "hunt --count 5 --seed 1 --jobs 2 --all-levels");
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("tcc -run {in} takes one file at a time: programs of several"), "{said}");
    // Four programs in one file on six configurations, one in several on five.
    assert!(said.contains("5 programs, 29 tests"), "{said}");
    assert!(said.contains("nothing was found"), "{said}");
    // What is for other machines can be read.
    fs::write(path.join("elenchus.toml"), block(1)).unwrap();
    fs::create_dir(path.join("tests")).unwrap();
    fs::write(path.join("tests/a.c"), "int main(void) { return 0; }\n").unwrap();
    let (said, status) = output(path, "hunt --count 1 --cc gcc --preset mix");
    assert_eq!(status, Some(0), "{said}");
}
