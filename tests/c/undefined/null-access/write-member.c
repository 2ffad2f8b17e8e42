// 6.5.2.3p4, 6.5.3.2p4: -> on a null pointer
struct node {
    struct node *next;
    int value;
};

static void set(struct node *n, int v) {
    n->value = v; // undefined: null-access
}

int main(void) {
    struct node a = {0, 1};
    set(&a, 2);
    set(a.next, 3);
    return a.value != 2;
}
