//! What compilers say when they break down.
//!
//! That they did, and where: a message without all that is different from program to
//! program tells one breakdown from another.

/// How much of a message is looked at.
const LONGEST: usize = 300;

/// Words of a compiler that breaks down.
const BREAKDOWN: &[&str] = &[
    "internal compiler error",
    "internal error",
    "please submit a bug report",
    "please submit a full bug report",
    "assertion",
    "segmentation fault",
    "stack dump:",
    "llvm error",
    "unreachable executed",
    "fatal error: error in backend",
    "compiler error:",
    "killed signal terminated",
    "terminated by signal",
    "core dumped",
];

/// Whether a compiler says that it broke down.
pub fn breaks_down(message: &str) -> bool {
    let lower = message.to_lowercase();
    BREAKDOWN.iter().any(|words| lower.contains(words))
}

/// What tells one breakdown from another, in one line.
pub fn title(message: &str) -> String {
    let line = message.lines().find(is_telling).or_else(|| message.lines().next()).unwrap_or("");
    let mut title = normalise(line);
    // The pass and the functions are in other lines.
    if let Some(pass) = pass(message) {
        title += &format!(" (during {pass})");
    }
    let own = |name: &&str| !MACHINERY.iter().any(|prefix| name.starts_with(prefix));
    let frames = message.lines().filter_map(frame).filter(own);
    let frames: Vec<&str> = frames.take(FRAMES).collect();
    if !frames.is_empty() {
        title += &format!(" in {}", frames.join(" < "));
    }
    title.chars().take(LONGEST).collect()
}

/// Words of a message that are the same for other programs: the longest part
/// without numbers and quoted names of the line that says what happened.
pub fn telling(message: &str) -> Option<&str> {
    let line = message.lines().find(is_telling)?;
    let parts = line.split(|c: char| c.is_ascii_digit() || "‘’`'\"".contains(c));
    parts.max_by_key(|part| part.len()).map(str::trim)
}

fn is_telling(line: &&str) -> bool {
    let lower = line.to_lowercase();
    TELLING.iter().any(|word| lower.contains(word)) && address(line).is_none()
}

/// The line of a message that says what happened contains one of these.
const TELLING: &[&str] = &[
    "internal compiler error",
    "assertion",
    "llvm error",
    "unreachable executed",
    "internal error",
    "compiler error:",
    "error:",
    "signal",
];

/// Frames of a backtrace that count.
const FRAMES: usize = 3;

/// What a compiler goes through when it breaks down, or where it begins: functions of
/// whatever bug.
const MACHINERY: &[&str] = &[
    "__",
    "_start",
    "CrashRecoverySignalHandler",
    "SignalHandler",
    "abort",
    "call_init",
    "cc1_main",
    "crash_signal",
    "diagnostic_",
    "diagnostics::",
    "fancy_abort",
    "gsignal",
    "internal_error",
    "llvm::CrashRecoveryContext",
    "llvm::llvm_unreachable_internal",
    "llvm::report_",
    "llvm::sys::",
    "main",
    "pthread_kill",
    "raise",
    "toplev",
];

/// The pass that broke down: gcc says `during GIMPLE pass: vrp`, LLVM what it was doing,
/// the innermost last: `4. Running pass 'Machine code sinking' on function '@f'`.
fn pass(message: &str) -> Option<&str> {
    let of_gcc = message.lines().find_map(|line| line.strip_prefix("during ")).map(str::trim);
    let of_llvm = || {
        let mut named = message.lines().rev().filter_map(|line| line.split_once("Running pass "));
        let (_, rest) = named.next()?;
        let quote = rest.chars().next().filter(|c| "'\"".contains(*c))?;
        rest[1..].split(quote).next()
    };
    of_gcc.or_else(of_llvm)
}

/// The function in a line of gcc's backtrace (`0x8f2a10 name(…)`) or of LLVM's
/// (`#4 0x00007f name(…) (/path+0x12)`), which has no name where there is no symbol.
fn frame(line: &str) -> Option<&str> {
    let rest = address(line)?;
    // The parameters, and the file, begin with `(`; so does a name of nobody's.
    let unnamed = "(anonymous namespace)";
    let skipped = if rest.starts_with(unnamed) { unnamed.len() } else { 0 };
    let end = rest[skipped..].find('(').map_or(rest.len(), |at| skipped + at);
    let name = rest[..end].trim_end();
    // The function of a template comes with the type that it returns.
    let before_template = name.find('<').unwrap_or(name.len());
    let begin =
        name[skipped..before_template.max(skipped)].rfind(' ').map_or(0, |at| skipped + at + 1);
    let name = &name[begin..];
    (!name.is_empty() && !name.starts_with(['/', '.'])).then_some(name)
}

/// What follows the address in a line of a backtrace.
fn address(line: &str) -> Option<&str> {
    let line = line.trim();
    let line = match line.strip_prefix('#') {
        Some(rest) => rest.split_once(' ')?.1.trim(),
        None => line,
    };
    let (address, rest) = line.strip_prefix("0x")?.split_once(' ')?;
    address.chars().all(|c| c.is_ascii_hexdigit()).then_some(rest)
}

