// 6.9.1p12: what stands for zero is returned
static int zero;

static int check(int n) {
    if (n > 1) return n;
}

static int either(void) {
    return zero ?: check(1); // undefined: missing-return
}

int main(void) {
    return either() == 9;
}
