// 6.2.4p6: the object is in the same block as its use
#include <string.h>

struct holder {
    char tag;
    int *p;
};

int main(void) {
    struct holder h, kept;
    int x = 0;
    h.p = &x;
    memcpy(&kept, &h, sizeof h);
    return *kept.p;
}
