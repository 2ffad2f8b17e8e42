// 7.24.4.4p2: strncmp takes arrays
#include <string.h>

int main(void) {
    const char s[3] = {'x', 'y', 'z'};
    return strncmp(s, "xyzw", 3) != 0;
}
