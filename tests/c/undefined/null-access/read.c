// 6.5.3.2p4: a null pointer is dereferenced
#include <stddef.h>

int main(void) {
    int *p = NULL;
    return *p; // undefined: null-access
}
