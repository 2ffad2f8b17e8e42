// 7.22.3p1: the next link is saved before its node is freed
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
        struct node *old = head, *next = head->next;
        free(old);
        head = next;
    }
    return 0;
}
