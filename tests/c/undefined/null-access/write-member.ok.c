// 6.5.13p4: the test guards the access
struct node {
    struct node *next;
    int value;
};

static void set(struct node *n, int v) {
    if (n) n->value = v;
}

int main(void) {
    struct node a = {0, 1};
    set(&a, 2);
    set(a.next, 3);
    return a.value != 2;
}
