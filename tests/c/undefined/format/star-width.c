// 7.21.6.1p5: the width given by * must be an int
#include <stdio.h>

int main(void) {
    printf("[%*d]\n", 5L, 7); // undefined: format
    return 0;
}
