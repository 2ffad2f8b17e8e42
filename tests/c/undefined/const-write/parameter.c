// 6.7.3p6: a parameter declared const is a const object
static int take(const int n, int *outer) {
    int *p = (int *)&n;
    (*p)--; // undefined: const-write
    return n;
}

int main(void) {
    int x = 1;
    return take(x, &x) != 1;
}
