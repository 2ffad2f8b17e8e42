// 6.5.2.5p8: a compound literal of array type is modifiable
#include <string.h>

int main(void) {
    char *s = (char[]){"...."};
    memset(s, '-', 4);
    return s[4];
}
