// 6.5.6p8: the last turn reads one past the end
#include <stdlib.h>

int main(void) {
    long *a = calloc(2, sizeof *a), *p = a, sum = 0;
    if (!a) return 0;
    for (int i = 0; i < 3; i++) {
        sum += *p; // undefined: one-past-access
        p++;
    }
    free(a);
    return sum != 0;
}
