// 6.5.9p6: asking by equality
static char buffer[16];

static int inside(const char *p) {
    for (int i = 0; i < 16; i++)
        if (p == buffer + i) return 1;
    return 0;
}

int main(void) {
    char other[16];
    return inside(buffer + 15) != 1 || inside(other + 3);
}
