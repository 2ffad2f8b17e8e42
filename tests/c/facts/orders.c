// What is read and written between sequence points, members apart.
struct { int a, b; } s;
int t[3], i, j;
volatile int v, w;
static int f(void) { return i++; }
int main(void) {
    s.a = s.b++ + 1;
    i = i + 1;
    i = t[i] + j++;
    j = f() + i;
    j = v + w;
    (void)((i = 1) + (j = 2));
    i = i++ + 1;
    return (i++, i) && (j++, j);
}
