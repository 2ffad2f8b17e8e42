// GNU C: it is
static _Alignas(64) char buffer[64];

int main(void) {
    char *p = __builtin_assume_aligned(buffer + 16, 16);
    return *p;
}
