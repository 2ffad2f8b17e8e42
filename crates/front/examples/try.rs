use elenchus_lang::rules::Standard;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let show = args.iter().any(|a| a == "-v");
    let files: Vec<String> = if args[0].ends_with(".lst") { std::fs::read_to_string(&args[0]).unwrap().lines().map(String::from).collect() } else { vec![args[0].clone()] };
    let mut bad = 0; let mut differ = 0; let mut reprint = 0; let mut n = 0;
    for f in files {
        let f2 = f.clone();
        let (tx, rx) = std::sync::mpsc::channel();
        std::thread::Builder::new().stack_size(1<<30).spawn(move || { let r = std::panic::catch_unwind(|| one(&f2, show)); let _ = tx.send(r); }).unwrap();
        let r = match rx.recv_timeout(std::time::Duration::from_secs(10)) { Ok(r) => r, Err(_) => { println!("HANG {f}"); Ok(1) } };
        n += 1;
        match r { Err(_) => { bad += 1; println!("PANIC {f}"); }
            Ok(1) => bad += 1, Ok(2) => reprint += 1, Ok(3) => differ += 1, _ => {} }
    }
    println!("{n} files, rejected {bad}, printed rejected {reprint}, tree differs {differ}");
}
fn line(text: &[u8], at: u32) -> String {
    let at = (at as usize).min(text.len());
    let s = text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let e = text[at..].iter().position(|&b| b == b'\n').map_or(text.len(), |i| at + i);
    let l = String::from_utf8_lossy(&text[s..e]).to_string();
    let l: String = l.chars().take(160).collect(); l
}
fn one(f: &str, show: bool) -> u8 {
    let text = std::fs::read(f).unwrap();
    let std = Standard::by_name("gnu11").unwrap();
    let mut p = Program::new(Target::x86_64(), std);
    let r = elenchus_front::parse_unit(&mut p, f, &text);
    if !r.accepted() { let d = r.diagnostics.list.iter().find(|d| d.severity == elenchus_front::diagnostic::Severity::Error).unwrap(); println!("REJECT {f}: {} || {}", d.message, line(&text, d.span.start)); return 1; }
    let out = elenchus_lang::printer::print(&p, 0);
    let d1 = elenchus_lang::dump::dump(&p, 0);
    if show { println!("{out}"); }
    let mut q = Program::new(Target::x86_64(), std);
    let r = elenchus_front::parse_unit(&mut q, f, out.as_bytes());
    if !r.accepted() { let d = r.diagnostics.list.iter().find(|d| d.severity == elenchus_front::diagnostic::Severity::Error).unwrap(); println!("REPRINT {f}: {} || {}", d.message, line(out.as_bytes(), d.span.start)); return 2; }
    let d2 = elenchus_lang::dump::dump(&q, 0);
    if d1 != d2 { for (a, b) in d1.lines().zip(d2.lines()) { if a != b { println!("DIFF {f}:\n   {a}\n   {b}"); break; } } return 3; }
    0
}
