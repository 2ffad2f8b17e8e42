/* Structs that are values, and what is stored in bit-fields. */
#include <stdio.h>

struct array { int a[1]; };
struct flag { _Bool set : 1; };

static int after_change(int *of_value, struct array *object)
{
    object->a[0] = 99;
    return of_value[0];
}

int main(void)
{
    struct array x = {{1}}, y = {{2}};
    int c = 1;
    /* The value is an object of its own (6.2.4p8). */
    printf("%d\n", after_change((c ? x : y).a, &x));
    printf("%d\n", x.a[0]);

    /* Not equal to 0, though its real part is (6.3.1.2p1). */
    _Complex double i = 8.0i;
    struct flag f = {i};
    printf("%d", f.set);
    f.set = 0.0;
    printf("%d", f.set);
    f.set += i;
    printf("%d\n", f.set);
    return 0;
}
