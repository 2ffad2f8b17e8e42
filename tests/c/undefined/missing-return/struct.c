// 6.9.1p12: a struct result that was never given
struct s {
    int a, b;
};

static struct s make(int n) {
    struct s s = {n, n};
    if (n) return s;
}

int main(void) {
    struct s s = make(0); // undefined: missing-return
    return s.a == 77;
}
