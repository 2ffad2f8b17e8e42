// GNU C: the condition is not evaluated, but would be false
int main(void) {
    int n = 0;
    __attribute__((assume(n-- > 0))); // undefined: assume
    return n;
}
