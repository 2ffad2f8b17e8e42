// An asm without instructions hides a value from optimisers and keeps it.
#include <stdio.h>

int main(void)
{
    int x = 5, y;
    __asm__("" : "+r"(x));
    __asm__("" : "=r"(y) : "0"(x + 1));
    const char *text = "text", *same;
    __asm__ volatile("" : "=r"(same) : "0"(text) : "memory");
    double d = 1.5;
    __asm__ volatile("" : "+m"(d), "+g"(x) : "r"(&y), "m"(y) : "memory");
    unsigned long l;
    __asm__("" : "=r"(l) : "0"(7));
    __asm__ volatile("" : "=m"(y) : "m"(y));
    __asm__ volatile("" ::: "memory");
    printf("%d %d %s %g %lu\n", x, y, same, d, l);
    return 0;
}
