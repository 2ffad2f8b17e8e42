// 7.24.4.4p3: no characters are equal
#include <string.h>

int main(void) {
    const char *volatile p = "b";
    return strncmp(p, "a", 0);
}
