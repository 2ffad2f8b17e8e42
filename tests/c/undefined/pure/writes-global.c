// GNU C: a pure function has no side effect
static int count;

__attribute__((pure, noinline)) static int next(int n) {
    count = n; // undefined: pure
    return n;
}

int main(void) {
    count = 0;
    return next(0);
}
