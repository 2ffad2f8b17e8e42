// malloc and its kin
#define _GNU_SOURCE
#include <alloca.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *p = malloc(3 * sizeof *p);
    for (int i = 0; i < 3; i++)
        p[i] = i * i;
    p = realloc(p, 5 * sizeof *p);
    p[4] = p[2] + p[1];
    printf("%d %d\n", p[2], p[4]);
    p = realloc(p, sizeof *p);
    printf("%d\n", p[0]);
    free(p);
    free(NULL);
    long *z = calloc(4, sizeof *z);
    printf("%ld\n", z[0] + z[3]);
    free(z);
    printf("%d\n", calloc(SIZE_MAX / 2, 4) == NULL);
    volatile size_t huge = SIZE_MAX;
    printf("%d\n", malloc(huge) == NULL);
    char *a = aligned_alloc(64, 128);
    printf("%d\n", (int)((uintptr_t)a % 64));
    free(a);
    void *m = NULL;
    printf("%d", posix_memalign(&m, 32, 10));
    printf(" %d\n", (int)((uintptr_t)m % 32));
    free(m);
    printf("%d\n", posix_memalign(&m, 3, 10) != 0);
    char *d = strdup("copy"), *n = strndup("longer text", 6);
    d[0] = 'C';
    printf("%s %s %zu\n", d, n, strlen(n));
    free(d), free(n);
    char *s;
    int length = asprintf(&s, "%d-%s", 42, "x");
    printf("%d %s\n", length, s);
    free(s);
    int *r = reallocarray(NULL, 4, sizeof *r);
    r[3] = 7;
    printf("%d\n", r[3]);
    free(r);
    char *t = alloca(10);
    strcpy(t, "stack");
    puts(t);
    return 0;
}
