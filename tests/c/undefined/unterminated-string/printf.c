// 7.21.6.1p8: without a precision %s needs a null character
#include <stdio.h>

int main(void) {
    char s[2] = {'x', 'y'};
    printf("%s\n", s); // undefined: unterminated-string
    return 0;
}
