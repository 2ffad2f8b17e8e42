// options: -fgnu89-inline
// without: rejected
// What is `extern inline` defines nothing, and may be defined again.
#include <stdio.h>

extern inline int twice(int x)
{
    return x * 2;
}

int twice(int x)
{
    return x + x;
}

inline int thrice(int x)
{
    return x * 3;
}

int main(void)
{
    printf("%d %d\n", twice(21), thrice(14));
    return 0;
}
