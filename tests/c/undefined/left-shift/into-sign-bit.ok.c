// 6.5.7p4: 1 x 2^30 is; unsigned reaches 2^31
int main(void) {
    int one = 1;
    return one << 30 != 1073741824 || 1u << 31 != 2147483648u;
}
