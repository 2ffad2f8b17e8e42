// output: [  a]
// 7.21.6.1p4: a width with c
#include <stdio.h>

int main(void) {
    printf("[%3c]\n", 'a');
    return 0;
}
