// 6.7.6.2p6: a function passes its own parameter on with another length
static int last(int n, char a[][n]) { // undefined: vla-mismatch
    return n == 1 ? a[0][0] : last(n - 1, a);
}

int main(void) {
    char a[2][4] = {{0}};
    return last(4, a);
}
