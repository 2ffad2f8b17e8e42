// 6.9.1p12: the loop ends without finding
static int find(const int *a, int n, int x) {
    for (int i = 0; i < n; i++)
        if (a[i] == x) return i;
}

int main(void) {
    int a[3] = {1, 2, 3};
    return find(a, 3, 4) == 77; // undefined: missing-return
}
