// 6.9.1p12: nobody looks at what stands for zero
static int zero;

static int check(int n) {
    if (n > 1) return n;
}

static int either(void) {
    zero ?: check(1);
    return 0;
}

int main(void) {
    return either() == 9;
}
