// 7.21.7.4p2: a stream
#include <stdio.h>

int main(void) {
    FILE *volatile f = stdout;
    return fputs("", f) < 0;
}
