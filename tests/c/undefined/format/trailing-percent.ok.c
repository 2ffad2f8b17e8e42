// output: 50%
// 7.21.6.1p3: an ordinary character given as an argument
#include <stdio.h>

int main(void) {
    printf("50%c\n", '%');
    return 0;
}
