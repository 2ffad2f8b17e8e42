// 7.24.6.3p3: the empty string is
#include <string.h>

int main(void) {
    char *s = "";
    return strlen(s) != 0;
}
