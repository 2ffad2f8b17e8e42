// 7.22.3.3p2: free of a copy of another block
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
    b.name = malloc(4);
    free(b.name);
    a.name[0] = 'x';
    free(a.name);
    return 0;
}
