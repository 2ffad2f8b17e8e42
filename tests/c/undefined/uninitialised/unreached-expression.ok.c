// 6.5.15p4: it is evaluated
static int f(int n) {
    int x;
    n = n > 1 ? ({ x = n; x; }) : 0;
    return x + n;
}

int main(void) {
    return f(2) - 4;
}
