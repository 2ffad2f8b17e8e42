// 7.21.6.1p7: hh is not for f
#include <stdio.h>

int main(void) {
    printf("%hhf\n", 3.0); // undefined: format
    return 0;
}
