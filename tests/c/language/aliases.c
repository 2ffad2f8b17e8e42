// Another name for an object or a function.
#include <stdio.h>

static int first[3] = {1, 2, 3};
extern int second[3] __attribute__((alias("first")));

int twice(int x)
{
    return 2 * x;
}
extern int double_of(int) __attribute__((alias("twice")));

int main(void)
{
    second[1] = 20;
    int (*f)(int) = double_of;
    printf("%d %d %d\n", first[1], double_of(4), f(5));
    printf("%d\n", second == first);
    return 0;
}
