// 7.22.3.3p2, 7.22.3.5p3: free and realloc take null pointers
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *p = NULL;
    p = realloc(p, 4);
    free(NULL);
    free(p);
    return 0;
}
