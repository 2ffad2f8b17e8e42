// options: -fno-strict-aliasing
// without: effective-type
// An lvalue of any type may access any object.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { short low, high; };
struct other { int number; };
union both { int number; float real; };

static int store_both(int *number, float *real)
{
    *number = 1;
    *real = 2.0f;
    return *number;
}

int main(void)
{
    float real = 1.0f;
    printf("%x\n", *(unsigned *)&real);
    *(unsigned *)&real = 0x40490fdb;
    printf("%.6f\n", real);
    struct pair pair = { 1, 2 };
    printf("%x\n", *(int *)&pair);
    ((struct other *)&pair)->number = 0x30004;
    printf("%d %d\n", pair.low, pair.high);
    int *allocated = malloc(16);
    printf("%x\n", store_both(allocated, (float *)allocated));
    *(long long *)allocated = 0x1122334455667788;
    printf("%x %x\n", ((short *)allocated)[1], allocated[1]);
    struct pair copied = *(struct pair *)allocated;
    printf("%x %x\n", copied.low, copied.high);
    free(allocated);
    union both both = { .real = 1.5f };
    int *number = (int *)&both.real;
    printf("%x\n", *number);
    int row[4] = { 1, 2, 3, 4 };
    printf("%llx\n", *(long long *)row);
    return 0;
}
