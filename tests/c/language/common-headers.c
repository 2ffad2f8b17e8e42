/* One struct seen as another that begins like it: a store to a member of the short one
   keeps what the long one has where the short one has padding. */
#include <stdio.h>
#include <stdlib.h>

struct header { int kind; char mark; };
struct number { int kind; char mark; char flag; short small; double value; };
struct text { int kind; char mark; char quote; char *characters; };
union object { struct header header; struct number number; struct text text; };

static void set_mark(struct header *header, int mark)
{
    header->mark = mark;
}

static void in_a_union(void)
{
    union object o;

    o.number.kind = 1;
    o.number.mark = 0;
    o.number.flag = 5;
    o.number.small = 6;
    o.number.value = 2.5;
    o.header.mark = 1;
    printf("%d %d %g\n", o.number.flag, o.number.small, o.number.value);
    set_mark(&o.header, 3);
    printf("%d %d %d\n", o.number.mark, o.number.flag, o.number.small);
    o.header.mark++;
    printf("%d %d %g\n", o.header.mark, o.number.flag, o.number.value);
}

static void in_an_array(void)
{
    union object row[2];

    for (int i = 0; i < 2; i++) {
        row[i].text.quote = '<' + i;
        row[i].text.characters = "text";
        row[i].header.mark = i;
    }
    printf("%c%c %s\n", row[0].text.quote, row[1].text.quote, row[1].text.characters);
}

static void allocated(void)
{
    struct number *n = malloc(sizeof *n);

    n->kind = 2;
    n->flag = 7;
    n->small = 8;
    n->value = 3.5;
    set_mark((struct header *)n, 9);
    printf("%d %d %g\n", n->flag, n->small, n->value);
    free(n);
}

static void several(void)
{
    struct text *all = calloc(3, sizeof *all);

    for (int i = 0; i < 3; i++) {
        all[i].characters = "abc" + i;
        all[i].quote = '0' + i;
        set_mark((struct header *)&all[i], i);
    }
    printf("%c%c%c %s\n", all[0].quote, all[1].quote, all[2].quote, all[2].characters);
    free(all);
}

/* A part of one member of a union is changed, and the parts of another stay. */
static void parts(void)
{
    union { struct { short low, high; } halves; struct { char bytes[8]; } all; } u;

    for (int i = 0; i < 8; i++)
        u.all.bytes[i] = i;
    u.halves.low = 0;
    printf("%d %d\n", u.all.bytes[2], u.all.bytes[7]);
}

int main(void)
{
    in_a_union();
    in_an_array();
    allocated();
    several();
    parts();
    return 0;
}
