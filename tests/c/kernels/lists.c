// Linked lists of structs: built, sorted by merging, summed up, freed.
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 2500
#define ROUNDS 80

struct node {
    struct node *next;
    int key;
    struct { short weight; unsigned char tag; } info;
};

static unsigned seed = 12345;

static int chance(void)
{
    seed = seed * 1103515245u + 12345u;
    return (int)(seed >> 8 & 0x7fff);
}

static struct node *build(int length)
{
    struct node *list = NULL;
    for (int i = 0; i < length; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            exit(1);
        node->next = list;
        node->key = chance();
        node->info.weight = (short)(i % 100);
        node->info.tag = (unsigned char)i;
        list = node;
    }
    return list;
}

static struct node *merge(struct node *a, struct node *b)
{
    struct node head = { NULL, 0, { 0, 0 } }, *tail = &head;
    while (a && b) {
        if (a->key <= b->key) {
            tail->next = a;
            a = a->next;
        } else {
            tail->next = b;
            b = b->next;
        }
        tail = tail->next;
    }
    tail->next = a ? a : b;
    return head.next;
}

static struct node *sort(struct node *list)
{
    if (!list || !list->next)
        return list;
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *second = slow->next;
    slow->next = NULL;
    return merge(sort(list), sort(second));
}

int main(void)
{
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct node *list = sort(build(LENGTH));
        int place = 0;
        while (list) {
            struct node *next = list->next;
            sum += (long)list->key * (place++ % 7) + list->info.weight - list->info.tag;
            free(list);
            list = next;
        }
    }
    printf("%ld\n", sum);
    return 0;
}
