// GNU C: a const function does not read what may change
static int scale = 0;

__attribute__((const, noinline)) static int scaled(int n) {
    return n * scale; // undefined: pure
}

int main(void) {
    scale = 2;
    return scaled(0);
}
