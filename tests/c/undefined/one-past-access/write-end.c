// 6.5.6p8: the end pointer is dereferenced
static short a[3];

int main(void) {
    short *end = a + 3;
    *end = 1; // undefined: one-past-access
    return 0;
}
