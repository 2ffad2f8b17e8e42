// 7.22.3.3p2: free of a null pointer does nothing, as often as you like
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    free(p);
    p = NULL;
    free(p);
    free(p);
    return 0;
}
