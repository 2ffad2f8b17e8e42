// 6.5.7p3: width - 1 is the largest count
int main(void) {
    unsigned x = 1;
    int n = 31;
    unsigned y = x << n;
    return y != 0x80000000u;
}
