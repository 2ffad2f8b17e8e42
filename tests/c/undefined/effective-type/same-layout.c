// 6.5p7: two struct types with the same members are not compatible (6.2.7p1)
struct a {
    int x, y;
};

typedef struct {
    int x, y;
} b;

int main(void) {
    struct a a = {1, 0};
    b *p = (b *)&a;
    return p->y; // undefined: effective-type
}
