// 7.1.4p1: what is looked for is a null pointer
#include <string.h>

int main(void) {
    const char *volatile what = 0;
    return strstr("abc", what) == 0; // undefined: library-argument
}
