// 6.7.2.1p15, 7.19p3: from a member back to its struct by offsetof
#include <stddef.h>

struct item {
    int key[2];
    int link;
};

int main(void) {
    struct item item = {{0, 5}, 7};
    int *link = &item.link;
    struct item *p = (struct item *)((char *)link - offsetof(struct item, link));
    return p->key[0];
}
