// GNU C: the condition is not evaluated, and would be true
int main(void) {
    int n = 1;
    __attribute__((assume(n-- > 0)));
    return n != 1;
}
