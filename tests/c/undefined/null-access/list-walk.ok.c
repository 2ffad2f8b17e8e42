// 6.5.3.2p4: the walk stops at the last node
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
    struct node *p = &a;
    while (p->next) p = p->next;
    return p->value != 3;
}
