// 7.21.6.5p2: it lies elsewhere
#include <stdio.h>

int main(void) {
    char s[16], f[16] = "%d";
    return snprintf(s, sizeof s, f, 5) != 1;
}
