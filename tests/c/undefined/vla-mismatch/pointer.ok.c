// 6.7.6.2p6: the lengths were the same when they were evaluated
int main(void) {
    int n = 3, m = 3;
    int a[2][m];
    m = 1;
    int(*p)[n] = a;
    return p == 0;
}
