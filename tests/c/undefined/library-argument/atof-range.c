// 7.22.1p1: the value is not representable in double
#include <stdlib.h>

int main(void) {
    return atof("1e999") == 77; // undefined: library-argument
}
