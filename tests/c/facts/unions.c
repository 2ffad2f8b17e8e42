// Which member was written last (section 4.6).
union V {
    int wide;
    unsigned char narrow;
    _Bool truth;
    struct { short a, b; } pair;
} u, v;
int pick;
int main(void) {
    u.wide = 1;
    int n = u.narrow;
    if (pick)
        u.wide = 2;
    else
        u.wide = 3;
    n += u.wide;
    if (pick)
        u.pair.a = 1;
    n += u.pair.b;
    union V *p = pick ? &u : &v;
    p->narrow = 1;
    n += v.wide;
    u.narrow = 0;
    n += u.truth;
    u.wide = u.narrow;
    return n == 0;
}
