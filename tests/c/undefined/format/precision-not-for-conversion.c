// 7.21.6.1p4: a precision with c
#include <stdio.h>

int main(void) {
    printf("[%.3c]\n", 'a'); // undefined: format
    return 0;
}
