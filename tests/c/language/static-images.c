/* Numbers of a static object are put in place at once; what has to be computed
   comes after them, and of two items for one place the last one counts. */
#include <stdio.h>

struct part { unsigned a : 3; int b : 7; long long c : 40; signed char d; };
struct whole { int n; int *p; struct part parts[2]; double f; char name[6]; };

static int target = 5;
static struct whole whole = {
    7, &target, {{5, -3, -1234567890123LL, -1}, {.c = 99, .a = 9}}, 1.5, "abc"
};
static struct whole nulls[2] = {{.p = 0, .name = "de"}, {.n = -1, .p = (int *)0, .f = -0.5}};
/* The number first, then an address; and the other way round. */
static long over[3] = {[0] = 1, [0] = (long)sizeof over, [2] = 3, [1] = 4, [2] = 5};
static int *pointers[3] = {&target, [0] = 0, [1] = 0, [1] = &target};
static union { unsigned char bytes[8]; struct part part; } mixed = {.part = {7, 1, 1, 1}};
static const short ranges[8] = {[1 ... 3] = 2, [3] = 9, [6] = 1};
static struct part spread[3] = {[0 ... 2].b = -5, [1].b = 6, [1 ... 2].a = 3};
static struct part flat[2] = {1, 2, 3, 4, 5, 6, 7, 8};
static _Bool truths[4] = {2, 0, 1};
static struct { char before; struct part inner; char rest[]; } tail = {'x', {1, 2, 3, 4}, "yz"};
static volatile int heard[3] = {1, 2, 3};

static void show(const char *what, const struct part *part)
{
    printf("%s %d %d %lld %d\n", what, part->a, part->b, (long long)part->c, part->d);
}

int main(void)
{
    printf("%d %d %.1f %s\n", whole.n, *whole.p, whole.f, whole.name);
    show("first", &whole.parts[0]);
    show("second", &whole.parts[1]);
    printf("%d %s %d %d %.1f\n", nulls[0].p == 0, nulls[0].name, nulls[1].n, nulls[1].p == 0, nulls[1].f);
    printf("%ld %ld %ld\n", over[0], over[1], over[2]);
    printf("%d %d %d\n", pointers[0] == 0, *pointers[1], pointers[2] == 0);
    show("mixed", &mixed.part);
    for (int i = 0; i < 8; i++)
        printf("%d%c", ranges[i], i == 7 ? '\n' : ' ');
    for (int i = 0; i < 3; i++)
        show("spread", &spread[i]);
    struct part local[2] = {1, 2, 3, 4, 5, 6, 7, 8}, one[2] = {[1].b = target};
    for (int i = 0; i < 2; i++) {
        show("flat", &flat[i]);
        show("local", &local[i]);
        show("one", &one[i]);
    }
    printf("%d %d %d %d\n", truths[0], truths[1], truths[2], truths[3]);
    show("inner", &tail.inner);
    printf("%c %s\n", tail.before, tail.rest);
    printf("%d\n", heard[0] + heard[1] + heard[2]);
    return 0;
}
