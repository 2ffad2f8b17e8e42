// 7.22.3p1: the next link is read from a node that was freed
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) exit(0);
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *old = head;
        free(old);
        head = old->next; // undefined: use-after-free
    }
    return 0;
}
