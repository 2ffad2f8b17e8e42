// GNU C: the callee assumes more than the caller gives
static int half(int n) {
    __attribute__((assume(n % 2 == 0))); // undefined: assume
    return n / 2;
}

int main(void) {
    return half(1);
}
