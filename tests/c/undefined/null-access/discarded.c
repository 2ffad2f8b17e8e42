// 6.3.2.1p2, 6.5.3.2p4: the value of *p is taken, even if nobody uses it
int main(void) {
    int *p = 0;
    *p; // undefined: null-access
    return 0;
}
