// GNU C: steps of a whole line keep it aligned
static _Alignas(64) char lines[128];

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        char *p = lines + i * 64;
        char *q = __builtin_assume_aligned(p, 64);
        sum += *q;
    }
    return sum;
}
