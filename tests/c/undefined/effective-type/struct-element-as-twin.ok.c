// 6.5p7: allocated memory takes the type of what is stored
#include <stdlib.h>

struct a { short n; char c; };
struct b { short n; char c; };

int main(void) {
    struct a *many = malloc(3 * sizeof *many);
    struct b one = { 2, 'b' };
    if (!many)
        return 0;
    *(struct b *)&many[1] = one;
    int result = ((struct b *)&many[1])->n - 2;
    free(many);
    return result;
}
