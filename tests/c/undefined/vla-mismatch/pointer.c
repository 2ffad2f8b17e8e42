// 6.7.6.2p6: the pointer is to arrays of another length
int main(void) {
    int n = 2, m = 3;
    int a[2][m];
    int(*p)[n] = a; // undefined: vla-mismatch
    return p == 0;
}
