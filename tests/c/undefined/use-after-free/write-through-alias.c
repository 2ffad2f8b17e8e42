// 7.22.3p1: both pointers point to the freed block
#include <stdlib.h>
#include <string.h>

struct s {
    char *name;
};

int main(void) {
    struct s a = {malloc(4)};
    if (!a.name) return 0;
    strcpy(a.name, "abc");
    struct s b = a;
    free(b.name);
    a.name[0] = 'x'; // undefined: use-after-free
    return 0;
}
