// 6.3.1.4p1: a NaN has no integral part
#include <math.h>

int main(void) {
    double d = NAN;
    int i = d; // undefined: float-to-int
    return i == 5;
}
