// 6.5.3.2p3: &*p is p, neither operator is evaluated; sizeof does not evaluate either
#include <stddef.h>

int main(void) {
    int *p = NULL;
    return &*p != NULL || sizeof *p != sizeof(int);
}
