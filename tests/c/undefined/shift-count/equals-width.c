// 6.5.7p3: the shift count is not smaller than the width
int main(void) {
    unsigned x = 1;
    int n = 32;
    unsigned y = x << n; // undefined: shift-count
    return y != 0x80000000u;
}
