// 6.3.2.1p2: only the branch that is not taken sets x
static int f(int n) {
    int x;
    if (n > 1)
        x = n;
    else
        n = x + 1; // undefined: uninitialised
    return n;
}

int main(void) {
    return f(1);
}
