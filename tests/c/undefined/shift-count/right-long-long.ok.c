// 6.5.7p5: -1 >> 63 is implementation-defined, not undefined
int main(void) {
    long long x = -1;
    return (int)(x >> 63) != -1;
}
