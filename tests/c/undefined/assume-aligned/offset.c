// GNU C: (char *)p - 4 is not a multiple of 16
static _Alignas(64) int buffer[16];

int main(void) {
    int *p = buffer + 2;
    int *q = __builtin_assume_aligned(p, 16, 4); // undefined: assume-aligned
    return *q;
}
