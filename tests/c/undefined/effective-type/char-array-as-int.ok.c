// 6.5p6: allocated memory takes the type of the store
#include <stdlib.h>

int main(void) {
    char *buffer = malloc(sizeof(int));
    if (!buffer) return 0;
    int *p = (int *)buffer;
    *p = 0;
    free(buffer);
    return 0;
}
