// 6.7.6.2p5: each time the declaration is reached its size must be positive
int main(void) {
    for (int n = 2; n >= 0; n--) {
        char a[n]; // undefined: vla-size
        a[0] = 0;
    }
    return 0;
}
