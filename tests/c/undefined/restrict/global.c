// 6.7.3.1p4: the object reached through p is modified by its name
static int g[2];

static int bump(int *restrict p) {
    int before = *p;
    g[0] = before + 1; // undefined: restrict
    return *p;
}

int main(void) {
    return bump(&g[0]) < 0;
}
