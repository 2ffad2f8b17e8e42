// output: 7 7
// 7.16.1.1p2: an int that unsigned can represent too, and the other way round
#include <stdio.h>

int main(void) {
    int n = 7;
    printf("%u %d\n", n, 7u);
    return 0;
}
