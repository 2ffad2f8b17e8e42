// GNU C: it may read what is const, and use locals
static int scale = 0;
static const int fixed = 0;

__attribute__((const, noinline)) static int scaled(int n) {
    int r = n * fixed;
    return r;
}

int main(void) {
    scale = 2;
    return scaled(0);
}
