// options: -fwrapv
// without: signed-overflow
// Sums, differences, products and negations of signed numbers keep their low
// bits, wherever they stand; a left shift moves bits.
#include <limits.h>
#include <stdio.h>

static int grow(int x)
{
    return x + 1 < x;
}

static int at_compile_time = INT_MAX + 1;
enum { LOWEST = INT_MAX + 1, HALF = INT_MAX * 2 };
struct bits { signed int three : 3; };

int main(void)
{
    int big = INT_MAX, low = INT_MIN, five = 5;
    printf("%d %d %d\n", big + 1, low - 1, -low);
    printf("%d %d %d\n", big * big, low * -1, big * five);
    printf("%d %d\n", grow(INT_MAX), grow(5));
    big++;
    printf("%d", big);
    big -= 1;
    printf(" %d", big);
    low = INT_MIN;
    --low;
    printf(" %d\n", low);
    low = INT_MIN;
    int before = low--;
    printf("%d %d\n", before, low);
    long wide = LONG_MAX;
    wide += 2;
    printf("%ld %ld\n", wide, LONG_MIN * wide);
    __int128 wider = (__int128)1 << 126;
    wider = wider + wider;
    printf("%d %lx\n", wider < 0, (unsigned long)(wider >> 64));
    printf("%d %d\n", at_compile_time == INT_MIN, LOWEST + HALF);
    printf("%d %d %d\n", five << 30, -five << 3, -1 << 31);
    struct bits b = { 3 };
    b.three++;
    printf("%d\n", b.three);
    typedef int four __attribute__((vector_size(16)));
    four v = { INT_MAX, INT_MIN, 1, -1 }, w = v + v;
    printf("%d %d %d %d\n", w[0], w[1], w[2], w[3]);
    unsigned hash = 7;
    for (int i = INT_MAX - 2; i > 0; i++)
        hash = hash * 31 + (unsigned)i;
    printf("%u\n", hash);
    return 0;
}
