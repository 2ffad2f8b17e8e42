// 6.2.7p1: a typedef names the same type
struct a {
    int x, y;
};

typedef struct a b;

int main(void) {
    struct a a = {1, 0};
    b *p = (b *)&a;
    return p->y;
}
