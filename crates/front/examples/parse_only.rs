use elenchus_front::{diagnostic::Diagnostics, dialect::Dialect, lexer, parser};
use elenchus_lang::symbol::Interner;
use std::time::Instant;
fn main() {
    let mut bad = 0;
    let mut n = 0;
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "bench" {
        let texts: Vec<Vec<u8>> = std::fs::read_to_string(&args[1])
            .unwrap()
            .lines()
            .map(|p| std::fs::read(p).unwrap())
            .collect();
        let mb = texts.iter().map(Vec::len).sum::<usize>() as f64 / 1e6;
        for _ in 0..8 {
            let (mut lex, mut all) = (0.0, 0.0);
            let mut n = 0;
            let mut d = Diagnostics::default();
            for text in &texts {
                let mut i = Interner::default();
                let t = Instant::now();
                n += lexer::lex(text, 0, Dialect::default(), &mut i, &mut d).list.len();
                lex += t.elapsed().as_secs_f64();
                let mut i = Interner::default();
                let t = Instant::now();
                let r = parser::parse(text, 0, Dialect::default(), &mut i, &mut d);
                all += t.elapsed().as_secs_f64();
                drop(r);
            }
            println!(
                "{mb:.1} MB {n} tokens lex {:.0} MB/s, lex+parse {:.0} MB/s",
                mb / lex,
                mb / all
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
