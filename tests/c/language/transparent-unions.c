// An argument takes the member of its own type.
#include <stdio.h>

typedef union {
    int *i;
    const float *f;
} either __attribute__((transparent_union));

static int look(either e, int is_float)
{
    if (!e.i)
        return -1;
    return is_float ? (int)(*e.f * 10) : *e.i;
}

int main(void)
{
    int n = 4;
    float x = 2.5f;
    either e = {.i = &n};
    printf("%d %d %d %d\n", look(&n, 0), look(&x, 1), look(e, 0), look(0, 0));
    return 0;
}