/// A line without file names, quoted names and numbers.
fn normalise(line: &str) -> String {
    let line = without_place(line.trim());
    let mut out = String::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '‘' | '`' | '\'' | '"' => {
                let close = match c {
                    '‘' => '’',
                    '`' => '\'',
                    other => other,
                };
                let name: String = chars.by_ref().take_while(|next| *next != close).collect();
                // An assertion is quoted too, and is what we want to see.
                let is_name = name.chars().all(|c| c.is_alphanumeric() || "_.$".contains(c));
                out += if is_name { "…" } else { name.as_str() };
            }
            _ if c.is_ascii_digit() => {
                let more = |next: &char| next.is_ascii_alphanumeric();
                while chars.next_if(more).is_some() {}
                out.push('N');
            }
            _ => out.push(c),
        }
    }
    // A path is of one machine; the file's name is not.
    let words = out.split(' ').map(|word| word.rsplit('/').next().unwrap_or(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Without `file.c:12:7:` in front.
fn without_place(line: &str) -> &str {
    let mut rest = line;
    while let Some((first, after)) = rest.split_once(':') {
        let is_number = !first.is_empty() && first.chars().all(|c| c.is_ascii_digit());
        let is_file = first.ends_with(".c") || first.ends_with(".i") || first.ends_with(".h");
        if !is_number && !is_file {
            break;
        }
        rest = after;
    }
    rest.trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_from_program_to_program_is_left_out() {
        let one = "a.c: In function 'main':\na.c:12:7: internal compiler error: in \
                   foo_bar, at tree-ssa.c:1234\n0x8f2a10 foo_bar(tree)\n\t../gcc/x.c:12\n";
        let two = one.replace("12", "97").replace("main", "func_3").replace("8f2a10", "77");
        assert_eq!(title(one), title(&two));
        let expected = "internal compiler error: in foo_bar, at tree-ssa.c:N in foo_bar";
        assert_eq!(title(one), expected);
    }

    #[test]
    fn some_words_tell_a_breakdown_from_others() {
        let gcc = "a.c: In function 'main':\na.c:12:7: internal compiler error: in foo, at x.c:9";
        assert_eq!(telling(gcc), Some(": internal compiler error: in foo, at x.c:"));
        let pcc = "a.c, line 7: compiler error: Cannot generate code, node 0x5 op %";
        assert_eq!(telling(pcc), Some(": compiler error: Cannot generate code, node"));
        assert_eq!(telling("killed"), None);
    }

    #[test]
    fn an_assertion_is_kept() {
        let said = "clang: /build/llvm/lib/X.cpp:77: void f(): Assertion `a && b' failed.\n\
                    #0 0x00007f12 llvm::foo(int) (/usr/lib/x.so+0x1)\n #1 0x00007 bar(x)";
        assert_eq!(
            title(said),
            "clang: X.cpp:N: void f(): Assertion a && b failed. in llvm::foo < bar"
        );
    }

    #[test]
    fn a_pass_tells_crashes_apart() {
        let said = "during GIMPLE pass: vrp\na.c:1:1: internal compiler error: Segmentation fault";
        assert_eq!(
            title(said),
            "internal compiler error: Segmentation fault (during GIMPLE pass: vrp)"
        );
    }

    #[test]
    fn the_frames_that_count_are_the_compilers_own() {
        let said = "\
            PLEASE submit a bug report\n\
            Stack dump:\n\
            0.\tProgram arguments: clang-14 -c a.c\n\
            3.\tRunning pass 'Function Pass Manager' on module 'a.c'.\n\
            4.\tRunning pass 'Machine code sinking' on function '@f'\n \
            #0 0x00007fbb202a5291 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/l.so+0x1)\n \
            #1 0x00007fbb202a2fbe llvm::sys::RunSignalHandlers() (/lib/l.so+0xea2fbe)\n \
            #2 0x00007fbb201cb83f (/lib/l.so+0xdcb83f)\n \
            #3 0x00007fbb1ee5a050 (/lib/libc.so.6+0x3c050)\n \
            #4 0x00007fbb26820692 (anonymous namespace)::Sink::run(llvm::Function&) (/lib/l.so+0x2)\n \
            #5 0x00007fbb2681971f void llvm::sort<int, 3>(int*) const (/lib/l.so+0xa1971f)\n\
            #10 0x00007fbb268f1669 llvm::Pass<int, 3>::go(int) (/lib/l.so+0xaf1669)\n\
            #11 0x00007fbb268f1669 llvm::later(int) (/lib/l.so+0xaf1669)\n\
            clang: error: clang frontend command failed with exit code 139";
        assert_eq!(
            title(said),
            "clang: error: clang frontend command failed with exit code N (during Machine code \
             sinking) in (anonymous namespace)::Sink::run < llvm::sort<int, 3> < \
             llvm::Pass<int, 3>::go"
        );
        let gcc = "a.c:1:1: internal compiler error: in foo, at x.c:9\n\
                   0x8f2a10 fancy_abort(char const*, int, char const*)\n\
                   0x8f2a11 foo(tree_node*)\n\t../../gcc/x.c:9";
        assert_eq!(title(gcc), "internal compiler error: in foo, at x.c:N in foo");
    }

    #[test]
    fn names_in_errors_do_not_matter() {
        assert_eq!(
            title("x.c:3: error: 'g_12' undeclared"),
            title("y.c:8: error: 'l_7' undeclared")
        );
        assert_eq!(title(""), "");
    }
}
