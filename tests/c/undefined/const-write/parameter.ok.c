// 6.7.6.3p15: the argument given for it is not
static int take(const int n, int *outer) {
    int *p = outer;
    (*p)--;
    return n;
}

int main(void) {
    int x = 1;
    return take(x, &x) != 1;
}
