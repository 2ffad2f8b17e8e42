// GNU C: the pointer is not a multiple of 16
static _Alignas(64) char buffer[64];

int main(void) {
    char *p = __builtin_assume_aligned(buffer + 8, 16); // undefined: assume-aligned
    return *p;
}
