// 6.7.6.3p15: a function type without a list is compatible with it
static int first(int a, int b) {
    return a + 0 * b;
}

int main(void) {
    int (*f)() = first;
    return f(0, 1);
}
