// 6.8.4.1p2: the branch that is taken sets it
static int f(int n) {
    int x;
    if (n > 1)
        x = n;
    else
        n = (x = 2) + 1;
    return n - 3;
}

int main(void) {
    return f(1);
}
