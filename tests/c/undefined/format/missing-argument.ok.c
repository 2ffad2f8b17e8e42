// output: 1 2
// 7.21.6.1p2: more than it wants are evaluated and ignored
#include <stdio.h>

int main(void) {
    printf("%d %d\n", 1, 2, 3);
    return 0;
}
