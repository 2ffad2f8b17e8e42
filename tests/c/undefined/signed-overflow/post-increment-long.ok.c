// 6.2.5p9: x++ on unsigned long wraps around
#include <limits.h>

int main(void) {
    unsigned long x = ULONG_MAX;
    x++;
    return x != 0;
}
