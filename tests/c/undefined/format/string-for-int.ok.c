// 7.21.6.1p8: %s with a pointer to unsigned char and a precision that stops it in time
#include <stdio.h>

int main(void) {
    char out[16];
    unsigned char s[2] = {'a', 'b'};
    return sprintf(out, "%.2s", s) != 2;
}
