// 6.9.1p9: a parameter is an object of its call
static int *keep;

static int read(void) {
    return *keep; // undefined: lifetime-ended
}

static int call(int n) {
    keep = &n;
    return 0;
}

int main(void) {
    int r = call(0);
    return r + read();
}
