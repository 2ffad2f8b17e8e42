// GNU C: here it is
static _Alignas(64) int buffer[16];

int main(void) {
    int *p = buffer + 1;
    int *q = __builtin_assume_aligned(p, 16, 4);
    return *q;
}
