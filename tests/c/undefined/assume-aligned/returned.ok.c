// GNU C: it is
static _Alignas(64) char pool[64];

__attribute__((assume_aligned(32), noinline)) static void *take(int n) {
    return pool + n;
}

int main(void) {
    char *p = take(32);
    return *p;
}
