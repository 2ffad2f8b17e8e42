// 7.1.4p1: the source is a null pointer
#include <string.h>

int main(void) {
    char to[4];
    const char *volatile from = 0;
    return strcpy(to, from)[0] == 77; // undefined: library-argument
}
