// gcc's builtins for bits, overflow and promises
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static volatile unsigned v[] = {1, 2, 0x80000000u, 0xffffffffu, 0x12345678u, 0x00ff0000u};

#define OVER(op, t, a, b) \
    { \
        t r = 0; \
        int o = __builtin_##op##_overflow(a, b, &r); \
        printf("%s %d %lld\n", #op, o, (long long)r); \
    }

int main(void)
{
    for (int i = 0; i < 6; i++) {
        unsigned u = v[i];
        unsigned long w = (unsigned long)u << 20 | 1;
        printf("%d %d %d %d %d %d\n", __builtin_clz(u), __builtin_ctz(u), __builtin_popcount(u),
               __builtin_parity(u), __builtin_ffs((int)u), __builtin_clrsb((int)u));
        printf("%d %d %d %d %d %d\n", __builtin_clzl(w), __builtin_ctzl(w), __builtin_popcountl(w),
               __builtin_parityll(w), __builtin_ffsll((long long)w), __builtin_clrsbl((long)w));
        printf("%x %x %lx\n", __builtin_bswap16((unsigned short)u), __builtin_bswap32(u),
               (unsigned long)__builtin_bswap64(w));
    }
    printf("%d %d\n", ffs(0), __builtin_clrsb(0));
    volatile int max = INT_MAX, min = INT_MIN, m1 = -1;
    volatile unsigned umax = UINT_MAX;
    OVER(add, int, max, 1)
    OVER(add, unsigned, max, 1)
    OVER(add, signed char, 100, 27)
    OVER(add, signed char, 100, 28)
    OVER(sub, int, min, 1)
    OVER(sub, unsigned, 1, 2u)
    OVER(mul, int, min, m1)
    OVER(mul, long, max, max)
    OVER(mul, unsigned long, umax, umax)
    OVER(mul, short, m1, 5)
    OVER(sadd, int, max, 1)
    OVER(umul, unsigned, umax, 2)
    OVER(ssubll, long long, LLONG_MIN, 1)
    unsigned __int128 wide;
    printf("%d", __builtin_mul_overflow(~(unsigned __int128)0, 2, &wide));
    printf(" %llx\n", (unsigned long long)wide);
    printf("%d %d\n", __builtin_add_overflow_p(max, 1, 0), __builtin_mul_overflow_p(2, 3, (char)0));
    printf("%ld %d\n", __builtin_expect(max == 5, 1), __builtin_constant_p(max));
    char buffer[64] __attribute__((aligned(16)));
    printf("%d\n", __builtin_assume_aligned(buffer, 16) == buffer);
    printf("%d %d %d\n", __builtin_classify_type(1), __builtin_classify_type(1.0),
           __builtin_classify_type(buffer));
    return 0;
}
