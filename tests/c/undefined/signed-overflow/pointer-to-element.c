// 6.5p5: the loop adds in int, though the result is wanted in long long
#include <limits.h>

int main(void) {
    int a[2] = {INT_MAX, 1};
    long long sum = 0;
    for (int *p = a; p < a + 1; p++)
        sum += p[0] + p[1]; // undefined: signed-overflow
    return sum != 2147483648LL;
}
