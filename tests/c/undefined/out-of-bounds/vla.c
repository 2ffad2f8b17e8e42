// 6.5.6p8: the array has n elements of the moment of its declaration
static int last(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    n = n + 3;
    return a[n - 1]; // undefined: out-of-bounds
}

int main(void) {
    return last(5) != 4;
}
