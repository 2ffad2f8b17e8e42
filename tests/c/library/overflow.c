// the overflow builtins by type, and the rest of the builtins for bits
#include <limits.h>
#include <stdio.h>

#define TYPED(prefix, suffix, type, low, high, show) \
    { \
        volatile type a[] = {low, high, 0, 1, 2, high / 2 + 1, (type)-1}; \
        for (int i = 0; i < 7; i++) \
            for (int k = 0; k < 7; k++) { \
                type r; \
                printf("%d", __builtin_##prefix##add##suffix##_overflow(a[i], a[k], &r)); \
                printf(" " show, r); \
                printf(" %d", __builtin_##prefix##sub##suffix##_overflow(a[i], a[k], &r)); \
                printf(" " show, r); \
                printf(" %d", __builtin_##prefix##mul##suffix##_overflow(a[i], a[k], &r)); \
                printf(" " show "\n", r); \
            } \
    }

int main(void)
{
    TYPED(s, , int, INT_MIN, INT_MAX, "%d")
    TYPED(s, l, long, LONG_MIN, LONG_MAX, "%ld")
    TYPED(s, ll, long long, LLONG_MIN, LLONG_MAX, "%lld")
    TYPED(u, , unsigned, 0, UINT_MAX, "%u")
    TYPED(u, l, unsigned long, 0, ULONG_MAX, "%lu")
    TYPED(u, ll, unsigned long long, 0, ULLONG_MAX, "%llu")
    volatile int max = INT_MAX;
    printf("%d %d\n", __builtin_sub_overflow_p(-max, 2, 0), __builtin_sub_overflow_p(max, 2, 0));
    volatile unsigned long long w = 0x00f0000000000001;
    printf("%d %d %d %d %d\n", __builtin_clzll(w), __builtin_ctzll(w), __builtin_popcountll(w),
           __builtin_clrsbll((long long)w), __builtin_parityl(w));
    printf("%d\n", __builtin_ffsl((long)w));
    unsigned __int128 b = __builtin_bswap128(w);
    printf("%llx %llx\n", (unsigned long long)(b >> 64), (unsigned long long)b);
    return 0;
}
