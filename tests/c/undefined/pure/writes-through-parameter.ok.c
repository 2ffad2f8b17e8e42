// GNU C: storing into an own array is not seen from outside
__attribute__((pure, noinline)) static int total(int *a, int n) {
    int own[4];
    int s = 0;
    for (int i = 0; i < n; i++) {
        own[i] = a[i] + s;
        s = own[i];
    }
    return s;
}

int main(void) {
    int a[4] = {1, 2, 3, 4};
    return total(a, 4) != 10;
}
