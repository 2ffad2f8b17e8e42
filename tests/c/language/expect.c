// What a builtin is told only for the optimiser is evaluated all the same.
#include <stdio.h>

int main(void)
{
    int n = 1, m = 1;
    if (__builtin_expect(m > 0, n++ > 100))
        printf("%d\n", n);
    int a[4] = {0}, *p = a;
    __builtin_prefetch(p++);
    printf("%d\n", (int)(p - a));
    return 0;
}
