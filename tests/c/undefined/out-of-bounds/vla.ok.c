// 6.7.6.2p2: the array keeps its size, i stays below it
static int last(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    n = sizeof a / sizeof a[0];
    return a[n - 1];
}

int main(void) {
    return last(5) != 4;
}
