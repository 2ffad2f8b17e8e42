// clang 14.0.6, 19.1.7, 21.1.8, 22.1.8, 23.1.4 and 24.0.0 (2026-10-25) at -O1 and
// above, also with -m32, print 0: they leave out *a = x, because a float cannot have
// changed an int. Memory from malloc has no type of its own: each store gives it one
// (6.5p6), so it is an int, a float, and an int again. With -fno-strict-aliasing
// they print 1. Their sanitizer for this rule (-fsanitize=type) makes the same
// mistake.
// prints: 1
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);

__attribute__((noinline)) void store(int *a, float *b)
{
    int x = *a;
    *b = 0;
    *a = x;
}

int main(void)
{
    int *a = malloc(sizeof *a);
    if (!a)
        return 1;
    *a = 1;
    store(a, (float *)a);
    printf("%d\n", *a);
    free(a);
    return 0;
}
