// GNU C: storing through a pointer is a side effect
__attribute__((pure, noinline)) static int total(int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        a[i] += s; // undefined: pure
        s = a[i];
    }
    return s;
}

int main(void) {
    int a[4] = {1, 2, 3, 4};
    return total(a, 4) != 10;
}
