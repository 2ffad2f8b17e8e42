// 7.22.1.3p10: strtod gives HUGE_VAL
#include <stdlib.h>

int main(void) {
    return strtod("1e999", NULL) < 1e300;
}
