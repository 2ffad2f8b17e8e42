// Facts go to callees and back; a variable that is gone leaves garbage.
int g;
int *pg;
struct S { int *a; int n; } s;

static void set(int **where, int *to) { *where = to; }

static int *gone(void) {
    int local = 1;
    return &local;
}

static int down(int n, int *p) {
    int own = n;
    if (n == 0)
        return *p;
    return down(n - 1, &own);
}

int main(void) {
    int x = 1, y = 2;
    int *p;
    set(&p, &x);
    set(&pg, &g);
    *p = *pg;
    s.a = &y;
    *s.a = 3;
    p = gone();
    if (s.a != 0)
        *s.a = 4;
    return down(2, &y) - 4;
}
