// 6.5.8p5: asking by order whether p is inside of buffer, when it is not
static char buffer[16];

static int inside(const char *p) {
    return p >= buffer && p < buffer + 16; // undefined: pointer-order
}

int main(void) {
    char other[16];
    return inside(buffer + 15) != 1 || inside(other + 3);
}
