// 6.3.1.3p3: ++ on signed char computes in int; converting 128 back is implementation-defined
#include <limits.h>

int main(void) {
    signed char c = SCHAR_MAX;
    c++;
    return c != SCHAR_MIN;
}
