// 6.2.4p2: the pointer kept in the struct's bytes outlives its object
#include <string.h>

struct holder {
    char tag;
    int *p;
};

int main(void) {
    struct holder h, kept;
    {
        int x = 0;
        h.p = &x;
        memcpy(&kept, &h, sizeof h);
    }
    return *kept.p; // undefined: lifetime-ended
}
