// 6.7.6.2p5: down to 1
int main(void) {
    for (int n = 2; n >= 1; n--) {
        char a[n];
        a[0] = 0;
    }
    return 0;
}
