// Calls and nothing but calls: Fibonacci, Ackermann, queens.
#include <stdio.h>

static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int queens(int size, unsigned columns, unsigned left, unsigned right)
{
    unsigned all = (1u << size) - 1;
    if (columns == all)
        return 1;
    int count = 0;
    for (unsigned free = all & ~(columns | left | right); free; free &= free - 1) {
        unsigned bit = free & -free;
        count += queens(size, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

int main(void)
{
    printf("%d %d %d\n", fibonacci(32), ackermann(2, 600), queens(10, 0, 0, 0));
    return 0;
}
