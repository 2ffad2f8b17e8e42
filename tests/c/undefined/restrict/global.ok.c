// 6.7.3.1p4: another object is modified
static int g[2];

static int bump(int *restrict p) {
    int before = *p;
    g[1] = before + 1;
    return *p;
}

int main(void) {
    return bump(&g[0]) < 0;
}
