// 7.21.6.1p9: %s with an int
#include <stdio.h>

int main(void) {
    char out[16];
    int n = 0;
    return sprintf(out, "%s", n) == 77; // undefined: format
}
