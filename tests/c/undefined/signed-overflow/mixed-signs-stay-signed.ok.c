// 6.3.1.8p1: unsigned with int computes in unsigned, which wraps
#include <limits.h>

int main(void) {
    unsigned a = 0;
    int b = 1;
    return a - b > 0 ? 0 : 1;
}
