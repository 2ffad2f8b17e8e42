// 7.12.6.4p2: into an object
#include <math.h>

int main(void) {
    int e = 7, *volatile p = &e;
    return frexp(1.0, p) != 0.5 || e != 1;
}
