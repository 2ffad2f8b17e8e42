// 6.7.6.2p5: the size in a pointer's type
int main(void) {
    int a[4] = {0, 0, 0, 0};
    int n = 0;
    int (*p)[n] = (void *)a; // undefined: vla-size
    return p == 0;
}
