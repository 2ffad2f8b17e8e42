//! Figures 1 and 2 of "Finding Compiler Bugs via Live Code Mutation": variants that were
//! written by hand there are equivalent to their seed programs.

use super::answer;

fn equal(seed: &str, variant: &str) {
    assert_eq!(answer(&[seed], ""), answer(&[variant], ""));
}

#[test]
fn figure_1() {
    let program = |inserted: &str| {
        format!(
            "int a;
int main () {{
    int b = -1, d, e = 0, f[2] = {{ 0 }};
    unsigned short c = b;
    for (; e < 3; e++)
        for (d = 0; d < 2; d++)
            {inserted}
    return 0;
}}"
        )
    };
    let inserted = "if (a < 0) for (d = 0; d < 2; d++) if (f[c]) break;";
    equal(&program(";"), &program(inserted));
}

#[test]
fn figure_2() {
    let program = |inserted: &str| {
        format!(
            "extern void abort();
char a;
int b, c = 9, d, e;
void fn1() {{
    unsigned f = 1;
    int g = 8, h = 5;
    for (; a != 6; a--) {{
        int *i = &h, *j;
        for (;;) {{
            {inserted}
            if (d <= 8)
                break;
            *i = 0;
            for (; *j <= 0;)
                ;
        }}
    }}
}}
int main() {{
    fn1();
    return 0;
}}"
        )
    };
    let inserted = "int k = e; int l = -1;
        if (g && h) {
            k = g; l = f;
            f = -(~(c && b) | ~(e * ~l));
            if (c < f) abort();
        }
        g = k; f = l;";
    equal(&program(""), &program(inserted));
}
