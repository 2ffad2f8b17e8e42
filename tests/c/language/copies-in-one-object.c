/* Structs that hold unions, assigned between members of one object: directly, through a
   temporary, as a value that a function gives. */
#include <stdio.h>
#include <stdlib.h>

union value { int i; double d; void *p; };
struct tagged { union value v; int tag; };
struct pair { struct tagged a, b; };
union node {
    struct { struct tagged key, value; } entry;
    struct tagged first;
};

static struct tagged give(const struct pair *p)
{
    return p->a;
}

static void members(void)
{
    struct pair p;

    p.a.v.d = 1.5;
    p.a.tag = 1;
    p.b = p.a;
    printf("%g\n", p.b.v.d);
    p.a.v.i = 7;
    p.b = p.a;
    printf("%d\n", p.b.v.i);
    struct tagged kept = p.b;
    p.a = kept;
    printf("%d\n", p.a.v.i);
    p.b = give(&p);
    printf("%d %d\n", p.b.v.i, p.b.tag);
}

static void elements(void)
{
    struct tagged row[3];

    row[0].v.d = 2.5;
    row[0].tag = 2;
    row[1] = row[0];
    row[2] = *&row[1];
    printf("%g\n", row[2].v.d);
    row[1].v.p = row;
    row[0] = row[1];
    printf("%d\n", row[0].v.p == row);
}

/* What is copied lies in what the copy leaves open (6.2.6.1p7). */
static void within_union(void)
{
    union node n;

    n.entry.key.v.d = 3.5;
    n.entry.key.tag = 3;
    n.entry.value = n.entry.key;
    printf("%g %d\n", n.entry.value.v.d, n.entry.value.tag);
    n.first = n.entry.value;
    printf("%g %d\n", n.first.v.d, n.first.tag);
    n.entry.value = n.first;
    printf("%d\n", n.entry.value.tag);
}

static void allocated(void)
{
    union node *n = malloc(2 * sizeof *n);

    n[0].entry.key.v.i = 4;
    n[0].entry.key.tag = 1;
    n[0].entry.value = n[0].entry.key;
    n[1] = n[0];
    printf("%d %d\n", n[1].entry.value.v.i, n[1].first.tag);
    n[1].first = n[1].entry.value;
    n[0].entry.key = n[1].first;
    printf("%d\n", n[0].entry.key.v.i);
    free(n);
}

int main(void)
{
    members();
    elements();
    within_union();
    allocated();
    return 0;
}
