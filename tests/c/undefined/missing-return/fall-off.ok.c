// 6.9.1p12: the value is not used
static int nothing(int x) {
    if (x) return 1;
}

int main(void) {
    nothing(0);
    return 0;
}
