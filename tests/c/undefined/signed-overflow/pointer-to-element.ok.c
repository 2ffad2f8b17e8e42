// 6.3.1.8p1: a long long sum of ints
#include <limits.h>

int main(void) {
    int a[2] = {INT_MAX, 1};
    long long sum = 0;
    for (int *p = a; p < a + 1; p++)
        sum += (long long)p[0] + p[1];
    return sum != 2147483648LL;
}
