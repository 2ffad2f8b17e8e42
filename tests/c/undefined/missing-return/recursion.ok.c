// 6.8.6.4p3: now it does
static int depth(int n) {
    if (n == 0) return 0;
    return depth(n - 1);
}

int main(void) {
    int d = depth(1);
    return d;
}
