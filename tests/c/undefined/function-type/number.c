// 6.5.2.2p9: a function of two parameters is called as one of one
static int first(int a, int b) {
    return a + 0 * b;
}

int main(void) {
    int (*f)(int) = (int (*)(int))first;
    return f(0); // undefined: function-type
}
