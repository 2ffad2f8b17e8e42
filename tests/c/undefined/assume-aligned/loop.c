// GNU C: the second turn's pointer is not aligned any more
static _Alignas(64) char lines[128];

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        char *p = lines + i * 32;
        char *q = __builtin_assume_aligned(p, 64); // undefined: assume-aligned
        sum += *q;
    }
    return sum;
}
