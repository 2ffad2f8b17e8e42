// 6.7.3p6: the other member is copied alone; allocated memory is not defined const
#include <stdlib.h>
#include <string.h>

struct item { int count; const int id; };

int main(void) {
    struct item a = { 1, 2 }, b = { 3, 4 };
    memcpy(&a.count, &b.count, sizeof a.count);
    struct item *c = malloc(sizeof *c);
    if (!c)
        return 0;
    memcpy(c, &b, sizeof b);
    int result = a.count + a.id + c->id - 9;
    free(c);
    return result;
}
