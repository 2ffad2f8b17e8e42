// output: 2.5 2.5
// 7.21.6.1p7: float arrives as double; l has no effect on f
#include <stdio.h>

int main(void) {
    float f = 2.5f;
    printf("%.1f %.1lf\n", f, f);
    return 0;
}
