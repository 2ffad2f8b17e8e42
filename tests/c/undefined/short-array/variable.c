// 6.7.6.3p7: the length is another parameter, and one too large
static int last(int n, int v[static n]) { // undefined: short-array
    return v[n - 2];
}

int main(void) {
    int three[3] = { 2, 1, 0 };
    return last(4, three);
}
