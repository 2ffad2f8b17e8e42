// 6.7.6.2p5: and a positive one
int main(void) {
    int a[4] = {0, 0, 0, 0};
    int n = 2;
    int (*p)[n] = (void *)a;
    return p == 0;
}
