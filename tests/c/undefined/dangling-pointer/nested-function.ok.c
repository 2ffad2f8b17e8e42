// 6.2.4p2: while the call around it has not returned it may be used
static int use(int (*f)(void)) {
    return f();
}

static int keep(int n) {
    int nested(void) { return n; }
    return use(nested);
}

int main(void) {
    return keep(0);
}
