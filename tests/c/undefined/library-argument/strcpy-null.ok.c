// 7.24.2.3p2: an empty string will do
#include <string.h>

int main(void) {
    char to[4];
    const char *volatile from = "";
    return strcpy(to, from)[0] != 0;
}
