// 6.4.5p7: memset writes into a literal
#include <string.h>

int main(void) {
    char *s = "....";
    memset(s, '-', 4); // undefined: literal-write
    return s[4];
}
