// 7.24.2.4p3: a shorter one is padded with them
#include <string.h>

int main(void) {
    char a[4], b[16];
    strncpy(a, "sho", 4);
    strcpy(b, a);
    return b[0] == 0;
}
