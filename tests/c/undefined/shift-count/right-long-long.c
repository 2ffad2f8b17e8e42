// 6.5.7p3: 64 is not smaller than the width of long long
int main(void) {
    long long x = 1;
    return (int)(x >> 64); // undefined: shift-count
}
