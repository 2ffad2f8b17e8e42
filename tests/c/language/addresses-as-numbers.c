// An address that became an integer: what it is stays open, but not how far it is from
// others in the same object, that it is not zero, and that another object has another one.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct tagged {
    uintptr_t bits;
    int more;
};

static struct tagged make(void *to, unsigned tag)
{
    return (struct tagged){(uintptr_t)to | tag, 0};
}

static unsigned tag_of(struct tagged t) { return t.bits & 7; }
static void *pointer_of(struct tagged t) { return (void *)(t.bits & ~(uintptr_t)7); }

// Only its lowest bits are used: those of an aligned object are known.
static size_t sum(const unsigned char *p, size_t n)
{
    size_t s = 0;
    while (n && ((uintptr_t)p & 3)) {
        s += *p++;
        n--;
    }
    for (; n >= 4; p += 4, n -= 4)
        s += p[0] + p[1] + p[2] + p[3];
    while (n--)
        s += *p++;
    return s;
}

struct list {
    struct list *both;
    int value;
};

static struct list *mixed(struct list *a, struct list *b)
{
    return (struct list *)((uintptr_t)a ^ (uintptr_t)b);
}

// A double, or a pointer in the bits of a NaN.
typedef uint64_t boxed;
#define QUIET 0x7ffc000000000000u
#define SIGN 0x8000000000000000u

static boxed box(void *p) { return SIGN | QUIET | (uint64_t)(uintptr_t)p; }
static void *unbox(boxed b) { return (void *)(uintptr_t)(b & ~(SIGN | QUIET)); }
static int is_pointer(boxed b) { return (b & (QUIET | SIGN)) == (QUIET | SIGN); }

int main(void)
{
    int a[4] = {1, 2, 3, 4}, other;
    uintptr_t first = (uintptr_t)a, last = (uintptr_t)&a[3], end = (uintptr_t)(a + 4);
    printf("%d %d %d\n", (int)(last - first), first < last, last + sizeof(int) == end);
    printf("%d %d %d\n", first == 0, !first, first != (uintptr_t)&other);
    for (uintptr_t at = first; at < end; at += sizeof(int))
        printf("%d ", *(int *)at);
    printf("\n");

    static double number = 2.5;
    struct tagged t = make(&number, 3), none = make(NULL, 1), copy = t;
    printf("%u %u %d\n", tag_of(t), tag_of(none), pointer_of(none) == NULL);
    printf("%g %d\n", *(double *)pointer_of(copy), copy.bits == ((uintptr_t)&number | 3));

    uint64_t whole;
    void *p = &a[1];
    memcpy(&whole, &p, sizeof whole);
    printf("%d\n", whole - first == sizeof(int));

    _Alignas(4) unsigned char bytes[64];
    for (int i = 0; i < 64; i++)
        bytes[i] = i;
    printf("%zu\n", sum(bytes + 1, 60));

    struct list x = {0, 10}, y = {0, 20}, z = {0, 30};
    x.both = mixed(NULL, &y);
    y.both = mixed(&x, &z);
    z.both = mixed(&y, NULL);
    for (struct list *before = NULL, *at = &x, *next; at; before = at, at = next) {
        printf("%d ", at->value);
        next = mixed(before, at->both);
    }
    printf("\n");

    boxed b = box(a);
    printf("%d %d %d\n", is_pointer(b), is_pointer(0), *(int *)unbox(b));
    static boxed values[3];
    values[0] = b;
    values[1] = box(&number);
    printf("%d %d ", values[0] == b, values[0] == values[1]);
    printf("%d\n", unbox(values[1]) == &number);
    return 0;
}
