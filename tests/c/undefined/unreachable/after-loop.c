// GNU C: the loop ends without returning
static int find(const int *a, int n) {
    for (int i = 0; i < n; i++)
        if (a[i] == 0) return 0;
    __builtin_unreachable(); // undefined: unreachable
}

int main(void) {
    int a[2] = {1, 2};
    return find(a, 2) & 0;
}
