// 6.9.1p12: the result of the call is discarded
struct s {
    int a, b;
};

static struct s make(int n) {
    struct s s = {n, n};
    if (n) return s;
}

int main(void) {
    struct s s = make(1);
    (void)make(0);
    return s.b != 1;
}
