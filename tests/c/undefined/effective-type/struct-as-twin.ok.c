// 6.5p7: a struct that begins with it may be read as it
struct point { int x, y; };
struct circle { struct point middle; int radius; };

int main(void) {
    struct circle c = { { 1, 2 }, 3 };
    struct point p = *(struct point *)&c;
    return p.x - 1;
}
