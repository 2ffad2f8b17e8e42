// 6.4.5p7: the separator is overwritten
#include <string.h>

int main(void) {
    char *s = "a,b";
    return strsep(&s, ",") == 0; // undefined: literal-write
}
