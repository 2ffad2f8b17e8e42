// GNU C: a local does not
__attribute__((pure, noinline)) static int calls(int n) {
    int counter = 0;
    counter += n;
    return counter;
}

int main(void) {
    return calls(1) != 1;
}
