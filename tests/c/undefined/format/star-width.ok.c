// output: [    7|7  ]
// 7.21.6.1p5: a negative width given by * is a - flag and a width
#include <stdio.h>

int main(void) {
    printf("[%*d|%*d]\n", 5, 7, -3, 7);
    return 0;
}
