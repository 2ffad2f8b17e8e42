// 6.5.6p8: the element before the end pointer
static short a[3];

int main(void) {
    short *end = a + 3;
    *(end - 1) = 1;
    return a[2] != 1;
}
