// A struct that holds a union is copied from one member to another, or in bytes: what is
// stored in it has its types, and is part of another member than before (6.5p6).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union meaning {
    double number;
    long whole;
    const char *text;
};

struct token {
    int kind;
    union meaning is;
};

struct reader {
    int at;
    struct token now, ahead;
};

static int read(struct reader *r, union meaning *is)
{
    is->whole = 10 * r->at;
    return r->at++;
}

static void next(struct reader *r)
{
    if (r->ahead.kind >= 0) {
        r->now = r->ahead;
        r->ahead.kind = -1;
    } else {
        r->now.kind = read(r, &r->now.is);
    }
}

struct pair {
    struct token a, b;
};

struct pairs {
    int n;
    struct pair x, y;
};

static struct token returned(const struct reader *r) { return r->ahead; }

int main(void)
{
    struct reader local = {1, {0}, {-1}}, *r = &local;
    next(r);
    r->ahead.kind = read(r, &r->ahead.is);
    next(r);
    printf("%d %ld\n", r->now.kind, r->now.is.whole);
    r->ahead = (struct token){7, {.number = 1.5}};
    struct token t = r->ahead;
    r->now = t;
    printf("%d %g\n", r->now.kind, r->now.is.number);
    r->ahead.is.text = "text";
    r->now = returned(r);
    printf("%d %s\n", r->now.kind, r->now.is.text);

    struct reader *heap = malloc(sizeof *heap);
    heap->ahead.kind = 3;
    heap->ahead.is.whole = 4;
    heap->now = heap->ahead;
    printf("%d %ld\n", heap->now.kind, heap->now.is.whole);
    memcpy(&heap->ahead, r, sizeof heap->at);
    heap->ahead.kind++;
    memcpy(&local.now, &heap->ahead, sizeof local.now);
    memmove(&heap->now, &heap->ahead, sizeof heap->now);
    printf("%d %d %ld\n", local.now.kind, heap->now.kind, heap->now.is.whole);
    free(heap);

    struct pairs all, *p = &all;
    p->x.a.kind = 1;
    p->x.a.is.number = 2;
    p->x.b = p->x.a;
    p->y = p->x;
    p->x.a = p->y.b;
    struct pair copy = p->y;
    printf("%d %d %g %g\n", copy.a.kind, p->x.a.kind, p->y.b.is.number, copy.b.is.number);
    return 0;
}
