// 6.5.2.3p6: the special guarantee needs a visible union
struct head {
    int kind;
};

struct full {
    int kind, value;
};

int main(void) {
    struct full f = {0, 1};
    struct head *h = (struct head *)&f;
    return h->kind; // undefined: effective-type
}
