// 6.5p5: -1 - INT_MIN is INT_MAX
#include <limits.h>

static int difference(int a, int b) {
    return a - b;
}

int main(void) {
    return difference(-1, INT_MIN) != INT_MAX;
}
