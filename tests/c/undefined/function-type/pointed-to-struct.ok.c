// 6.7.6.1p2: pointers to one struct under two names are not
struct a {
    int n;
};

typedef struct a other;

static int get(const struct a *p) {
    return p != 0;
}

int main(void) {
    int (*f)(const other *) = (int (*)(const other *))get;
    return f(0);
}
