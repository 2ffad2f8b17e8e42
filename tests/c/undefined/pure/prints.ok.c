// output: 3
// GNU C: the caller may print what it returned
#include <stdio.h>

__attribute__((pure, noinline)) static int same(int n) {
    return n;
}

int main(void) {
    printf("%d\n", same(3));
    return 0;
}
