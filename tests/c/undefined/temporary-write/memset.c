// 6.2.4p8: a library function writes into the value of a comma operator
#include <string.h>

struct text { char of[4]; };

int main(void) {
    struct text t = { "abc" };
    memset((0, t).of, 0, 2); // undefined: temporary-write
    return 0;
}
