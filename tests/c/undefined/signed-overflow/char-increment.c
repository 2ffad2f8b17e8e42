// 6.5p5: an int counter does overflow, other than a narrow one
#include <limits.h>

int main(void) {
    int c = INT_MAX;
    c++; // undefined: signed-overflow
    return c > 0;
}
