// 6.7.6.3p7: the length of the array
static int last(int n, int v[static n]) {
    return v[n - 1];
}

int main(void) {
    int three[3] = { 2, 1, 0 };
    return last(3, three);
}
