// 7.22.1.4p8: strtol saturates
#include <limits.h>
#include <stdlib.h>

int main(void) {
    const char *s = "99999999999999999999";
    return strtol(s, NULL, 10) != LONG_MAX;
}
