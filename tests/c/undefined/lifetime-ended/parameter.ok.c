// 6.9.1p9: the callee of that call may use it
static int *keep;

static int read(void) {
    return *keep;
}

static int call(int n) {
    keep = &n;
    return read();
}

int main(void) {
    int r = call(0);
    return r;
}
