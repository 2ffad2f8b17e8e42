// 6.5.3.2p4: the walk goes one link too far
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
    struct node *p = &a;
    while (p->value < 4) p = p->next; // undefined: null-access
    return p->value != 3;
}
