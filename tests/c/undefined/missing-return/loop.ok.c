// 6.9.1p12: it always finds
static int find(const int *a, int n, int x) {
    for (int i = 0; i < n; i++)
        if (a[i] == x) return i;
}

int main(void) {
    int a[3] = {1, 2, 3};
    return find(a, 3, 1);
}
