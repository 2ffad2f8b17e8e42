// GNU C: output is a side effect
#include <stdio.h>

__attribute__((pure, noinline)) static int same(int n) {
    printf("%d\n", n); // undefined: pure
    return n;
}

int main(void) {
    return same(3) != 3;
}
