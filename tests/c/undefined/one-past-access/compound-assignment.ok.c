// 6.5.6p8: the last p++ gives one past the end, which is not read
#include <stdlib.h>

int main(void) {
    long *a = calloc(2, sizeof *a), *p = a, sum = 0;
    if (!a) return 0;
    for (int i = 0; i < 2; i++)
        sum += *p++;
    free(a);
    return sum != 0;
}
