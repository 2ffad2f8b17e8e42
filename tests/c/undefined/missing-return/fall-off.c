// 6.9.1p12: the value is used though none was returned
static int nothing(int x) {
    if (x) return 1;
}

int main(void) {
    int r = nothing(0); // undefined: missing-return
    return r & 0;
}
