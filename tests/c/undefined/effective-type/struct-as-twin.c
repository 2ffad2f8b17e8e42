// 6.5p7: a struct is read as another one with the same members
struct point { int x, y; };
struct size { int x, y; };

int main(void) {
    struct point p = { 1, 2 };
    struct size s = *(struct size *)&p; // undefined: effective-type
    return s.x - 1;
}
