// GNU C: the condition is false
int main(void) {
    int n = 3;
    __attribute__((assume(n > 3))); // undefined: assume
    return 0;
}
