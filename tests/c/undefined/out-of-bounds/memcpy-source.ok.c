// 7.24.2.1p2: copies as much as the source has
#include <string.h>

int main(void) {
    char to[16] = {0};
    short from[4] = {0, 0, 0, 0};
    memcpy(to, from, sizeof from);
    return to[0];
}
