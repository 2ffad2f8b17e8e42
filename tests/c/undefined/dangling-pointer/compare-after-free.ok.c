// 7.22.3.3p2: compared before it is freed
#include <stdlib.h>

int main(void) {
    char *p = malloc(1);
    int had = p != NULL;
    free(p);
    return had ? 0 : had;
}
