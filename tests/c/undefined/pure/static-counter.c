// GNU C: a static local outlives the call
__attribute__((pure, noinline)) static int calls(int n) {
    static int counter;
    counter += n; // undefined: pure
    return counter;
}

int main(void) {
    return calls(1) != 1;
}
