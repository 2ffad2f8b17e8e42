// GNU C: as much
static int half(int n) {
    __attribute__((assume(n % 2 == 0)));
    return n / 2;
}

int main(void) {
    return half(2) != 1;
}
