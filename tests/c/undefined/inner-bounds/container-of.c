// 6.5.6p8: the array member ends after two elements, where the next member begins
#include <stddef.h>

struct item {
    int key[2];
    int link;
};

int main(void) {
    struct item item = {{0, 5}, 7};
    int *link = &item.link;
    return item.key[2] - *link; // undefined: inner-bounds
}
