use elenchus_front::{diagnostic::Diagnostics, dialect::Dialect, lexer, parser};
use elenchus_lang::symbol::Interner;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let paths: Vec<String> = std::fs::read_to_string(&args[0]).unwrap().lines().map(String::from).collect();
    let secs: u64 = args[1].parse().unwrap();
    let mut s: u64 = args[2].parse().unwrap();
    let mut rnd = move |n: usize| { s ^= s << 13; s ^= s >> 7; s ^= s << 17; (s % n.max(1) as u64) as usize };
    let t0 = Instant::now();
    let (mut runs, mut worst) = (0, (0.0, String::new()));
    while t0.elapsed().as_secs() < secs {
        let path = &paths[rnd(paths.len())];
        let text = std::fs::read(path).unwrap();
        if text.len() > 60_000 { continue; }
        let (mut i, mut d) = (Interner::default(), Diagnostics::default());
        let toks = lexer::lex(&text, 0, Dialect::default(), &mut i, &mut d).list;
        for _ in 0..20 {
            let mut m;
            match rnd(5) {
                0 => { m = text[..rnd(text.len())].to_vec(); }
                1 => { m = text.clone(); for _ in 0..1 + rnd(20) { let n = m.len(); if n > 0 { m[rnd(n)] = rnd(256) as u8; } } }
                2 => { m = text.clone(); for _ in 0..1 + rnd(20) { let n = m.len(); if n > 0 { m[rnd(n)] = b"(){}[];,*=:.#\"'\\\n?"[rnd(18)]; } } }
                _ => {
                    let mut list: Vec<&[u8]> = toks.iter().map(|t| &text[t.span().range()]).collect();
                    for _ in 0..1 + rnd(10) {
                        let n = list.len();
                        let a = rnd(n);
                        match rnd(4) {
                            0 => { list.swap(a, rnd(n)); }
                            1 => { list.remove(a); if list.is_empty() { list.push(b""); } }
                            2 => { let b = list[rnd(n)]; list.insert(a, b); }
                            _ => { let len = rnd((n - a).min(30)); let part = list[a..a + len].to_vec(); let at = rnd(n); list.splice(at..at, part); }
                        }
                    }
                    m = list.join(&b" "[..]);
                }
            }
            std::fs::write("/tmp/pcorp/fuzz.cur", &m).ok();
            let (mut i, mut d) = (Interner::default(), Diagnostics::default());
            let t = Instant::now();
            parser::parse(&m, 7, Dialect { gnu: rnd(4) > 0, c23: rnd(2) > 0 }, &mut i, &mut d);
            let dt = t.elapsed().as_secs_f64() / (m.len() + 1000) as f64 * 1e6;
            if dt > worst.0 { worst = (dt, path.clone()); }
            runs += 1;
        }
    }
    println!("{runs} runs, worst {:.3} s/MB in {}", worst.0, worst.1);
}
