// GNU C: the function's result is not aligned as its attribute says
static _Alignas(64) char pool[64];

__attribute__((assume_aligned(32), noinline)) static void *take(int n) {
    return pool + n; // undefined: assume-aligned
}

int main(void) {
    char *p = take(16);
    return *p;
}
