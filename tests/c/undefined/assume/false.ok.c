// GNU C: it is true
int main(void) {
    int n = 4;
    __attribute__((assume(n > 3)));
    return 0;
}
