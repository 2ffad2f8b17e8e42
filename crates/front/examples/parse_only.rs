use elenchus_front::{diagnostic::Diagnostics, dialect::Dialect, lexer, parser};
use elenchus_lang::symbol::Interner;
use std::time::Instant;
fn main() {
    let mut bad = 0;
    let mut n = 0;
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "bench" {
        let text = std::fs::read(&args[1]).unwrap();
        for _ in 0..5 {
            let mut i = Interner::default();
            let mut d = Diagnostics::default();
            let t = Instant::now();
            let toks = lexer::lex(&text, 0, Dialect::default(), &mut i, &mut d);
            let lex = t.elapsed();
            let n = toks.list.len();
            drop(toks);
            let mut i = Interner::default();
            let t = Instant::now();
            let r = parser::parse(&text, 0, Dialect::default(), &mut i, &mut d);
            let all = t.elapsed();
            drop(r);
            let mb = text.len() as f64 / 1e6;
            println!(
                "{mb:.1} MB {n} tokens lex {:.0} MB/s, lex+parse {:.0} MB/s, errors {}",
                mb / lex.as_secs_f64(),
                mb / all.as_secs_f64(),
                d.errors
            );
        }
        return;
    }
    for list in args {
        for path in std::fs::read_to_string(&list).unwrap().lines() {
            let text = std::fs::read(path).unwrap();
            let (mut i, mut d) = (Interner::default(), Diagnostics::default());
            parser::parse(&text, 0, Dialect::default(), &mut i, &mut d);
            n += 1;
            if d.errors > 0 {
                bad += 1;
                let x = &d.list[0];
                let at = x.span.start as usize;
                let lo = text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |p| p + 1);
                let hi = text[at..].iter().position(|&b| b == b'\n').map_or(text.len(), |p| at + p);
                println!(
                    "{path}: {} [{}] {}",
                    x.message,
                    at - lo,
                    String::from_utf8_lossy(&text[lo..hi.min(lo + 200)])
                );
            }
        }
    }
    println!("{bad} of {n} fail");
}
